// What a delegation's rules leave open. The chain checks every rule of every link, so a rule can only
// take power away: what no rule mentions is the delegate's.
import { nativeName } from '../caveats/budget-words';
import type { Rule } from '../caveats/list';
import { dateWords } from '../chain/time';
import { isOpen, isRoot } from '../delegations/delegation';
import { accountName, type Terms } from './delegation';
import type { Finding, Level } from './finding';
import type { Scene } from './scene';

/** Everything an owner should not overlook; empty = bounded in calls, amounts and time. */
export function dangersOf(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  return [
    ...openness(delegation),
    ...(isRoot(delegation) ? reach(delegation, rules, scene) : passedOn(rules)),
    ...unreadRules(rules),
    ...ending(delegation, rules, scene),
    ...oddRules(rules),
  ];
}

/** When the delegation ends by itself: the earliest of its rules; null = never. */
export function endOf(rules: readonly Rule[]): bigint | 'block' | null {
  const ends = rules.map((rule) => rule.bounds.until);
  const times = ends.filter((until) => typeof until === 'bigint');
  const first = times.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
  return first ?? (ends.includes('block') ? 'block' : null);
}

function openness(delegation: Terms): Finding[] {
  if (!isOpen(delegation)) return [];
  const lines = ['It names no delegate: a copy of it is enough to use it.'];
  return [finding('critical', 'Open to anyone: whoever holds it can use it', lines)];
}

function reach(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  if (!bounds(rules, 'calls')) return [unlimited(delegation, rules, scene)];
  if (bounds(rules, 'fixed') && bounds(rules, 'uses')) return [];
  const open = [
    ...(bounds(rules, 'tokens') ? [] : ['tokens']),
    ...(bounds(rules, 'value') ? [] : [nativeName(scene.chainId)]),
  ];
  if (open.length === 0) return [];
  const lines = ['Its rules limit which calls are made, not how much they move.'];
  return [finding('warning', `No rule limits the ${open.join(' and ')} it can move`, lines)];
}

/** A redelegation stays inside its parent, which is not seen here: nothing is claimed about that. */
function passedOn(rules: readonly Rule[]): Finding[] {
  if (bounds(rules, 'calls') || bounds(rules, 'value')) return [];
  const lines = ['Only the permission it hangs on limits it.'];
  return [finding('warning', 'Passes on all the power it has, with no limit of its own', lines)];
}

function unlimited(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding {
  const end = endOf(rules);
  const until = typeof end === 'bigint' ? `, until ${dateWords(end)}` : '';
  const title = `Unlimited control over ${accountName(scene, delegation.delegator)}`;
  return finding('critical', `${title}: ${whyUnlimited(rules)}`, [
    `Its holder can move every token and call every contract from there${until}.`,
  ]);
}

function whyUnlimited(rules: readonly Rule[]): string {
  if (rules.length === 0) return 'it has no rules';
  return rules.some(isUnread) ? 'no limit Bardo can read' : 'no rule limits it';
}

function unreadRules(rules: readonly Rule[]): Finding[] {
  const unread = rules.filter(isUnread);
  if (unread.length === 0) return [];
  const count = unread.length === 1 ? 'one of its rules' : `${unread.length} of its rules`;
  const lines = unread.map((rule) => sentence(rule.words.text));
  return [finding('warning', `Bardo cannot read ${count}: do not count on it`, lines)];
}

export function hasEnded(rules: readonly Rule[], scene: Scene): boolean {
  const end = endOf(rules);
  return typeof end === 'bigint' && end <= BigInt(scene.now);
}

function ending(delegation: Terms, rules: readonly Rule[], scene: Scene): Finding[] {
  const end = endOf(rules);
  if (typeof end === 'bigint' && hasEnded(rules, scene)) {
    const lines = [`It ended on ${dateWords(end)}.`];
    return [finding('warning', 'Already expired: nothing can be done with it', lines)];
  }
  if (end !== null || !isRoot(delegation)) return [];
  const lines = ['It stays valid until the account that gave it ends it on chain.'];
  return [finding('warning', 'Never expires: it must be ended by hand', lines)];
}

/** Rules that can be read but do not do what one would think. The end has its own finding. */
function oddRules(rules: readonly Rule[]): Finding[] {
  const odd = rules.filter(
    (rule) => !isUnread(rule) && rule.words.level && rule.bounds.until === undefined,
  );
  if (odd.length === 0) return [];
  const lines = odd.map((rule) => sentence(rule.words.text));
  return [finding('warning', 'One of its rules is unusual: read it closely', lines)];
}

function bounds(
  rules: readonly Rule[],
  key: 'calls' | 'value' | 'tokens' | 'fixed' | 'uses',
): boolean {
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
