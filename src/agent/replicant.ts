// A Replicant lives on a slice of its parent: a link that the Golem signs under its lease, for fewer days and
// less money. The chain would accept a wider one and simply hold it to the parent's rules; we do not sign it.
import { randomBytes } from 'node:crypto';
import type { Address } from 'viem';
import { erc20PeriodTransfer } from '../core/caveats/erc20-period-transfer';
import { timestamp } from '../core/caveats/timestamp';
import { valueLte } from '../core/caveats/value-lte';
import {
  type CaveatData,
  type Delegation,
  digestOf,
  encodeContext,
  hashDelegation,
} from '../core/permissions/delegation';
import { type Child, type Golem, phaseOf, reconcile, signerOf } from './golem';
import { planDisable } from './revoke';
import { dailyCap, type Runway } from './runway';
import { isDisabled } from './runway-state';

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
  const problem = sliceProblem(runway, slice, state.block.timestamp);
  if (problem) return { ok: false, reason: problem };
  const unsigned = linkOf(runway, slice, key.address, state.block.timestamp);
  const signature = await key.sign(digestOf(unsigned, chain.chainId, chain.manager));
  const link = { ...unsigned, signature };
  const child = { id: slice.id, link, context: encodeContext([link, ...runway.links]) };
  golem.children.push(child);
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
  return true;
}

function sliceProblem(runway: Runway, { cap, expiresAt }: Slice, now: number): string | null {
  const { lease, token } = runway;
  if (token === null) return 'gas money is not shared';
  if (cap <= 0n || cap >= dailyCap(runway)) return 'a Replicant gets less money than its parent';
  if (lease && cap > lease.terms.replicantCap) {
    return 'the lease allows less for Replicants than that';
  }
  if (expiresAt <= now) return 'it would be over before it begins';
  return expiresAt < runway.expiresAt ? null : 'a Replicant gets fewer days than its parent';
}

function linkOf(
  runway: Runway,
  { key, cap, expiresAt }: Slice,
  delegator: Address,
  now: number,
): Omit<Delegation, 'signature'> {
  const token = runway.token as Address;
  const rule = (enforcer: Address, terms: CaveatData['terms']): CaveatData => ({
    enforcer,
    terms,
    args: '0x',
  });
  const daily = { token, periodAmount: cap, periodDuration: 86_400n, startDate: BigInt(now) };
  const until = { after: 0n, before: BigInt(expiresAt) };
  return {
    delegate: key,
    delegator,
    authority: runway.hashes[0] ?? '0x',
    caveats: [
      rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(daily)),
      rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
      rule(timestamp.address, timestamp.encode(until)),
    ],
    // A fresh one each time: the same link again would have the same hash, and could be disabled already.
    salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
  };
}
