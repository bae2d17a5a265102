// What a bundler asks for an operation, and what outbids one that waits.
import type { Hex } from 'viem';
import type { SenderOptions } from './sender';

export type BundledOptions = {
  bundlerUrl: string;
  /** Answers `pm_*` (ERC-7677); without one the key's own gas pays. */
  paymasterUrl?: string;
} & SenderOptions;
/** Bundlers take a second operation for the same nonce only if it pays clearly more. */
const BUMP = 125n;

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export function feesIn(raw: string): Fees {
  const { maxFeePerGas, maxPriorityFeePerGas } = JSON.parse(raw) as { [field: string]: Hex };
  return {
    maxFeePerGas: BigInt(maxFeePerGas ?? 0),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
  };
}

export function outbid(now: Fees, before: Fees): Fees {
  const more = (fee: bigint, old: bigint) => {
    const least = (old * BUMP) / 100n + 1n;
    return fee > least ? fee : least;
  };
  return {
    maxFeePerGas: more(now.maxFeePerGas, before.maxFeePerGas),
    maxPriorityFeePerGas: more(now.maxPriorityFeePerGas, before.maxPriorityFeePerGas),
  };
}
