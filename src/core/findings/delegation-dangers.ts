// What a delegation's rules leave open. The chain checks every rule of every link, so a rule can only
// take power away: what no rule mentions is the delegate's.

import type { Rule } from '../caveats/caveat';
import type { Level } from '../caveats/level';
import { logicalOrWrapper } from '../caveats/list';
import { ownershipTransfer } from '../caveats/ownership-transfer';
import { shortHex, tokenOf } from '../chain/addresses';
import { nativeName, tokenAmount } from '../chain/money';
import { dateWords, HORIZON } from '../chain/time';
import { isOpen, isRoot } from '../delegations/delegation';
import type { Route } from '../delegations/drain-moments';
import { routesOfOne } from '../delegations/exposure';
import { isUnmetered } from '../delegations/worst-case';
import { accountName, type Terms } from './delegation';
import { address, type Finding } from './finding';
import type { Scene } from './scene';

/** Everything an owner should not overlook; empty = bounded in calls, amounts and time. */
export function dangersOf(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  return [
    ...openness(delegation),
    ...(isRoot(delegation) ? reach(delegation, rules, scene) : passedOn(rules)),
    ...ownership(rules),
    ...nfts(rules),
    ...unreadRules(rules),
    ...ending(delegation, rules, scene),
    ...oddRules(rules),
  ];
}

/** When the delegation ends by itself: the earliest of its rules; null = never, or in more than ten years. */
export function endOf(rules: readonly Rule[], { now }: Scene): bigint | 'block' | null {
  const ends = rules.map((rule) => rule.bounds.until);
  const times = ends.filter((until) => typeof until === 'bigint');
  const dates = times.filter((until) => until <= BigInt(now + HORIZON));
  const first = dates.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
  return first ?? (ends.includes('block') ? 'block' : null);
}

/** With the ownership goes all that the contract holds or may do. */
function ownership(rules: readonly Rule[]): Finding[] {
  const contracts = new Set(rules.flatMap(({ bounds: { ownership: given = [] } }) => given));
  return [...contracts].map((contract) => ({
    level: 'critical' as const,
    title: `Lets its holder take over the contract ${shortHex(contract)}`,
    lines: ['It hands the ownership to anyone the holder names, for good.'],
    facts: [address('Contract', contract)],
  }));
}

/** A coin's transfer looks the same: nothing but the contract itself tells which it is. */
function nfts(rules: readonly Rule[]): Finding[] {
  return rules
    .flatMap((rule) => rule.bounds.nfts ?? [])
    .map(({ contract, tokenId }) => ({
      level: 'warning' as const,
      title: `Lets its holder take an NFT of the contract ${shortHex(contract)}`,
      lines: [
        `Number ${tokenId} may go to anyone the holder names.`,
        `If the contract is a coin, each use moves ${tokenAmount(null, tokenId, 'it')} instead.`,
      ],
      facts: [address('Contract', contract)],
    }));
}

function openness(delegation: Terms): Finding[] {
  if (!isOpen(delegation)) return [];
  const lines = ['It names no delegate, so anyone with a copy can use it.'];
  return [finding('critical', 'Open to anyone: any holder can use it', lines)];
}

/** The ways out by its own rules: whatever limits calls only limits no amount. */
function reach(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  const routes = routesOfOne(delegation, scene.chainId);
  if (routes.some(({ power }) => power === 'all')) return [unlimited(delegation, rules, scene)];
  const open = routes.filter((route) => isUnmetered(route) && !route.weighed);
  const untold = open.some(({ power, token }) => power === 'fixed' && token === 'any');
  const names = open
    .filter(({ power, token }) => power !== 'fixed' || token !== 'any')
    .map(({ token }) => assetName(token, scene.chainId));
  const title = `No rule limits the ${[...new Set(names)].join(' and ')} it can move`;
  return [
    ...(names.length > 0 ? [finding('warning', title, [whyOpen(open, rules)])] : []),
    ...(untold
      ? [finding('warning', 'Bardo cannot tell how much its fixed call moves', [UNTOLD])]
      : []),
  ];
}

const UNTOLD = 'The call is fixed, but its effect is not. Look at the contract it goes to.';

