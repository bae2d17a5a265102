// A fixed call in words, shared by the enforcers that allow nothing but given calls.

import { byteLength } from '../bytes/abi';
import type { Execution } from '../chain/execution';
import { limitWords } from '../chain/money';
import type { Bounds, CaveatScene } from './caveat';

export function executionWords({ target, value, data }: Execution, scene: CaveatScene): string {
  const amount = limitWords(scene.chainId, null)(value);
  if (data === '0x') return `send ${amount} to ${target}`;
  const bytes = data.length <= 138 ? data : `${data.slice(0, 138)}…`;
  const paid = value === 0n ? '' : ` with ${amount}`;
  return `to ${target}${paid}, ${byteLength(data)} bytes: ${bytes}`;
}

/** Fixed calls may still be repeated: how much they move in the end depends on how often. */
export function executionBounds(executions: readonly Execution[]): Bounds {
  return {
    calls: true,
    fixed: executions,
    ...(executions.every(({ value }) => value === 0n) ? { value: 'none' } : {}),
    ...(executions.every(({ data }) => data === '0x') ? { tokens: 'none' } : {}),
  };
}
