// The transaction as a whole: what leaves the owner's account over all calls, and what others may take. A
// wallet shows a batch as one thing, so nothing in it may hide behind what Bardo says about another part.
// Where no part of it concerns Bardo at all, MetaMask's own screens are enough and nothing is said.

import type { Level } from '../caveats/level';
import { shortHex } from '../chain/addresses';
import { UNLIMITED } from '../chain/money';
import { isWrapped, orderKindAt } from '../chain/uniswap';
import { leavesIn, type Outcome } from '../decoders/outcome';
import { moneyRows } from '../decoders/redemption-moves';
import { isOwn } from '../findings/delegation';
import {
  type Allowance,
  allowancesIn,
  type Payment,
  type Placed,
  paymentsIn,
} from '../findings/effect';
import { type Fact, type Finding, titled, words } from '../findings/finding';
import {
  allowanceTitle,
  byAmount,
  knownSpender,
  titleMoney,
  totalsOf,
  totalWords,
} from '../findings/money';
import { keyHolder, type Scene } from '../findings/scene';
import { totalFacts } from './totals';

type Whole = {
  outcome: Outcome;
  placed: readonly Placed[];
  /** It also changes the code of an account. */
  updates: boolean;
  /** Bardo has something to say about a part of it. */
  spoken: boolean;
};

/** More than this are counted. */
const LISTED = 4;

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

function allowanceFindings(allowances: readonly Placed<Allowance>[], scene: Scene): Finding[] {
  const findings = [...allowances]
    .sort((a, b) => byAmount(a.effect, b.effect))
    .map((one) => allowanceFinding(one, scene));
  const sorted = [...findings].sort((a, b) => loudness(a.level) - loudness(b.level));
  const more = sorted.length - LISTED;
  if (more <= 0) return sorted;
  const rest = `It lets ${more} more allowances stand.`;
  return sorted.slice(0, LISTED).map((one, at) => (at === 0 ? withLine(one, rest) : one));
}

function allowanceFinding({ effect, call }: Placed<Allowance>, scene: Scene): Finding {
  const isShown = call.delegated || call.unbounded;
  return {
    level: allowanceLevel(effect, call, scene),
    title: allowanceTitle(scene.chainId, effect, 'your account'),
    lines: ['An allowance stays until it is used up or ended. No runway or lease limits it.'],
    facts: isShown ? [] : moneyRows([{ effect, call }], scene).flat(),
  };
}

function allowanceLevel(
  { amount, to }: Allowance,
  { delegated, unbounded }: Placed['call'],
  scene: Scene,
): Level {
  const unlimited = amount >= UNLIMITED;
  if (knownSpender(scene.chainId, to)) {
    return unlimited || delegated || unbounded ? 'warning' : 'info';
  }
  return unlimited || unbounded ? 'critical' : 'warning';
}

/** One finding for all: what runs without a rule must not stand before a larger payment, or behind it. */
function paymentFindings(placed: Placed<Payment>[], scene: Scene): Finding[] {
  const payments = placed.map(({ effect }) => effect);
  if (payments.length === 0) return [];
  const open = placed.filter(({ call }) => !call.unbounded);
  const rows = moneyRows(open, scene);
  const more = rows.length - LISTED;
  const total = `In total ${totalWords(totalsOf(payments, scene.chainId))} in ${payments.length} payments.`;
  return [
    {
      level: open.length < placed.length ? 'critical' : 'warning',
      title: paymentTitle(payments, scene),
      lines: [
        ...(open.length < placed.length ? [unruled(placed.length - open.length, placed)] : []),
        ...(open.length > 0 ? ['It goes to addresses that Bardo does not know as yours.'] : []),
        ...(payments.length > 1 ? [total] : []),
      ],
      facts: [
        ...rows.slice(0, LISTED).flat(),
        ...(more > 0 ? [words('And', `${more} more; their money is in the total`)] : []),
      ],
    },
  ];
}

function unruled(count: number, { length }: readonly Placed[]): string {
  const what = count === length ? 'it: it runs' : `${count} of ${length} payments: they run`;
  return `No rule limits ${what} with all the power of your account.`;
}

/** Kinds of money cannot be weighed against each other: all are named, or only counted. */
function paymentTitle(payments: readonly Payment[], { chainId }: Scene): string {
  const totals = totalsOf(payments, chainId);
  const kinds = [...new Set(totals.map((one) => titleMoney(chainId, one)))];
  const what = [kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and ');
  const payees = new Set(payments.map(({ to }) => to.toLowerCase()));
  const [payee = ''] = payees;
  const whom = payees.size === 1 ? shortHex(payee) : `${payees.size} addresses`;
  const counted = totals.length > 1 ? `${totals.length} kinds of money` : 'money';
  return titled(
    `Moves ${what} out of your account to ${whom}`,
    `Moves ${what} out of your account`,
    `Moves ${what}`,
    `Moves ${counted} out of your account`,
  );
}

/** What is loud about calls that should be readable is said elsewhere; these are simply not known. */
function unreadFindings(leaves: readonly Outcome[]): Finding[] {
  const count = leaves.filter(({ kind, call }) => kind === 'unknown' && call.data !== '0x').length;
  if (count === 0) return [];
  const title = `It also makes ${count === 1 ? 'a call' : `${count} calls`} that Bardo does not know`;
  return [{ level: 'info', title, lines: ['Look at what the wallet says they do.'], facts: [] }];
}

function loudness(level: Level): number {
  return ['critical', 'warning', 'info'].indexOf(level);
}

function withLine(finding: Finding, line: string): Finding {
  return { ...finding, lines: [...finding.lines, line] };
}
