// How a call of the Golem reaches the chain. The default is a plain transaction of the session key, the
// cheapest way. Whoever wants somebody else to pay the gas passes another `Sender` (bundled-sender.ts, or
// one of their own); its address must be the leaf's delegate.

import type { AgentChain } from '../chain/chain';
import type { SessionKey } from '../key/session-key';
import type { Sender } from './call';
import type { Journal } from './claims';
import { openJournal } from './journal';
import { inLine } from './line';
import { isTooCheap, signedFor, submitted } from './signing';
import type { Way } from './way';

export type SenderOptions = {
  /** How long a call waits for the chain before it is in doubt. */
  waitMs?: number;
  /** Blocks, its own among them, before a transaction counts as made; 1 by default. */
  confirmations?: number;
};

/** Throws for a patience that would leave every call in doubt. */
function demandPatience({ waitMs = 0, confirmations = 1 }: SenderOptions): void {
  if (!Number.isFinite(waitMs) || waitMs < 0) {
    throw new Error('waitMs must be a number of milliseconds, at least 0.');
  }
  if (!Number.isSafeInteger(confirmations) || confirmations < 1) {
    throw new Error('confirmations must be a whole number of blocks, at least 1.');
  }
}

/** Without a journal it remembers as long as the process lives. A number is `waitMs`. */
export function plainSender(
  chain: AgentChain,
  key: SessionKey,
  options: number | SenderOptions = {},
  journal: Journal = openJournal(),
): Sender {
  const { address } = key;
  const given = typeof options === 'number' ? { waitMs: options } : options;
  demandPatience(given);
  const { waitMs = 60_000, confirmations = 1 } = given;
  const way: Way = {
    name: 'transaction',
    nextNonce: async () =>
      BigInt(await chain.client.getTransactionCount({ address, blockTag: 'pending' })),
    sign: (call, place) => signedFor({ chain, key }, call, place),
    submit: (signed) => submitted(chain, signed),
    isTooCheap: (signed) => isTooCheap(chain, signed),
    renews: false,
  };
  const line = { chain, address, way, waitMs, confirmations, journal };
  return { address, ...inLine(line) };
}
