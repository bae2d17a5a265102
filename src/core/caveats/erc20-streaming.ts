// ERC20StreamingEnforcer: `initialAmount` of one token from `startTime` on, then `amountPerSecond` more
// each second, never above `maxAmount` in total; by plain `transfer` only. Unused budget accrues.
//
// terms, 148 bytes: token 20 · initialAmount 32 · maxAmount 32 · amountPerSecond 32 · startTime 32 (unix seconds)
import type { Address } from 'viem';
import {
  isStreamUnlimited,
  type StreamTerms,
  streamBudget,
  streamBudgetWords,
  tokenWords,
} from './budget-words';
import { caveat } from './caveat';
import { addressAt, addressBytes, exactly, packed, uintAt, uintBytes } from './terms';

export type Erc20StreamingTerms = StreamTerms & { token: Address };

export const erc20Streaming = caveat<Erc20StreamingTerms>({
  name: 'ERC20StreamingEnforcer',
  address: '0x56c97ae02f233b29fa03502ecc0457266d9be00e',
  decode: (terms) => {
    exactly(terms, 148);
    return {
      token: addressAt(terms, 0),
      initialAmount: uintAt(terms, 20),
      maxAmount: uintAt(terms, 52),
      amountPerSecond: uintAt(terms, 84),
      startTime: uintAt(terms, 116),
    };
  },
  encode: (terms) =>
    packed(
      addressBytes(terms.token),
      uintBytes(terms.initialAmount),
      uintBytes(terms.maxAmount),
      uintBytes(terms.amountPerSecond),
      uintBytes(terms.startTime),
    ),
  words: (terms, scene) => streamBudgetWords(terms, tokenWords(scene.chainId, terms.token)),
  bounds: (terms) => ({
    calls: true,
    ...(isStreamUnlimited(terms) ? {} : { tokens: true }),
    budget: streamBudget(terms, terms.token),
  }),
});
