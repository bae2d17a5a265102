// The steps of a death: which are done, and whether the owner's own wallet saw that on chain or the control plane says so.
import type { ResponseOf } from '../../src/core/protocol/api';
import type { HistoryEntry } from '../../src/core/protocol/status';
import { isLive } from '../../src/core/runway/health';
import type { ChainFacts } from '../wallet/reads';

type About = {
  detail: Pick<ResponseOf<'golem'>, 'diedAt' | 'permissions'>;
  /** null = the wallet does not say. */
  facts: Pick<ChainFacts, 'phase' | 'leaseEnded' | 'grantEnded'> | null;
  /** Of the last seven days. */
  history: readonly HistoryEntry[];
  now: number;
};

export type DeathStep = {
  name: 'terminal' | 'ended' | 'disabled';
  stands: 'proven' | 'told' | 'open';
  transaction: string | null;
};

export function deathStepsOf({ detail, facts, history, now }: About): DeathStep[] {
  const died = history.find(({ kind }) => kind === 'died');
  const ended = history.filter(({ kind }) => kind === 'revoked').at(-1);
  const isOpen = detail.permissions.some((one) => isLive(one, now));
  const stands = (shown: boolean | undefined, told: boolean) => {
    if (shown !== undefined) return shown ? 'proven' : 'open';
    return told ? 'told' : 'open';
  };
  return [
    {
      name: 'terminal',
      stands: stands(facts ? facts.phase === 4 : undefined, detail.diedAt !== null),
      transaction: died?.transaction ?? null,
    },
    // Nothing waits for it: a dead Golem's lease moves nothing. Who has ended it as well sees it here.
    ...(facts?.leaseEnded ? [{ name: 'ended', stands: 'proven', transaction: null } as const] : []),
    {
      name: 'disabled',
      stands: stands(facts?.grantEnded, !isOpen),
      transaction: ended?.transaction ?? null,
    },
  ];
}
