// Where one log of our contracts stood.
import type { Hex } from 'viem';
import type { Fact } from '../../../src/core/certificates/event-fact';

export type EventRow = Fact & {
  block_number: number;
  log_index: number;
  block_hash: Hex;
  transaction: Hex;
};
