// What a Golem sends to the control plane and gets from it.

import { StopAnswer } from './api-shapes';
import { Address, ChainId, Context, Count, Hash, Id, Line, Name, Signature, Time } from './fields';
import { LinkAnswer } from './orders';
import { RunwayAnswer } from './runway-shapes';
import { document, type Infer, list, orAbsent, orNull, params, whole } from './schema';
import { GolemStruct, PermissionStruct } from './status';

/** Signed by the session key over `Heartbeat`; the guardian is zero when there is none. */
export const HeartbeatNew = params({
  owner: Address,
  golem: Id,
  chainId: ChainId,
  guardian: Address,
  sequence: Count,
  issuedAt: Time,
  phase: whole(0, 4),
  vitality: whole(0, 10_000),
  blockNumber: Count,
  blockHash: Hash,
  intervalSeconds: whole(1, 604_800),
  signature: Signature,
});

export const HeartbeatAnswer = document({ sequence: Count, stop: orNull(StopAnswer) });

export const AgentState = document({
  golem: GolemStruct,
  owner: Address,
  permissions: list(PermissionStruct, 0, 100),
  contexts: list(LinkAnswer, 0, 100),
  /** Its children's links that are still open, for a parent that lost its memory. Absent from control planes of before. */
  replicants: orAbsent(list(document({ golem: Id, context: Context }), 0, 100)),
  requests: list(RunwayAnswer, 0, 100),
  /** To be obeyed only if its signature proves it. */
  stop: orNull(StopAnswer),
  lastSequence: orNull(Count),
});

/** The present key asks a lease for the next one. */
export const RotationNew = params({ sessionKey: Address });
export const RotationAnswer = document({ pendingKey: Address });

/** The session key's link to a child, on top of the lease. */
export const ReplicantNew = params({ id: Id, name: Name, context: Context });

/** What a payment was for, in the Golem's own words. The first word on it stays. */
export const PurposeNew = params({ transaction: Hash, purpose: Line });
export const PurposeAnswer = document({ purpose: Line });

/** What the Golem's death asks for: the owner's own end of what the chain still shows open. */
export const EndingNew = params({
  reason: Line,
  /** Signed as last words (last-words.ts); a kit before 0.2.0 sends none of the rest. */
  at: orAbsent(Time),
  knowledgeRecord: orAbsent(orNull(Id)),
  signature: orAbsent(Signature),
  /** Transactions that sent its gas home: held against the chain. */
  sweeps: orAbsent(list(Hash, 0, 4)),
});
export const EndingAnswer = document({
  /** Permissions that the chain shows ended, or whose lease can move nothing any more. */
  revokedCount: Count,
  /** Permissions that wait for the owner's own transaction. */
  open: list(Id, 0, 100),
});
export type HeartbeatBody = Infer<typeof HeartbeatNew>;
