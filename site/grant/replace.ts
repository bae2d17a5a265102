// Ends a grant by the owner's own transaction and tells the control plane, which believes the chain.
import type { Address, Hex } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { planRevoke } from '../../src/core/runway/revoke-plan';
import { believed } from '../plane';
import { ensureChain } from '../wallet/chain';
import { Trouble } from '../wallet/errors';
import { isDisabled, lookAt } from '../wallet/reads';
import { sendCall } from '../wallet/send';
import { words } from '../words';
import type { Draft } from './draft';
import type { House } from './house';

export async function endReplaced(draft: Draft, house: House): Promise<Draft> {
  const { replaces, golem } = draft.ask;
  if (replaces) {
    const { contexts, permissions } = believed(await house.plane.ask('golem', { id: golem }));
    const old = permissions.find(({ id }) => id === replaces);
    const link = contexts.find(({ permission }) => permission === replaces);
    const root = link ? decodeContext(link.context as Hex).at(-1) : undefined;
    if (old && root && old.revokedAt === null && old.expiresAt > house.now()) {
      await endGrant(
        root,
        { owner: draft.owner as Address, golem, chainId: draft.ask.chainId },
        house,
      );
      believed(await house.plane.ask('revocation', { body: { permission: replaces } }));
    }
  }
  return { ...draft, step: 'done' };
}

/** Nothing is sent when the chain shows it ended already: disabling twice reverts. */
export async function endGrant(
  root: Delegation,
  { owner, golem, chainId }: { owner: Address; golem: string; chainId: number },
  { provider, settings, waiting }: Pick<House, 'provider' | 'settings' | 'waiting'>,
): Promise<Hex | null> {
  await ensureChain(provider, settings, chainId);
  const look = await lookAt(provider, chainId);
  if (look && (await isDisabled(look.view, hashDelegation(root)))) return null;
  const grant = { chainId, manager: FRAMEWORK.delegationManager, root, golems: [golem] };
  const { plans, survivors } = planRevoke([grant], { account: owner, scope: { kind: 'all' } });
  const call = plans[0]?.calls[0]?.call;
  if (!call?.to) throw new Trouble(survivors[0]?.reason ?? words.grant.unreadable);
  return sendCall(provider, owner, { to: call.to, value: call.value, data: call.data }, waiting);
}
