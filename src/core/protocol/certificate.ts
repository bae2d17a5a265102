// The death certificate: what the chain shows of one Golem's life, from the grant to the end. It holds
// hashes and transactions only, so that anybody can check it against any node of the chain without
// trusting who wrote it.

import { Address, Amount, ChainId, Count, Hash, Id, Name, Time, Uint64 } from './fields';
import type { Infer } from './schema';
import { document, list, oneOf, orNull, whole } from './schema';

export const CERTIFICATE_VERSION = 1;
export const MAX_CERTIFIED = 2000;

/** How each step shows: a log of a known contract in that transaction. */
export const CERTIFIED_EVENTS = [
  'registered',
  'redeemed',
  'phase',
  'healed',
  'raised',
  'epoch',
  'disabled',
] as const;

const CertifiedStruct = document({
  event: oneOf(CERTIFIED_EVENTS),
  at: Time,
  blockNumber: Count,
  blockHash: Hash,
  transaction: Hash,
  logIndex: Count,
  /** The delegation it is about (redeemed, disabled); null otherwise. */
  delegationHash: orNull(Hash),
  amount: orNull(Amount),
  phase: orNull(whole(0, 4)),
});

export const CertificateStruct = document({
  version: whole(CERTIFICATE_VERSION, CERTIFICATE_VERSION),
  golem: Id,
  name: Name,
  chainId: ChainId,
  owner: Address,
  guardian: orNull(Address),
  golemId: Hash,
  manager: Address,
  /** Root hashes of the grants it lived on and hashes of its leases. */
  grants: list(Hash, 0, 100),
  leases: list(
    document({ hash: Hash, generation: Count, budgetId: Uint64, sessionKey: Address }),
    0,
    500,
  ),
  diedAt: Time,
  /** What ended it: the oracle's terminal phase, the raised budget, or the disabled grant. */
  cause: oneOf(['terminal', 'ended', 'disabled'] as const),
  spent: Amount,
  /** In the order of the chain. Of a long life each period's last payment stands for all of it. */
  steps: list(CertifiedStruct, 1, MAX_CERTIFIED),
});

export type Certificate = Infer<typeof CertificateStruct>;
export type CertifiedStep = Infer<typeof CertifiedStruct>;
