// Rules that weigh an account before and after each use, shared by the four kinds of asset. They watch the
// account that the terms name, which may be anybody's, and one asset of it. An approval made in a use
// changes no balance: what is taken by it later is not weighed.

import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { type AmountWords, UNLIMITED } from '../chain/money';
import type { Bounds, CaveatWords } from './caveat';
import { bytesAt, hexadecimal, packed, uintAt } from './terms';

/** `decrease`: the balance may fall by at most `amount`; otherwise it must rise by at least `amount`. */
export type Change = { decrease: boolean; recipient: Address; amount: bigint };

type Codec<Fields> = { decode: (terms: Hex) => Fields; encode: (fields: Fields) => Hex };

/** One byte for the direction before the other fields. The contract takes every byte but 0 for a decrease. */
export function changeTerms<Fields extends object>(rest: Codec<Fields>) {
  return {
    decode: (terms: Hex): Fields & { decrease: boolean } => {
      hexadecimal(terms);
      const flag = terms === '0x' ? 0n : uintAt(terms, 0, 1);
      if (flag > 1n) throw new Unreadable('its direction is neither up nor down');
      return { ...rest.decode(bytesAt(terms, 1, terms.length)), decrease: flag === 1n };
    },
    encode: (fields: Fields & { decrease: boolean }): Hex =>
      packed(fields.decrease ? '0x01' : '0x00', rest.encode(fields)),
  };
}

export function changeWords(change: Change, asset: string, amountWords: AmountWords): CaveatWords {
  const { decrease, recipient, amount } = change;
  const whose = `the ${asset} of ${recipient}`;
  if (amount === 0n) return { text: `each single use must not lower ${whose}` };
  if (!decrease) {
    return { text: `each single use must raise ${whose} by at least ${amountWords(amount)}` };
  }
  if (amount >= UNLIMITED) {
    return { text: `each single use lowers ${whose} by any amount`, level: 'warning' };
  }
  return { text: `each single use lowers ${whose} by at most ${amountWords(amount)}` };
}

/** A rise is a fall of nothing. What the account does in another asset, or after the use, stays open. */
export function lossesOf({ decrease, recipient, amount }: Change, token: Address | null): Bounds {
  if (!decrease) return { losses: [{ account: recipient, token, amount: 0n }] };
  return amount >= UNLIMITED ? {} : { losses: [{ account: recipient, token, amount }] };
}

/** Over a whole redemption, which may hold several uses. */
export function riseWords(
  { recipient, amount }: Omit<Change, 'decrease'>,
  asset: string,
  amountWords: AmountWords,
): CaveatWords {
  if (amount === 0n)
    return { text: 'nothing: the enforcer refuses a rise of zero', level: 'warning' };
  return {
    text: `each redemption as a whole must raise the ${asset} of ${recipient} by at least ${amountWords(amount)}`,
  };
}
