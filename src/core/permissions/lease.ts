// What a lease limits: the terms of the GolemPolicyEnforcer caveat on the guardian's link, as a plain
// type. The bytes are read and written in `core/caveats`; rules here take them already decoded.
import type { Address } from 'viem';

/** Addresses in lower case. */
export type LeaseTerms = {
  /** null = native currency. */
  token: Address | null;
  /** Base units in any 24 hours, in the best phase. */
  cap: bigint;
  /** The ledger counts units of 10^unitExponent base units. */
  unitExponent: number;
  /** The part of `cap` for redeemers other than the session key; 0 = no Replicants. */
  replicantCap: bigint;
  /** First unix second at which the lease is over. */
  expiresAt: number;
  owner: Address;
  budgetId: bigint;
  generation: number;
  sessionKey: Address;
  payees: readonly Address[];
};

/** At this generation a budget is over for ever. */
export const ENDED_GENERATION = 0xffff_ffff;

/** Name of the ledger that all leases of one budget share. */
export function ledgerKey(guardian: Address, { budgetId }: Pick<LeaseTerms, 'budgetId'>): string {
  return `lease ${guardian.toLowerCase()} ${budgetId}`;
}

/** Name of the ledger that counts what others than the session key take from the same budget. */
export function replicantKey(guardian: Address, lease: Pick<LeaseTerms, 'budgetId'>): string {
  return `replicants of ${ledgerKey(guardian, lease)}`;
}
