// ExactCalldataEnforcer: the calldata of each call must be these bytes; the target is left open.
// MetaMask uses it with empty bytes beside a native budget: plain sends, no contract calls.
//
// terms: the calldata itself, any length, also none
import type { Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { caveat } from './caveat';
import { hexadecimal } from './terms';

export type ExactCalldataTerms = { calldata: Hex };

export const exactCalldata = caveat<ExactCalldataTerms>({
  name: 'ExactCalldataEnforcer',
  address: '0x99f2e9bf15ce5ec84685604836f71ab835dbbded',
  decode: (terms) => {
    hexadecimal(terms);
    return { calldata: lower(terms) };
  },
  encode: (terms) => terms.calldata,
  words: ({ calldata }) => ({ text: exactWords(calldata) }),
  bounds: ({ calldata }) => (calldata === '0x' ? { calls: true, tokens: 'none' } : { calls: true }),
});

function exactWords(calldata: Hex): string {
  if (calldata === '0x') return 'plain transfers only, no contract calls';
  const data = calldata.length <= 138 ? calldata : `${calldata.slice(0, 138)}…`;
  return `only calls with exactly these ${byteLength(calldata)} bytes: ${data}`;
}
