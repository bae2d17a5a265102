// ArgsEqualityCheckEnforcer: the redeemer must hand over the same bytes as `args`. The redeemer writes the args and
// reads the terms, so it keeps nobody out. MetaMask puts it on an allowance that pays a NativeTokenPayment rule,
// where the bytes are the hash and the redeemer of the delegation that is paid for.
//
// terms: any bytes, also none
import type { Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { caveat } from './caveat';
import { hexadecimal } from './terms';

export type ArgsEqualityCheckTerms = { value: Hex };

export const argsEqualityCheck = caveat<ArgsEqualityCheckTerms>({
  name: 'ArgsEqualityCheckEnforcer',
  address: '0x44b8c6ae3c304213c3e298495e12497ed3e56e41',
  decode: (terms) => {
    hexadecimal(terms);
    return { value: lower(terms) };
  },
  encode: ({ value }) => value,
  words: ({ value }) => {
    const bytes = value.length <= 138 ? value : `${value.slice(0, 138)}…`;
    return {
      text: `used only with these ${byteLength(value)} bytes, which any user can add: ${bytes}`,
    };
  },
  bounds: () => ({}),
});
