// One delegation read for its owner: who lets whom do what, as facts and as data. What its rules leave
// open is judged in `delegation-dangers.ts`.

import type { Json } from '../bytes/json';
import type { Rule } from '../caveats/caveat';
import { caveatJson, readCaveats } from '../caveats/list';
import { sameAddress, shortHex } from '../chain/addresses';
import { type Delegation, hashDelegation, isOpen, isRoot } from '../delegations/delegation';
import { routesOfOne } from '../delegations/exposure';
import type { WorstCase } from '../delegations/pots';
import { worstCaseOf } from '../delegations/worst-case';
import { address, type Fact, words } from './finding';
import { keyHolder, permissionsOn, type Scene, shortName } from './scene';

/** What a delegation says; the signature plays no part in it. */
export type Terms = Omit<Delegation, 'signature'>;

export function rulesOf(delegation: Terms, scene: Scene): Rule[] {
  return readCaveats(delegation.caveats, scene);
}

/** What its own rules let be taken, by asset; empty when it has expired. */
export function takingsOf(delegation: Terms, { chainId, now }: Scene): WorstCase[] {
  return worstCaseOf(routesOfOne(delegation, chainId), { now, holdings: [] });
}

export function delegationFacts(delegation: Terms, rules: readonly Rule[], scene: Scene): Fact[] {
  return [
    isOpen(delegation)
      ? words('Delegate', 'anyone who holds it')
      : address(`Delegate (${delegateWords(scene, delegation.delegate)})`, delegation.delegate),
    address(`Account (${accountWords(scene, delegation.delegator)})`, delegation.delegator),
    words('Power', powerWords(delegation, scene)),
    ...rules.map((rule, index) => words(`Rule ${index + 1}`, rule.words.text)),
    ...(rules.length === 0 ? [words('Rules', 'none')] : []),
  ];
}

/** The delegation as data: names and decoded terms beside what was signed. */
export function delegationJson(delegation: Terms, chainId: number): { [key: string]: Json } {
  return {
    delegate: delegation.delegate,
    delegator: delegation.delegator,
    authority: delegation.authority,
    caveats: delegation.caveats.map(({ enforcer, terms }) => caveatJson(enforcer, terms, chainId)),
    salt: delegation.salt.toString(),
    hash: hashDelegation(delegation),
  };
}

/** "Atlas's guardian", "not one of your Golems"; nothing is claimed while no Golem is watched. */
export function delegateWords(scene: Scene, delegate: string): string {
  const unknown = scene.watched ? 'not one of your Golems' : 'unknown to Bardo';
  return knownName(scene, delegate) ?? unknown;
}

/** "Atlas's guardian" or "your own account"; null for everybody else. */
export function knownName(scene: Scene, party: string): string | null {
  const holder = keyHolder(scene, party);
  if (holder) return `${shortName(holder.golem)}'s ${holder.role}`;
  return isOwn(scene, party) ? 'your own account' : null;
}

/** The account that signs or the one Bardo watches. */
export function isOwn(scene: Scene, account: string): boolean {
  return sameAddress(scene.signer, account) || sameAddress(scene.watched?.owner, account);
}

/** "your account" or the shortened address, for sentences. */
export function accountName(scene: Scene, account: string): string {
  return isOwn(scene, account) ? 'your account' : shortHex(account);
}

function accountWords(scene: Scene, account: string): string {
  if (isOwn(scene, account)) return 'yours';
  const holder = keyHolder(scene, account);
  return holder ? `${shortName(holder.golem)}'s ${holder.role}` : 'not the one that signs';
}

function powerWords(delegation: Terms, scene: Scene): string {
  if (isRoot(delegation)) return 'acts from the account itself';
  const golem = permissionsOn(scene, delegation.authority)[0]?.golem;
  const whose = golem ? `${shortName(golem)}'s permission` : 'the permission';
  return `passes on part of ${whose} ${shortHex(delegation.authority)}`;
}
