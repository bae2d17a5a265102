// GolemPolicyEnforcer: the lease. One payment at a time to a named payee, at most `cap` in ANY 24 hours
// (scaled by the Golem's phase), until `expiry`, the owner's next epoch, a higher generation, or silence
// of the VitalityOracle longer than `maxAge`. Other redeemers than `sessionKey` share `replicantCap`.
//
// terms, 152 + n × 20 bytes, n 1 to 8: version 1 · kind 1 (0 token, 1 native) · token 20 · cap 16 ·
// unitExponent 1 · replicantCap 16 · expiry 5 · owner 20 · epoch 4 · budgetId 8 · generation 4 ·
// golemId 32 · maxAge 4 · sessionKey 20 · payees n × 20

import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { limitWords } from '../chain/money';
import { dateWords } from '../chain/time';
import { anyOf } from './address-words';
import {
  capProblem,
  encodable,
  entriesAfter,
  ROLLING,
  readable,
  spanWords,
  VERSION,
  ZERO_ADDRESS,
} from './bardo-terms';
import { type CaveatScene, type CaveatWords, caveat } from './caveat';
import { layout } from './layout';
import { addressAt, addressBytes, packed } from './terms';

export type GolemPolicyTerms = {
  /** null = the chain's own currency. */
  token: Address | null;
  cap: bigint;
  unitExponent: number;
  replicantCap: bigint;
  expiry: bigint;
  owner: Address;
  epoch: bigint;
  budgetId: bigint;
  generation: bigint;
  golemId: Hex;
  maxAge: bigint;
  sessionKey: Address;
  payees: Address[];
};

/** No lease may carry it; raised to it, a budget has ended for ever. */
export const ENDED_GENERATION = 2n ** 32n - 1n;

const HEAD = layout(
  'uint8 kind, address token, uint128 cap, uint8 unitExponent, uint128 replicantCap, uint40 expiry, address owner, uint32 epoch, uint64 budgetId, uint32 generation, bytes32 golemId, uint32 maxAge, address sessionKey',
);

export const golemPolicy = caveat<GolemPolicyTerms>({
  name: 'GolemPolicyEnforcer',
  address: BARDO.golemPolicyEnforcer,
  inWrapper: 'another ledger in here, which the guardian cannot end',
  decode: (terms) => readable(fieldsOf(terms), problemOf),
  encode: (terms) => {
    encodable(terms, problemOf);
    const kind = terms.token === null ? 1 : 0;
    const head = HEAD.write({ ...terms, kind, token: terms.token ?? ZERO_ADDRESS });
    return packed(VERSION, head, ...terms.payees.map(addressBytes));
  },
  words: leaseWords,
  bounds: ({ token, cap, expiry }) => ({
    calls: true,
    value: token === null ? 'limited' : 'none',
    tokens: token === null ? 'none' : 'limited',
    until: expiry,
    budgets: [{ token, amount: cap, every: ROLLING }],
  }),
});

function fieldsOf(terms: Hex): GolemPolicyTerms {
  const payees = entriesAfter(terms, { head: 1 + HEAD.size, size: 20, least: 1, most: 8 });
  const { kind, ...head } = HEAD.read(terms, 1);
  readable({ kind, token: head.token }, kindProblem);
  return {
    ...head,
    token: kind === 1 ? null : head.token,
    payees: payees.map((payee) => addressAt(payee, 0)),
  };
}

function kindProblem({ kind, token }: { kind: number; token: Address }): string | null {
  if (kind > 1) return 'a kind of money it does not know';
  return (kind === 1) === (token === ZERO_ADDRESS) ? null : 'a kind that does not fit its token';
}

function problemOf(terms: GolemPolicyTerms): string | null {
  if (terms.token === ZERO_ADDRESS) return 'the zero address as token';
  if (terms.payees.length < 1 || terms.payees.length > 8) return 'no payee, or more than eight';
  if (terms.replicantCap > terms.cap) return 'more for Replicants than for all';
  if (terms.owner === ZERO_ADDRESS) return 'the zero address as owner';
  if (terms.sessionKey === ZERO_ADDRESS) return 'the zero address as session key';
  if (terms.generation >= ENDED_GENERATION) return 'the generation that means ended';
  return capProblem(terms.cap, terms.unitExponent);
}

function leaseWords(terms: GolemPolicyTerms, scene: CaveatScene): CaveatWords {
  const { chainId, now } = scene;
  const amounts = limitWords(chainId, terms.token);
  const children =
    terms.replicantCap === 0n
      ? 'nothing for Replicants'
      : `at most ${amounts(terms.replicantCap)} of it for all Replicants together`;
  const text = [
    `at most ${amounts(terms.cap)} in any 24 hours`,
    'half of that in conservation, a tenth of it while declining, nothing once terminal',
    children,
    `paid only to ${anyOf(terms.payees)}`,
    `until ${dateWords(terms.expiry)}`,
    `and not after ${spanWords(terms.maxAge)} without a word from the Golem on chain`,
  ].join('; ');
  return BigInt(now) >= terms.expiry
    ? { text: `${text}. It has expired`, level: 'warning' }
    : { text };
}
