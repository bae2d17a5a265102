// What signing a delegation does to this owner's Golems: whom it feeds or empowers, how much, and
// what it adds to. Dangers of the delegation itself come from `delegation-dangers.ts`.

import { nativeWords, tokenWords, UNLIMITED } from '../../caveats/budget-words';
import type { Budget } from '../../caveats/caveat';
import type { Rule } from '../../caveats/list';
import { chainName, sameAddress, shortHex, usdcOf } from '../../chain/addresses';
import { DAY, dateWords, periodWords } from '../../chain/time';
import { hashDelegation, isOpen } from '../../permissions/delegation';
import { USUAL_DAYS, USUAL_USDC } from '../../permissions/usual';
import type { Permission } from '../../protocol/status';
import { accountName, delegationFacts, isOwn, rulesOf, type Terms } from '../delegation';
import { dangersOf, endOf } from '../delegation-dangers';
import { type Fact, type Finding, untrusted, words } from '../finding';
import { isLive, type KeyHolder, keyHolder, type Scene, shortName } from '../scene';
import type { TypedMessage } from '../typed-message';
import { MAX_TITLE } from './reader';

/** MetaMask's own Snap that shows and signs ERC-7715 grants: only its word on site and reason counts. */
const PERMISSION_SNAP = 'npm:@metamask/gator-permissions-snap';

type Read = { delegation: Terms; rules: readonly Rule[]; budget: Budget | null; scene: Scene };

export function delegationFindings(
  typed: TypedMessage,
  delegation: Terms,
  scene: Scene,
): Finding[] {
  const rules = rulesOf(delegation, scene);
  const budget = rules.map((rule) => rule.bounds.budget).find(Boolean) ?? null;
  const read = { delegation, rules, budget, scene };
  const holder = isOpen(delegation) ? null : keyHolder(scene, delegation.delegate);
  return [
    ...dangersOf(delegation, rules, scene),
    ...(holder ? golemFindings(read, holder) : []),
    ...foreignNote(typed, scene),
    {
      ...verdict(read, holder),
      facts: [...delegationFacts(delegation, rules, scene), ...siteFacts(typed, scene)],
    },
  ];
}

function verdict(read: Read, holder: KeyHolder | null): Omit<Finding, 'facts'> {
  const { delegation, budget, scene } = read;
  const lines = budgetLines(read);
  const account = accountName(scene, delegation.delegator);
  if (holder) {
    const name = shortName(holder.golem);
    const amount = budget && isCapped(read) ? budgetWords(budget, scene) : null;
    const title = `Gives ${name} at most ${amount}`;
    const short = amount === null || title.length > MAX_TITLE;
    return { level: 'info', title: short ? `Gives ${name} power over ${account}` : title, lines };
  }
  if (isOpen(delegation)) {
    return { level: 'info', title: `Gives power over ${account} to no one in particular`, lines };
  }
  const delegate = shortHex(delegation.delegate);
  if (isOwn(scene, delegation.delegate)) {
    return { level: 'info', title: `Gives your own account power over ${account}`, lines };
  }
  const title = `Gives ${delegate} power over ${account}`;
  return scene.watched && scene.watched.golems.length > 0
    ? { level: 'warning', title: `${title}: not one of your Golems`, lines }
    : { level: 'info', title, lines };
}

/** "At most" may be said only when nothing but the budget can leave. */
function isCapped({ rules, budget }: Read): boolean {
  return budget !== null && budget.amount < UNLIMITED && rules.some((rule) => rule.bounds.calls);
}

function siteFacts({ metadata }: TypedMessage, scene: Scene): Fact[] {
  if (!metadata || scene.origin !== PERMISSION_SNAP) return [];
  const reason =
    metadata.justification === '' ? [] : [untrusted('Its reason', metadata.justification)];
  return [untrusted('Asked by', metadata.origin), ...reason];
}

/** A site that adds the note of MetaMask's permission Snap wants to be taken for another. */
function foreignNote({ metadata }: TypedMessage, scene: Scene): Finding[] {
  if (!metadata || scene.origin === PERMISSION_SNAP) return [];
  return [
    {
      level: 'warning',
      title: 'Carries a note about who asks that MetaMask did not write',
      lines: ['Only MetaMask itself may say which site asks for a permission: ignore the note.'],
      facts: [],
    },
  ];
}

