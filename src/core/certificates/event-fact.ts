// What one log of our contracts says.
import type { Hex } from 'viem';

export type Fact = {
  event: string;
  delegation_hash?: Hex;
  owner?: Hex;
  redeemer?: Hex;
  guardian?: Hex;
  golem_id?: Hex;
  budget_id?: string;
  amount?: string;
  number?: string;
  /** Of a payment through a period: which one, and its total so far. */
  period?: string;
  total?: string;
  /** Of a redeemed link: the hash of the link that it stands on. It is not kept. */
  authority?: Hex;
};

type Total = Pick<Fact, 'period' | 'total'>;

/** What a payment adds to its period: the total began anew if the one before was of another. */
export function addedTo(before: Total | null | undefined, { period, total }: Total): bigint {
  return BigInt(total ?? 0) - (before?.period === period ? BigInt(before?.total ?? 0) : 0n);
}
