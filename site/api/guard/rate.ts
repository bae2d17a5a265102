// Requests per minute and caller, counted in this process. The map is bounded: when it is full the
// oldest minute goes first. Who has many networks next to each other is one caller too, with a few times as much.
import { Problem } from '../plane/problem';

const MAX_CALLERS = 20_000;
/** What all households of one network may do together, in times of what one may. */
export const NEIGHBOURS = 8;

export type Rate = (peer: string, now: number, cost?: number) => void;

/** Throws `rate_limited`. `perMinute` 0 = no limit. */
export function rateLimit(perMinute: number): Rate {
  const minutes = new Map<string, { minute: number; count: number }>();
  const countOf = (caller: string, minute: number, cost: number) => {
    const known = minutes.get(caller);
    const count = (known?.minute === minute ? known.count : 0) + cost;
    minutes.delete(caller);
    minutes.set(caller, { minute, count });
    if (minutes.size > MAX_CALLERS) minutes.delete(minutes.keys().next().value ?? '');
    return count;
  };
  return (peer, now, cost = 1) => {
    if (perMinute === 0) return;
    const minute = Math.floor(now / 60);
    const { household, network } = networksOf(peer);
    const own = countOf(household, minute, cost);
    // What is refused anyway is not held against the neighbours.
    const all = own > perMinute ? 0 : countOf(`${network} and around`, minute, cost);
    if (own > perMinute || all > perMinute * NEIGHBOURS) {
      throw new Problem('rate_limited', 'Too many requests. Wait a minute.');
    }
  };
}

export type Networks = { household: string; network: string; region: string };

/** Of an IPv6 address its first 64, 48 and 32 bits; of an IPv4 address all of it, its first 24 and 16. */
export function networksOf(peer: string): Networks {
  const household = householdOf(peer);
  const sign = household.includes(':') ? ':' : '.';
  const first = (count: number) => household.split(sign).slice(0, count).join(sign);
  return { household, network: first(3), region: first(2) };
}

/** Whoever has one IPv6 address has 2^64 of them: what counts is the network, its first four groups. */
export function householdOf(peer: string): string {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return address;
  const [head = ''] = address.split('::');
  const groups = address.includes('::')
    ? [...head.split(':'), '0', '0', '0', '0']
    : head.split(':');
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16))
    .join(':');
}
