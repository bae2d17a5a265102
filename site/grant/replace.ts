// Ends a grant by the owner's own transaction and tells the control plane, which believes the chain.
import type { Address, Hex } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { planRevoke } from '../../src/core/runway/revoke-plan';
import { answered } from '../plane/plane';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { Trouble } from '../wallet/errors';
import { isDisabled, lookAt } from '../wallet/reads';
import { walletWords } from '../wallet/wallet.words';
import { type Along, deliverGas, gasAlong } from './account';
import type { Draft } from './draft';
import type { GrantEnv } from './env';

export async function endReplaced(draft: Draft, env: GrantEnv): Promise<Draft> {
  const { replaces, golem, chainId } = draft.ask;
  if (replaces) {
    const along = await gasAlong(draft, env);
    const root = await liveRoot(draft, env);
    const about = { owner: draft.owner, golem, chainId };
    const sent = root ? await endGrant(root, about, env, along) : null;
    if (root) answered(await env.plane.ask('revocation', { body: { permission: replaces } }));
    if (along && !sent) await deliverGas(draft, env);
  }
  return { ...draft, step: 'done' };
}

/** null when the grant that is replaced is over by itself, or unknown. */
async function liveRoot({ ask }: Draft, { plane, now }: GrantEnv): Promise<Delegation | null> {
  const { contexts, permissions } = answered(await plane.ask('golem', { id: ask.golem }));
  const old = permissions.find(({ id }) => id === ask.replaces);
  const link = contexts.find(({ permission }) => permission === ask.replaces);
  const root = link ? decodeContext(link.context).at(-1) : undefined;
  return old && root && old.revokedAt === null && old.expiresAt > now() ? root : null;
}

/** One errand per grant, wherever on the page it is ended. */
export function endingKey(hash: Hex): string {
  return `end:${hash}`;
}

/** Nothing is sent when the chain shows it ended already: disabling twice reverts. `along`: goes in the same batch. */
export async function endGrant(
  root: Delegation,
  { owner, golem, chainId }: { owner: Address; golem: string; chainId: number },
  env: Pick<GrantEnv, 'provider' | 'settings' | 'ledger' | 'waiting'>,
  along: Along | null = null,
): Promise<Hex | null> {
  const { provider, settings } = env;
  await ensureChain(provider, settings, chainId);
  const look = await lookAt(provider, chainId);
  if (look && (await isDisabled(look.view, hashDelegation(root)))) return null;
  const grant = { chainId, manager: FRAMEWORK.delegationManager, root, golems: [golem] };
  const { plans, survivors } = planRevoke([grant], { account: owner, scope: { kind: 'all' } });
  const call = plans[0]?.calls[0]?.call;
  if (!call?.to) throw new Trouble(survivors[0]?.reason ?? walletWords.grant.unreadable);
  const end = { to: call.to, value: call.value, data: call.data };
  const calls = along ? [along.call, end] : [end];
  const keys = [endingKey(hashDelegation(root))];
  const also = along ? [along.key] : [];
  return (await dispatch({ from: owner, chainId, keys, calls }, env, also)).transaction;
}
