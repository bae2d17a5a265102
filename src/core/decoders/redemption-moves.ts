// What a redemption runs from the account that pays: money in the token's own words, every other call by
// function and target. The wallet shows none of it: for MetaMask it is one call to its manager.

import { selectorWords } from '../caveats/selector-words';
import { UNLIMITED } from '../chain/money';
import { knownName } from '../findings/delegation';
import { allowancesIn, type Placed, paymentsIn } from '../findings/effect';
import { address, type Fact, words } from '../findings/finding';
import { byAmount, moneyWords, worstFirst } from '../findings/money';
import type { Scene } from '../findings/scene';
import { effectsIn, leavesIn, type Outcome } from './outcome';

/** Enough to read; the rest is counted. */
const MAX_SHOWN = 6;

/** Worst first: what may be taken without limit, then the largest payments, then everything else. */
export function moveFacts(inner: readonly Outcome[], scene: Scene): Fact[] {
  const placed = inner.flatMap(effectsIn);
  const rows = [...moneyRows(placed, scene), ...inner.flatMap(leavesIn).flatMap(otherRow)];
  const more = rows.length - MAX_SHOWN;
  return [
    ...rows.slice(0, MAX_SHOWN).flat(),
    ...(more > 0 ? [words('And', `${more} more; their money is in the total`)] : []),
  ];
}

export function moneyRows(placed: readonly Placed[], scene: Scene): Fact[][] {
  const { chainId } = scene;
  const allowed = allowancesIn(placed)
    .map(({ effect }) => effect)
    .sort(byAmount);
  const taken = allowed.map((one) => [
    words('Lets take', moneyWords(chainId, one.token, one.amount)),
    address(`By${namedWords(scene, one.to)}`, one.to),
  ]);
  const unlimited = allowed.filter(({ amount }) => amount >= UNLIMITED).length;
  const payments = paymentsIn(placed).map(({ effect }) => effect);
  const paid = worstFirst(payments, chainId).map((one) => [
    words('Moves', moneyWords(chainId, one.token, one.amount)),
    address(`To${namedWords(scene, one.to)}`, one.to),
  ]);
  return [...taken.slice(0, unlimited), ...paid, ...taken.slice(unlimited)];
}

/** A call that is no payment, or does more than pay. */
function otherRow(leaf: Outcome): Fact[][] {
  const { call } = leaf;
  const isMoney = leaf.kind === 'decoded' && leaf.decoded.effects.length > 0;
  if (call.to === null || call.data === '0x' || isMoney) return [];
  const name = words('Calls', selectorWords(`0x${call.data.slice(2, 10)}`));
  return [[name, address('On', call.to)]];
}

function namedWords(scene: Scene, party: string): string {
  const name = knownName(scene, party);
  return name ? ` (${name})` : '';
}
