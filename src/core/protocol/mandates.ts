// Mandates, in the status document.
import { Address, ChainId, Hash, Id, Time } from './fields';
import { document, type Infer, maybe } from './schema';

export const MAX_MANDATES = 200;

/** Authority over more than payments, given by a smart account of the owner's. */
export const MandateStruct = document({
  id: Id,
  golem: Id,
  chainId: ChainId,
  manager: Address,
  delegator: Address,
  delegate: Address,
  hash: Hash,
  startAt: maybe(Time),
  expiresAt: maybe(Time),
  revokedAt: maybe(Time),
});

export type Mandate = Infer<typeof MandateStruct>;
