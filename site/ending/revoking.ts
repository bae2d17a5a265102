// Ends grants by the owner's own transactions: in one batch where the wallet can, else one by one. Only what
// the chain shows counts as ended; partial success is a normal state, and what is done stays done.
import type { Address, Hex } from 'viem';
import { decodeContext, hashDelegation } from '../../src/core/delegations/delegation';
import type { ResponseOf } from '../../src/core/protocol/api';
import { isLive } from '../../src/core/runway/health';
import {
  advance,
  type Revocation,
  type RevocationEvent,
  wantRevocation,
} from '../../src/core/runway/revocation';
import {
  type Grant,
  groupsOf,
  type PlannedCall,
  planRevoke,
  type RevokePlan,
  type Scope,
} from '../../src/core/runway/revoke-plan';
import { endingKey } from '../grant/replace';
import type { Plane } from '../plane/plane';
import type { Settings } from '../plane/settings';
import { batchingOf } from '../wallet/batch';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { cannotBatch, errorWords, isRejection } from '../wallet/errors';
import { walletKey } from '../wallet/identity';
import type { Provider } from '../wallet/provider';
import { isDisabled, lookAt, nonceMoved } from '../wallet/reads';
import type { Outgoing, Waiting } from '../wallet/send';
import type { Ledger } from '../wallet/sent';

export type Open = Grant & { permission: string };

/** The owner's live grants below these Golems; a Replicant's slice hangs on its parent's grant. */
export function openGrants(details: readonly ResponseOf<'golem'>[], now: number): Open[] {
  return details.flatMap(({ golem, permissions, contexts }) =>
    permissions
      .filter((one) => isLive(one, now) && one.delegationHashes.length <= 2)
      .flatMap((one) => {
        const context = contexts.find(({ permission }) => permission === one.id)?.context;
        const root = context ? decodeContext(context).at(-1) : undefined;
        if (!root) return [];
        return [
          {
            permission: one.id,
            chainId: one.chainId,
            manager: one.manager,
            root,
            golems: [golem.id],
          },
        ];
      }),
  );
}

export type EndingEnv = {
  provider: Provider;
  plane: Plane;
  settings: Settings;
  owner: Address;
  now: () => number;
  report: (revocations: readonly Revocation[]) => void;
  ledger: Ledger;
  waiting?: Waiting;
  /** What is closed along with the grants, asked for when the wallet is on that chain. */
  closing?: (chainId: number) => Promise<readonly PlannedCall[]>;
};

/** Never throws for a refusal: each grant's own step says how far it came. */
export async function endGrants(
  open: readonly Open[],
  scope: Scope,
  env: EndingEnv,
): Promise<Revocation[]> {
  const { plans } = planRevoke(open, { account: env.owner, scope });
  const state = new Map<Hex, Revocation>();
  for (const { hash, golems } of plans.flatMap(({ calls }) => targetsOf(calls, open))) {
    state.set(hash, wantRevocation(golems[0] ?? '', hash, env.now()));
  }
  const tell = (hashes: readonly Hex[], event: RevocationEvent) => {
    for (const hash of hashes) {
      const known = state.get(hash);
      if (known) state.set(hash, advance(known, event));
    }
    env.report([...state.values()]);
  };
  env.report([...state.values()]);
  for (const plan of plans) {
    // Another account is another person: no more windows open for the one before.
    if (!env.waiting?.signal?.aborted) await runPlan(plan, open, env, tell);
  }
  return [...state.values()];
}

type Tell = (hashes: readonly Hex[], event: RevocationEvent) => void;

/** A call that ends all grants ends each of them. */
function targetsOf(calls: readonly PlannedCall[], open: readonly Open[]) {
  const listed = calls.flatMap(({ hash, golems }) => (hash ? [{ hash, golems }] : []));
  if (!calls.some(({ ends }) => ends === 'all grants')) return listed;
  const { chainId } = calls[0]?.call ?? { chainId: 0 };
  return open
    .filter((grant) => grant.chainId === chainId)
    .map(({ root, golems }) => ({ hash: hashDelegation(root), golems }));
}

