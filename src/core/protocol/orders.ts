// What the Snap and the control plane hand each other besides the status: orders that a guardian signed,
// and the signed contexts of a Golem. A file of its own, so that the Snap carries no other route's documents.

import { Address, AnySignature, ChainId, Context, Id, Line, Time, Uint64 } from './fields';
import type { Infer } from './schema';
import { document, list, oneOf, orAbsent, params, whole } from './schema';
import { PermissionStruct } from './status';

export const Generation = whole(0, 4_294_967_295);

/** Signed by the guardian or the owner over `Stop`. */
export const STOP = {
  /** Whose Golem; absent in orders of older Snaps. The signature does not cover it: it only finds the Golem. */
  owner: orAbsent(Address),
  golem: Id,
  chainId: ChainId,
  guardian: Address,
  issuedAt: Time,
  reason: Line,
  signature: AnySignature,
};
export const StopOrder = params(STOP);

/** Signed by the guardian over `Raise`, domain of the GolemPolicyEnforcer. */
export const RaiseOrder = params({
  chainId: ChainId,
  manager: Address,
  guardian: Address,
  budgetId: Uint64,
  generation: Generation,
  signature: AnySignature,
});

/** Signed by the guardian, domain of the VitalityOracle. */
export const OracleOrder = /* @__PURE__ */ params({
  chainId: ChainId,
  act: oneOf(['register', 'setReporter', 'heal'] as const),
  guardian: Address,
  owner: orAbsent(Address),
  golem: Id,
  /** For register and setReporter. */
  reporter: orAbsent(Address),
  /** For heal. */
  phase: orAbsent(whole(0, 4)),
  score: orAbsent(whole(0, 10_000)),
  deadline: Time,
  signature: AnySignature,
});

export const LinkAnswer = document({ permission: Id, chainId: ChainId, context: Context });

/** The part of a Golem's page that a Snap reads back: what it did not sign itself, or has forgotten. */
export const ContextsAnswer = document({
  permissions: list(PermissionStruct, 0, 100),
  contexts: list(LinkAnswer, 0, 100),
});

export type StopOrderBody = Infer<typeof StopOrder>;
export type RaiseOrderBody = Infer<typeof RaiseOrder>;
export type OracleOrderBody = Infer<typeof OracleOrder>;
