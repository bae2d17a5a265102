// What one log of our contracts says, and where it stood.
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

export type EventRow = Fact & {
  block_number: number;
  log_index: number;
  block_hash: Hex;
  transaction: Hex;
};