async function runPlan(
  plan: RevokePlan,
  open: readonly Open[],
  env: EndingEnv,
  tell: Tell,
): Promise<void> {
  const { provider, owner, now } = env;
  const all = targetsOf(plan.calls, open).map(({ hash }) => hash);
  try {
    await ensureChain(provider, env.settings, plan.chainId);
  } catch (error) {
    return tell(all, { type: 'failed', at: now(), reason: errorWords(error) });
  }
  // What cannot be read now is no reason to leave a grant open.
  const closing = (await env.closing?.(plan.chainId).catch(() => [])) ?? [];
  const whole = { ...plan, calls: [...plan.calls, ...closing] };
  // A batch would upgrade a plain account; ending needs no upgrade.
  const canBatch =
    whole.calls.length > 1 && (await batchingOf(provider, owner, plan.chainId)) === 'yes';
  const queue = groupsOf(whole, canBatch);
  while (queue.length > 0) {
    if (env.waiting?.signal?.aborted) return;
    const group = queue.shift() ?? [];
    const hashes = group.some(({ ends }) => ends === 'all grants')
      ? all
      : group.flatMap(({ hash }) => hash ?? []);
    try {
      tell(hashes, { type: 'signed', at: now() });
      const transaction = await sendGroup(group, plan.chainId, env);
      if (transaction) tell(hashes, { type: 'relayed', at: now(), transaction });
      await prove(hashes, open, plan.chainId, env, tell);
    } catch (error) {
      if (group.length > 1 && cannotBatch(error)) {
        queue.unshift(...group.map((one) => [one]));
        continue;
      }
      // What the wallet cannot tell the chain may show: nothing that ended is called failed.
      if (!isRejection(error))
        await prove(hashes, open, plan.chainId, env, tell).catch(() => undefined);
      const left = isRejection(error)
        ? [...hashes, ...queue.flat().flatMap(({ hash }) => hash ?? [])]
        : hashes;
      tell(left, { type: 'failed', at: now(), reason: errorWords(error) });
      if (isRejection(error)) return;
    }
  }
}

async function sendGroup(
  group: readonly PlannedCall[],
  chainId: number,
  env: EndingEnv,
): Promise<Hex | null> {
  const { owner } = env;
  const calls = group.map(
    ({ call }): Outgoing => ({ to: call.to ?? owner, value: call.value, data: call.data }),
  );
  if (calls.length === 0) return null;
  const keys = group.map(keyOf);
  return (await dispatch({ from: owner, chainId, keys, calls }, env)).transaction;
}

/** Asked of the chain through the wallet; then the control plane is told, which looks for itself. */
async function prove(
  hashes: readonly Hex[],
  open: readonly Open[],
  chainId: number,
  { provider, plane, now }: EndingEnv,
  tell: Tell,
): Promise<void> {
  const look = await lookAt(provider, chainId);
  if (!look) return;
  for (const hash of hashes) {
    const grant = grantOf(open, hash);
    const disabled = await isDisabled(look.view, hash);
    const ended = disabled || (grant ? await nonceMoved(look.view, grant.root) : false);
    if (ended)
      tell([hash], {
        type: 'proven',
        at: now(),
        block: look.block,
        by: disabled ? 'disabled' : 'nonce',
      });
    if (ended && grant) await plane.ask('revocation', { body: { permission: grant.permission } });
  }
}

function grantOf(open: readonly Open[], hash: Hex): Open | undefined {
  return open.find(({ root }) => hashDelegation(root) === hash);
}

function keyOf({ hash, ends, golems }: PlannedCall): string {
  if (ends === 'agent wallet') return walletKey(golems[0] ?? '');
  return hash ? endingKey(hash) : `end:${ends.replace(' ', '-')}`;
}
