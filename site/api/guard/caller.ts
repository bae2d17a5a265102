// Whose network a request comes from, as the store may know it: a keyed name that nobody can read an address from.
// Neighbours begin alike, so that a whole network can be told from the store.
import { keyed } from '../plane/secrets';
import { networksOf } from './rate';

/** Letters of region, network and household in a caller's name. */
export const REGION = 6;
export const NETWORK = 14;
const HOUSEHOLD = 22;

export function callerOf(secret: string, peer: string): string {
  const { household, network, region } = networksOf(peer);
  const letters = (kind: string, value: string, count: number) =>
    keyed(secret, kind, value).slice(0, count);
  return [
    letters('region', region, REGION),
    letters('network', network, NETWORK - REGION),
    letters('caller', household, HOUSEHOLD - NETWORK),
  ].join('');
}

export function isNear(one: string, other: string): boolean {
  return one.slice(0, NETWORK) === other.slice(0, NETWORK);
}
