// Whom a strategy lets be paid. A permission without payees pays anyone, so a sentence that limits payees and
// is not understood must be asked about: passing over it would be wider than the text.
import type { Address } from 'viem';
import { isAddress } from '../bytes/hash';
import { lower } from '../bytes/hex';

/** An address to pay, or the reason to ask. */
export type PayeeReading = { payee: Address } | { why: string };

const PAYS =
  /\b(pays?|paid|payees?|recipients?|beneficiar(y|ies)|invoices?|sends?|sent|transfers?|transferred|remits?|forwards?|(white|allow)list(s|ed)?)\b/i;
/** A list by its name: what it holds must be addresses. */
const LISTS = /\b(payees?|recipients?|beneficiar(y|ies)|(white|allow)list(s|ed)?)\b/i;
/** "only the landlord", not "only 5 USDC" or "only on Mondays". */
const RESTRICTS =
  /\b(only|solely|exclusively|nobody|no one|anyone (but|else|other)|except)\b(?!\s+([$\d]|up to|at most|if|when|once|until|for|on|in|per|an?)\b)/i;
const ETHER_NAME = /\b[a-z0-9-]+\.eth\b/i;

export function payeesIn(source: string, negated: boolean): PayeeReading[] {
  if (!PAYS.test(source)) return [];
  if (negated) return [{ why: 'it says whom not to pay: name only whom to pay' }];
  if (ETHER_NAME.test(source)) return [{ why: 'a name can change hands: write the address' }];
  const named = source.match(/0x[0-9a-z]+/gi) ?? [];
  if (named.length === 0 && (LISTS.test(source) || RESTRICTS.test(source))) {
    return [{ why: 'it limits who is paid without an address' }];
  }
  return named.map((payee) =>
    // A wrong checksum is a typing error, and a typing error pays a stranger.
    isAddress(payee) ? { payee: lower(payee) } : { why: 'its address is not valid' },
  );
}
