// What waits for the owner's answer, in the status document. All of it is the control plane's word: the answer is
// given on a page and in dialogs that prove what they show.
import { Address, Amount, ChainId, Id, Line, Time, UserCode, Word } from './fields';
import { document, type Infer, maybe, whole, yesNo } from './schema';

export const MAX_WAITING = 200;

export const WaitingStruct = document({
  /** Of a request its digest, without 0x: the page that answers is named after it. */
  id: Id,
  /** As the asker names itself. It need not be listed: anybody can ask under any name. */
  golem: Id,
  chainId: ChainId,
  /** 'runway', 'renewal', 'key', 'payment', 'revocation', or what a newer control plane knows. */
  kind: Word,
  askedAt: Time,
  /** null = it waits until it is answered. */
  deadline: maybe(Time),
  /** The key that asks and that the answer would name. */
  sessionKey: maybe(Address),
  token: maybe(Address),
  /** A day, of a runway; of a payment the whole. */
  amount: maybe(Amount),
  days: maybe(whole(1, 3650)),
  /** The permission that it would take the place of. */
  replaces: maybe(Id),
  payee: maybe(Address),
  /** What for, in the Golem's own words: foreign text. */
  purpose: maybe(Line),
  /** To be compared with what the agent prints. */
  code: maybe(UserCode),
  /** The asking key is the one this Golem's lease names today. */
  knownKey: yesNo(),
});

export type Waiting = Infer<typeof WaitingStruct>;
