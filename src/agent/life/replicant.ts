// A Replicant lives on a slice of its parent: a link that the Golem signs under its lease, for fewer days and
// less money. The chain would accept a wider one and simply hold it to the parent's rules; we do not sign it.
import { randomBytes } from 'node:crypto';
import type { Address } from 'viem';
import {
  type Delegation,
  digestOf,
  encodeContext,
  hashDelegation,
} from '../../core/delegations/delegation';
import { least } from '../../core/delegations/meter';
import { limitsOf } from '../../core/delegations/read-limits';
import { type Slice as CoreSlice, replicantLink, sliceOf } from '../../core/runway/replicant';
import { planDisable } from '../runway/revoke';
import { dailyCap } from '../runway/runway';
import { isDisabled } from '../runway/runway-state';
import { type Child, type Golem, phaseOf, reconcile, signerOf } from './golem';
import { keepHeld } from './keeping';

export type Slice = {
  id: string;
  name: string;
  /** The Replicant's own session key. */
  key: Address;
  /** Base units per day. */
  cap: bigint;
  /** First second at which it is over. */
  expiresAt: number;
};

export type Spawned =
  | { ok: true; child: Child; registered: boolean }
  | { ok: false; reason: string };

/** `registered` false: the link is good on chain, but the control plane does not show it yet. */
export async function spawnReplicant(golem: Golem, slice: Slice): Promise<Spawned> {
  const { runway, key, chain, plane } = golem;
  if (!runway) return { ok: false, reason: 'the Golem has no runway to share' };
  const state = await reconcile(golem, runway);
  if (state.ended) return { ok: false, reason: 'the Golem’s own runway is over' };
  if (phaseOf(golem, state) !== 'thriving') {
    return { ok: false, reason: 'only a thriving Golem may replicate' };
  }
  const now = state.block.timestamp;
  const [parent] = runway.links;
  const { token } = runway;
  const problem = sliceProblem(golem, slice, now);
  if (problem || !parent || !token) {
    return { ok: false, reason: problem ?? 'the runway has no links, or holds no token' };
  }
  const unsigned = replicantLink({
    parent,
    replicant: slice.key,
    token,
    slice,
    now,
    // A fresh one each time: the same link again would have the same hash, and could be disabled already.
    salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
  });
  const signature = await key.sign(digestOf(unsigned, chain.chainId, chain.manager));
  const link = { ...unsigned, signature };
  const child = { id: slice.id, link, context: encodeContext([link, ...runway.links]) };
  golem.children.push(child);
  await keepHeld(golem);
  const { id, name } = slice;
  const body = { id, name, context: child.context };
  const told = await plane.ask('replicant', { body, signer: signerOf(golem) });
  return { ok: true, child, registered: told.ok };
}

/** Ends one child on chain; its parent and its siblings are not touched. */
export async function endReplicant(golem: Golem, id: string): Promise<boolean> {
  const child = golem.children.find((one) => one.id === id);
  if (!child) return false;
  const hash = hashDelegation(child.link);
  if (!(await isDisabled(golem.chain, hash))) {
    await golem.sender.send(planDisable(golem.chain, child.link));
  }
  golem.children = golem.children.filter((one) => one !== child);
  await keepHeld(golem);
  return true;
}

function sliceProblem({ runway, children }: Golem, wish: Slice, now: number): string | null {
  if (!runway || runway.token === null) return 'Gas money is not shared.';
  const cap = dailyCap(runway);
  const replicantCap = runway.lease?.terms.replicantCap ?? cap;
  const parent = { cap, replicantCap, expiresAt: runway.expiresAt };
  const slices = children.map(({ link }) => sliceIn(link, runway.chainId));
  const answer = sliceOf(parent, { wish, slices, now });
  return answer.ok ? null : answer.reasons.join(' ');
}

/** What a child was given, from the link itself. */
function sliceIn(link: Delegation, chainId: number): CoreSlice {
  const { meters, endsAt } = limitsOf(link, { chainId, paid: () => [] });
  return { cap: meters.map(({ cap }) => cap).reduce(least), expiresAt: endsAt ?? Infinity };
}
