// KnowledgeRoyaltyEnforcer: one kind of sale on one market, with the revenue going to one splitter.
//
// terms, 46 bytes: version 1 · market 20 · selector 4 · payeeArg 1 · splitter 20
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { bardoTerms } from './layout';
import { selectorWords } from './selector-words';

export type KnowledgeRoyaltyTerms = {
  market: Address;
  selector: Hex;
  /** Which argument of the sale names who is paid, from 0. */
  payeeArg: number;
  splitter: Address;
};

export const knowledgeRoyalty = caveat<KnowledgeRoyaltyTerms>({
  name: 'KnowledgeRoyaltyEnforcer',
  address: BARDO.knowledgeRoyaltyEnforcer,
  ...bardoTerms('address market, bytes4 selector, uint8 payeeArg, address splitter', problemOf),
  words: ({ market, selector, splitter }) => ({
    text: `sells only at ${market} by the function ${selectorWords(selector)}, with the revenue going to ${splitter}`,
  }),
  bounds: () => ({ calls: true, value: 'none' }),
});

function problemOf({ market, splitter }: KnowledgeRoyaltyTerms): string | null {
  return market === ZERO_ADDRESS || splitter === ZERO_ADDRESS ? 'a zero address' : null;
}
