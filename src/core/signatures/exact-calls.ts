// The calls that a delegation fixes, read as if the account made them itself: it will, as soon as the holder
// likes. Every decoder is asked; money and approvals are said also where no Golem is concerned.

import type { Address, Hex } from 'viem';
import { sameAddress, shortHex } from '../chain/addresses';
import { limitWords, tokenAmount, UNLIMITED } from '../chain/money';
import { permit2On } from '../chain/uniswap';
import { decodeCall } from '../decoders';
import { decodedOf, effectsIn, type Outcome } from '../decoders/outcome';
import { type Step, selectorOf } from '../delegations/calls';
import type { Limits } from '../delegations/limits';
import { limitsOf } from '../delegations/read-limits';
import type { Terms } from '../findings/delegation';
import { allowancesIn, paymentsIn } from '../findings/effect';
import { address, type Fact, type Finding, words } from '../findings/finding';
import type { Scene } from '../findings/scene';

/** A list of targets beside fixed calldata: the call is read at so many of them. */
const MAX_TARGETS = 8;

export function exactCallFindings(delegation: Terms, scene: Scene): Finding[] {
  const limits = limitsOf(delegation, { chainId: scene.chainId, paid: () => [] });
  return stepsOf(limits).flatMap((step) => stepFindings(step, delegation.delegator, scene));
}

/** Of all its sets of rules; with a list of targets one step for each. */
function stepsOf({ calls, or }: Limits): Step[] {
  const own = (calls.steps ?? []).filter(({ pattern }) => !pattern);
  return [
    ...own.flatMap((step) => {
      const open = (calls.targets ?? [null]).slice(0, MAX_TARGETS);
      return (step.target ? [step.target] : open).map((target) => ({ ...step, target }));
    }),
    ...or.flat().flatMap(stepsOf),
  ];
}

function stepFindings(step: Step, from: Address, scene: Scene): Finding[] {
  const { target, value, data } = step;
  const { chainId } = scene;
  const sent = value ? [said('info', `Sends ${limitWords(chainId, null)(value)}`, target)] : [];
  if (data === '0x') return sent;
  const call = { chainId, from, to: target, value: value ?? 0n, data };
  const outcome = decodeCall(call);
  const money = moneyFindings(step, chainId);
  const moved = money.length > 0 ? money : effectFindings(outcome, from, chainId);
  const told = [...moved, ...decoderFindings(outcome, scene)];
  return [...sent, ...(told.length > 0 ? told : [silent(outcome)])];
}

/** Allowances and payments of the account by any other function, and by the calls inside it. */
function effectFindings(outcome: Outcome, from: Address, chainId: number): Finding[] {
  const own = effectsIn(outcome).filter(
    ({ effect }) => 'payer' in effect && sameAddress(effect.payer, from),
  );
  const read = decodedOf(outcome)?.effects ?? [];
  // The value of the call itself is said before.
  const rest = paymentsIn(own).filter(
    ({ effect, call }) => effect.token !== null || call !== outcome.call || read.includes(effect),
  );
  return [
    ...allowancesIn(own).map(({ effect: { token, to, amount } }) =>
      approval({ chainId, target: token, spender: to }, amount),
    ),
    ...rest.flatMap(({ effect: { token, to, amount } }) => {
      const money = limitWords(chainId, token);
      const lines = [`It moves ${money(amount)} each time.`];
      return sameAddress(to, from) ? [] : [{ ...paid(to), lines }];
    }),
  ];
}

function paid(to: Address): Finding {
  const title = `Moves money of the account to ${shortHex(to)} with each use`;
  return { level: 'warning', title, lines: [], facts: [address('To', to)] };
}

