// The transaction as a whole: what leaves the owner's account over all calls, and what others may take. A
// wallet shows a batch as one thing, so nothing in it may hide behind what Bardo says about another part.
// Where no part of it concerns Bardo at all, MetaMask's own screens are enough and nothing is said.

import { isWrapped, orderKindAt } from '../chain/uniswap';
import { leavesIn, type Outcome } from '../decoders/outcome';
import { isOwn } from '../findings/delegation';
import { allowancesIn, type Payment, type Placed, paymentsIn } from '../findings/effect';
import type { Fact, Finding } from '../findings/finding';
import { knownSpender } from '../findings/money';
import { keyHolder, type Scene } from '../findings/scene';
import { totalFacts } from './totals';
import { allowanceFindings } from './whole-allowances';
import { paymentFindings } from './whole-payments';

type Whole = {
  outcome: Outcome;
  placed: readonly Placed[];
  /** It also changes the code of an account. */
  updates: boolean;
  /** Bardo has something to say about a part of it. */
  spoken: boolean;
};

export function wholeOf(whole: Whole, scene: Scene): { findings: Finding[]; totals: Fact[] } {
  const { outcome, placed, updates, spoken } = whole;
  const leaves = leavesIn(outcome);
  const isAlone =
    leaves.length === 1 && leaves[0] === outcome && !updates && !outcome.call.unbounded;
  const mine = placed.filter((one) => isMine(one, scene));
  const hidden = mine.some(({ call }) => call.unbounded);
  if (!(spoken || hidden)) return { findings: [], totals: [] };
  const totals = totalFacts(paymentsIn(placed), scene);
  if (isAlone) return { findings: [], totals };
  return {
    totals,
    findings: [
      ...allowanceFindings(allowancesIn(mine), scene),
      ...paymentFindings(
        paymentsIn(mine).filter((one) => isJudged(one, leaves)),
        scene,
      ),
      ...unreadFindings(leaves),
    ],
  };
}

/** It leaves an account of the owner for somebody who is neither the owner nor a Golem. */
function isMine({ effect }: Placed, scene: Scene): boolean {
  if (effect.kind !== 'pays' && effect.kind !== 'allows') return false;
  return isOwn(scene, effect.payer) && !isOwn(scene, effect.to) && !keyHolder(scene, effect.to);
}

/** What a permission is used for, its own finding tells. */
function isJudged(one: Placed<Payment>, leaves: readonly Outcome[]): boolean {
  const { effect, call } = one;
  if (effect.token === null && buys(one, leaves)) return false;
  return call.unbounded === true || !call.delegated;
}

/** Money sent along with a call that Bardo reads, at a contract it knows. All other contracts just get it. */
function buys({ effect, call }: Placed<Payment>, leaves: readonly Outcome[]): boolean {
  const { chainId, data } = call;
  if (isWrapped(chainId, effect.to)) return true;
  // What a router is read to pass on or to keep is no purchase.
  const isRead = leaves.some(
    (one) => one.call === call && one.kind === 'decoded' && !one.decoded.effects.includes(effect),
  );
  const known = knownSpender(chainId, effect.to) ?? orderKindAt(chainId, effect.to);
  return data !== '0x' && isRead && known !== null;
}

/** What is loud about calls that should be readable is said elsewhere; these are simply not known. */
function unreadFindings(leaves: readonly Outcome[]): Finding[] {
  const count = leaves.filter(({ kind, call }) => kind === 'unknown' && call.data !== '0x').length;
  if (count === 0) return [];
  const title = `It also makes ${count === 1 ? 'a call' : `${count} calls`} that Bardo does not know`;
  return [{ level: 'info', title, lines: ['Look at what the wallet says they do.'], facts: [] }];
}