function assetName(token: Route['token'], chainId: number): string {
  if (token === null) return nativeName(chainId);
  if (token === 'any') return 'tokens';
  return tokenOf(chainId, token)?.symbol ?? `token ${shortHex(token)}`;
}

function whyOpen(open: readonly Route[], rules: readonly Rule[]): string {
  const fixed = open.filter(({ power, token }) => power === 'fixed' && token !== 'any');
  if (fixed.length === 0) return 'Its rules limit which calls are made, not how much they move.';
  // A count makes a meter of what one use moves; without one, one use moves any amount.
  return fixed.some(({ meters }) => meters.length === 0) && !bounds(rules, 'uses')
    ? 'Its calls are fixed, but they can be repeated without end.'
    : 'One use of its fixed calls is enough to take any amount.';
}

/** A redelegation stays inside its parent, which is not seen here: nothing is claimed about that. */
function passedOn(rules: readonly Rule[]): Finding[] {
  if (bounds(rules, 'calls') || bounds(rules, 'value')) return [];
  const lines = ['Only the permission above it limits it.'];
  return [finding('warning', 'Passes on all the power it has, with no limit of its own', lines)];
}

function unlimited(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding {
  const end = endOf(rules, scene);
  const until = typeof end === 'bigint' ? `, until ${dateWords(end)}` : '';
  const title = `Unlimited control over ${accountName(scene, delegation.delegator)}`;
  return finding('critical', `${title}: ${whyUnlimited(rules)}`, [
    `Its holder can move every token and call every contract from there${until}.`,
  ]);
}

function whyUnlimited(rules: readonly Rule[]): string {
  if (rules.length === 0) return 'it has no rules';
  if (rules.some(({ bounds: { calls } }) => calls)) return 'it may act as the account';
  return rules.some(isUnread) ? 'no limit Bardo can read' : 'no rule limits it';
}

function unreadRules(rules: readonly Rule[]): Finding[] {
  const unread = rules.filter(isUnread);
  if (unread.length === 0) return [];
  const count = unread.length === 1 ? 'one of its rules' : `${unread.length} of its rules`;
  const lines = unread.map((rule) => sentence(rule.words.text));
  return [finding('warning', `Bardo cannot read ${count}, so do not rely on it`, lines)];
}

export function hasEnded(rules: readonly Rule[], scene: Scene): boolean {
  const end = endOf(rules, scene);
  return typeof end === 'bigint' && end <= BigInt(scene.now);
}

function ending(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  const end = endOf(rules, scene);
  if (typeof end === 'bigint' && hasEnded(rules, scene)) {
    const lines = [`It ended on ${dateWords(end)}.`];
    return [finding('warning', 'Already expired: nothing can be done with it', lines)];
  }
  if (!isRoot(delegation) || typeof end === 'bigint') return [];
  if (end === 'block') {
    const lines = ['Bardo cannot say on which day it ends, because blocks have no fixed time.'];
    return [finding('warning', 'Ends at a block, not at a date', lines)];
  }
  const lines = ['It stays valid until the account that gave it ends it on chain.'];
  return [finding('warning', 'Never expires: it must be ended by hand', lines)];
}

/** Rules that can be read but do not do what one would think. */
function oddRules(rules: readonly Rule[]): Finding[] {
  const odd = rules.filter((rule) => !isUnread(rule) && rule.words.level && !isTold(rule));
  if (odd.length === 0) return [];
  const lines = odd.map((rule) => sentence(rule.words.text));
  return [finding('warning', 'One of its rules is unusual: read it closely', lines)];
}

/** The end and an ownership have findings of their own; sets to choose from hold more than an end. */
function isTold({ name, bounds: { until } }: Rule): boolean {
  if (name === logicalOrWrapper.name) return false;
  return until !== undefined || name === ownershipTransfer.name;
}

function bounds(rules: readonly Rule[], key: 'calls' | 'value' | 'uses'): boolean {
  return rules.some((rule) => rule.bounds[key]);
}

function isUnread(rule: Rule): boolean {
  return rule.terms === null;
}

function finding(level: Level, title: string, lines: string[]): Finding {
  return { level, title, lines, facts: [] };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