/** What the decoders say of the call and of every call inside it. */
function decoderFindings(outcome: Outcome, scene: Scene): Finding[] {
  switch (outcome.kind) {
    case 'decoded': {
      const { explain, calls } = outcome.decoded;
      return [...explain(scene), ...calls.flatMap((one) => decoderFindings(one, scene))];
    }
    case 'unreadable':
      return [
        {
          level: 'warning',
          title: `Its fixed call looks like ${outcome.contract}, but Bardo cannot read it`,
          lines: [`It looks like one, but ${outcome.reason}. Do not sign it unless you know why.`],
          facts: targetFacts(outcome.call.to),
        },
      ];
    case 'unknown':
      return [];
  }
}

function moneyFindings({ target, data }: Step, chainId: number): Finding[] {
  const [first, second, third] = wordsOf(data);
  const money = target ? limitWords(chainId, target) : anyToken;
  switch (selectorOf(data)) {
    case '0xa9059cbb':
      return [said('info', `Pays ${money(second)}`, target, ['To', first])];
    case '0x23b872dd':
      return [said('info', `Moves ${money(third)}`, target, ['From', first], ['To', second])];
    case '0x095ea7b3':
    case '0x39509351':
      return second === 0n
        ? []
        : [approval({ chainId, target, spender: addressOf(first) }, second)];
    case '0xa22cb465':
      return second === 0n
        ? []
        : [approval({ chainId, target, spender: addressOf(first) }, UNLIMITED)];
    default:
      return [];
  }
}

type Approval = { chainId: number; target: Address | null; spender: Address };

function approval({ chainId, target, spender }: Approval, most: bigint): Finding {
  const money = target ? limitWords(chainId, target) : anyToken;
  // Permit2 lets others use an allowance only by another signature of the account.
  const known = permit2On(chainId).some((one) => sameAddress(one, spender));
  const endless = most >= UNLIMITED;
  return {
    level: endless && !known ? 'critical' : 'warning',
    title: `Lets ${shortHex(spender)} take ${endless ? 'any amount of a token' : 'tokens'} later`,
    lines: [
      `Its fixed call approves ${money(most)}. An approval outlives the delegation: its rules and its end do not apply.`,
    ],
    facts: [address('Spender', spender), ...targetFacts(target)],
  };
}

/** Nobody had anything to say of it. */
function silent(outcome: Outcome): Finding {
  const { to, data } = outcome.call;
  if (outcome.kind === 'decoded') {
    const { contract, name } = outcome.decoded;
    const lines = [
      `Its fixed call is ${name} of ${contract}. Bardo found no effect on your Golems.`,
    ];
    return {
      level: 'info',
      title: `Makes a given call: ${contract}`,
      lines,
      facts: targetFacts(to),
    };
  }
  return {
    level: 'warning',
    title: 'Lets its holder make a call that Bardo cannot read',
    lines: ['The call is fixed, but Bardo does not know what it does to your account.'],
    facts: [words('Function selector', selectorOf(data)), ...targetFacts(to)],
  };
}

function said(
  level: Finding['level'],
  title: string,
  target: Address | null,
  ...parties: [string, bigint][]
): Finding {
  return {
    level,
    title: `${title} with each use`.length <= 70 ? `${title} with each use` : 'Pays with each use',
    lines: [`${title} with each use.`],
    facts: [
      ...parties.map(([label, party]) => address(label, addressOf(party))),
      ...targetFacts(target),
    ],
  };
}

function targetFacts(target: Address | null): Fact[] {
  return target ? [address('Called contract', target)] : [words('Called contract', 'any')];
}

function anyToken(amount: bigint): string {
  return amount >= UNLIMITED ? 'any amount of any token' : tokenAmount(null, amount, 'any token');
}

/** The first three arguments; what is missing is zero, as an old contract reads it. */
function wordsOf(data: Hex): [bigint, bigint, bigint] {
  const word = (place: number) =>
    BigInt(`0x${data.slice(10 + 64 * place, 74 + 64 * place).padEnd(64, '0')}`);
  return [word(0), word(1), word(2)];
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0').slice(-40)}`;
}
