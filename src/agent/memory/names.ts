// Under which names of a store the kit keeps what is no payment. One store may hold several Golems: an id is its owner's own,
// so owner and chain are part of the name.
import { createHash } from 'node:crypto';
import type { Address } from 'viem';

export type Whose = { id: string; owner: Address; chainId: number };

export function golemName(whose: Whose): string {
  return `golem-${whose.id}-${markOf(whose)}`;
}

export function sequenceName(whose: Whose): string {
  return `beat-${whose.id}-${markOf(whose)}`;
}

/** What became of payments whose own records were let go. */
export const TOTALS = 'totals';

/** A key file that lies in the folder of a store is no record of it. */
const KEY_FILE = 'session-key';

export function isPaymentName(name: string): boolean {
  return name !== TOTALS && name !== KEY_FILE && !/^(golem|beat)-/.test(name);
}

function markOf({ id, owner, chainId }: Whose): string {
  const words = JSON.stringify([id, owner.toLowerCase(), chainId]);
  return createHash('sha256').update(words).digest('hex').slice(0, 8);
}