function budgetLines({ budget, scene }: Read): string[] {
  if (!budget || budget.every === null || budget.amount >= UNLIMITED) return [];
  const twice = amountWords({ ...budget, amount: budget.amount * 2n }, scene);
  const span = budget.every === BigInt(DAY) ? '24 h' : periodWords(budget.every);
  return [
    `Unused budget does not roll over; around a reset up to ${twice} can go out within ${span}.`,
  ];
}

function golemFindings(read: Read, { golem, role }: KeyHolder): Finding[] {
  const { delegation, scene } = read;
  const name = shortName(golem);
  const here = chainName(scene.chainId);
  return [
    ...(golem.chainId === scene.chainId
      ? []
      : [warning(`${name} does not live on ${here}`, `It lives on ${chainName(golem.chainId)}.`)]),
    ...(golem.phase === 'terminal'
      ? [warning(`${name} is terminal: this feeds a dead Golem`, 'Its phase never improves again.')]
      : []),
    ...(role === 'session key' && isOwn(scene, delegation.delegator)
      ? [
          warning(
            `Straight to ${name}'s key: no guardian in between`,
            'Rules of a lease (phase, rolling cap, payees) do not apply to it.',
          ),
        ]
      : []),
    ...addsUp(read, golem),
    ...beyondUsual(read),
  ];
}

/** A newer grant never replaces an older one on chain. */
function addsUp({ delegation, budget, scene }: Read, golem: KeyHolder['golem']): Finding[] {
  if (!budget || !isOwn(scene, delegation.delegator)) return [];
  const hash = hashDelegation(delegation);
  const live = (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === golem.id &&
      isLive(one, scene) &&
      (one.token === null ? budget.token === null : sameAddress(one.token, budget.token)) &&
      !one.delegationHashes.some((known) => known.toLowerCase() === hash),
  );
  const others = oncePerRoot(live);
  if (others.length === 0) return [];
  const name = shortName(golem);
  const same = others.every((one) => BigInt(one.periodSeconds) === budget.every);
  const sum = others.reduce((total, one) => total + BigInt(one.cap), budget.amount);
  const total = `Budgets add up: ${name} could spend ${budgetWords({ ...budget, amount: sum }, scene)}`;
  const fits = same && total.length <= MAX_TITLE;
  return [
    {
      level: 'warning',
      title: fits ? total : `Budgets add up: ${name} already has a live permission`,
      lines: ['A new grant does not replace an old one: end the old one if it should.'],
      facts: others.map((one) => {
        const old = {
          token: budget.token,
          amount: BigInt(one.cap),
          every: BigInt(one.periodSeconds),
        };
        return words(
          'Already granted',
          `${budgetWords(old, scene)} until ${dateWords(one.expiresAt)}`,
        );
      }),
    },
  ];
}

/** Permissions that hang on one grant share its budget: it counts once. */
function oncePerRoot(permissions: readonly Permission[]): Permission[] {
  const byRoot = new Map(permissions.map((one) => [one.delegationHashes.at(-1), one]));
  return [...byRoot.values()];
}

function beyondUsual({ budget, rules, scene }: Read): Finding[] {
  const end = endOf(rules);
  const tooLong = typeof end === 'bigint' && end > BigInt(scene.now + USUAL_DAYS * DAY);
  const perDay = budget?.every ? (budget.amount * BigInt(DAY)) / budget.every : 0n;
  const inUsdc = budget !== null && sameAddress(usdcOf(scene.chainId), budget.token);
  const tooMuch = inUsdc && perDay > BigInt(USUAL_USDC) * 1_000_000n;
  const over = [
    ...(tooMuch ? [`more than ${USUAL_USDC} USDC a day`] : []),
    ...(tooLong ? [`longer than ${USUAL_DAYS} days`] : []),
  ];
  if (over.length === 0) return [];
  const title = 'Over the usual limits of a runway: sign only if you chose this';
  return [warning(title, `It is ${over.join(' and ')}.`)];
}

/** "10 USDC every day" or "10 USDC in total". */
function budgetWords(budget: Budget, scene: Scene): string {
  const amount = amountWords(budget, scene);
  return budget.every === null
    ? `${amount} in total`
    : `${amount} every ${periodWords(budget.every)}`;
}

function amountWords({ token, amount }: Budget, scene: Scene): string {
  const text = token === null ? nativeWords(scene.chainId) : tokenWords(scene.chainId, token);
  return text(amount);
}

function warning(title: string, line: string): Finding {
  return { level: 'warning', title, lines: [line], facts: [] };
}
