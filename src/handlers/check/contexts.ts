// The signed bytes of what this Snap did not sign itself, asked back from the control plane: a few Golems in each check.
import { judgeShown, unseen, unshown } from '../../core/audit/contexts';
import type { Target } from '../../core/audit/questions';
import { bounded } from '../../core/audit/targets';
import { readGrantedChain } from '../../core/delegations/delegation-chain';
import type { Finding } from '../../core/memory/claim';
import type { LeaseRecord, State } from '../../core/memory/state';
import { nowSeconds } from '../../host/clock';
import { fetchGolem } from '../../host/plane';

const MAX_FETCHES = 4;
/** After this many seconds no more bytes are asked for: a server that is slow to show must not use up the time. */
const MAX_FETCH = 10;

type Gathering = {
  /** Whether the server answered this time. */
  told: unknown;
  /** Takes what was found about each Golem's bytes. */
  extras: Map<string, Finding[]>;
  /** Takes the bytes that proved themselves. */
  leases: LeaseRecord[];
  turn: number;
};

/** Asks for the signed bytes of what this Snap did not sign itself; a few Golems each time, in turn. */
export async function withContexts(
  targets: Target[],
  state: State,
  at: Gathering,
): Promise<Target[]> {
  const token = state.auth_token;
  if (!at.told || token === null) return targets;
  const until = nowSeconds() + MAX_FETCH;
  const wanting = targets.filter((one) => one.golem !== null && unshown(one).length > 0);
  const start = wanting.length === 0 ? 0 : (at.turn * MAX_FETCHES) % wanting.length;
  const asked = new Set(
    [...wanting.slice(start), ...wanting.slice(0, start)].slice(0, MAX_FETCHES),
  );
  const whole: Target[] = [];
  for (const target of targets) {
    const asks = asked.has(target) && nowSeconds() < until;
    const fetched = asks ? await fetchGolem(token, target.id) : null;
    if (!fetched?.ok) {
      at.extras.set(target.id, unseen(target));
      whole.push(target);
      continue;
    }
    const { leases, findings } = judgeShown(target, fetched.value, nowSeconds());
    at.leases.push(...leases);
    at.extras.set(target.id, findings);
    const held = leases.flatMap((one) => readGrantedChain(one.context, one.chainId) ?? []);
    whole.push(bounded({ ...target, held: [...held, ...target.held] }));
  }
  return whole;
}
