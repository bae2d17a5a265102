// What a lease is asked for, and the surroundings it is judged in.
import type { Address } from 'viem';
import type { DelegationChain } from '../delegations/delegation-chain';
import type { Grant } from './grant';
import type { LeaseFacts } from './lease-facts';
import type { RememberedLease } from './lease-memory';

export type LeaseAsk = {
  golem: string;
  sessionKey: Address;
  cap: bigint;
  replicantCap: bigint;
  expiresAt: number;
  payees: readonly Address[];
  maxAgeSeconds: number;
};

/** What is known for the Golem beside the lease that is to be signed, on any chain. */
export type Beside = {
  /** Signed bytes, none of which the chain has shown ended. */
  chains: readonly DelegationChain[];
  /** Of this Snap: their keys are not the Golem's. */
  guardians: readonly Address[];
  /** Permissions that the control plane lists as live and whose bytes are not known. */
  unseen: number;
};

export type LeaseScene = {
  guardian: Address;
  grant: Grant;
  facts: LeaseFacts;
  /** Of the same budget, newest first. */
  before: readonly RememberedLease[];
  beside: Beside;
  /** Of the request it answers, which this very key signed; null = it answers none. */
  code: string | null;
  /** Local time: the chain's could be made up by an endpoint to use generations up. */
  now: number;
};
