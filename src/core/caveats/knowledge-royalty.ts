// KnowledgeRoyaltyEnforcer: one kind of sale on one market, with the revenue going to one splitter.
//
// terms, 46 bytes: version 1 · market 20 · selector 4 · payeeArg 1 · splitter 20
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { encodable, fixedBytes, readable, VERSION, versioned, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { selectorWords } from './selector-words';
import { addressAt, addressBytes, bytesAt, packed, uintAt, uintBytes } from './terms';

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
  decode: (terms) => {
    versioned(terms, 46);
    const fields = {
      market: addressAt(terms, 1),
      selector: bytesAt(terms, 21, 4),
      payeeArg: Number(uintAt(terms, 25, 1)),
      splitter: addressAt(terms, 26),
    };
    return readable(fields, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(
      VERSION,
      addressBytes(terms.market),
      fixedBytes(terms.selector, 4),
      uintBytes(BigInt(terms.payeeArg), 1),
      addressBytes(terms.splitter),
    );
  },
  words: ({ market, selector, splitter }) => ({
    text: `sells only at ${market} by the function ${selectorWords(selector)}, with the revenue going to ${splitter}`,
  }),
  bounds: () => ({ calls: true, value: true }),
});

function problemOf({ market, splitter }: KnowledgeRoyaltyTerms): string | null {
  return market === ZERO_ADDRESS || splitter === ZERO_ADDRESS ? 'a zero address' : null;
}
