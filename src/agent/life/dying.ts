// What a death leaves behind: it is written down before anything is done, so that a process that is killed in the middle is
// started again to finish it, and after it, so that nobody brings the Golem back to life.
import { sameAddress } from '../../core/chain/addresses';
import { asLine } from '../../core/protocol/last-words';
import { reasonOf } from '../chain/reverts';
import { readRunwayState } from '../runway/runway-state';
import type { DeathAccount } from './death-account';
import { type Golem, signerOf } from './golem';

type Why = { reason: string; knowledgeRecord?: string | null };

/** What it is to say: of a death that was begun before, what was meant then. A store that fails does not keep a Golem alive. */
export async function beginDeath(golem: Golem, why: Why): Promise<Required<Why>> {
  const { id, memory, events, now } = golem;
  const before = await memory.recall().then(
    ({ death }) => death,
    () => null,
  );
  const startedAt = before?.startedAt ?? now();
  const reason = before?.reason ?? why.reason;
  const knowledgeRecord = before?.knowledgeRecord ?? why.knowledgeRecord ?? null;
  const begun = { reason: asLine(`${reason}`), knowledgeRecord, startedAt };
  await memory
    .change(({ death }) => ({ death: { ...begun, completedAt: death?.completedAt ?? null } }))
    .catch(() => undefined);
  events.emit('death:started', { golem: id, reason, startedAt, resumed: before !== null });
  return { reason, knowledgeRecord };
}

/** Before the key is zeroed: first that it is over, then the key file. What failed, in words. */
export async function buried({ memory, keeper, now }: Golem): Promise<string | null> {
  const over = { reason: 'it ended', startedAt: now(), completedAt: null };
  try {
    await memory.change(({ death }) => ({ death: { ...(death ?? over), completedAt: now() } }));
    await keeper?.bury();
    return null;
  } catch (error) {
    return `it could not be written down: ${reasonOf(error)}`;
  }
}

export function tellCompleted(
  { id, events }: Golem,
  { reason }: { reason: string },
  account: DeathAccount | null,
): void {
  events.emit('death:completed', {
    ...{ golem: id, reason },
    spent: words(account?.spent),
    payments: account?.payments ?? null,
    gasHome: words(account?.gasHome),
    gasStuck: words(account?.gasStuck),
    permissionsEnded: account?.permissionsEnded ?? null,
  });
}

/**
 * The chain shows a newer lease than ours, and the control plane does not say that it is ours as well: another instance of
 * this Golem goes on with a key of its own.
 */
export async function isReplaced(golem: Golem): Promise<boolean> {
  const { chain, runway, plane, key } = golem;
  if (!runway || (await readRunwayState(chain, runway)).ended !== 'superseded') return false;
  const answer = await plane.ask('agentState', { signer: signerOf(golem) });
  return !(answer.ok && sameAddress(answer.value.golem.sessionKey, key.address));
}

function words(amount: bigint | null | undefined): string | null {
  return amount === null || amount === undefined ? null : amount.toString();
}
