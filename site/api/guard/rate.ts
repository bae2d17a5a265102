// Requests per minute and caller, counted in this process. The map is bounded: when it is full the
// oldest minute goes first.
import { Problem } from '../problem';

const MAX_CALLERS = 10_000;

export type Rate = (peer: string, now: number, cost?: number) => void;

/** Throws `rate_limited`. `perMinute` 0 = no limit. */
export function rateLimit(perMinute: number): Rate {
  const minutes = new Map<string, { minute: number; count: number }>();
  return (peer, now, cost = 1) => {
    if (perMinute === 0) return;
    const minute = Math.floor(now / 60);
    const caller = householdOf(peer);
    const known = minutes.get(caller);
    const count = (known?.minute === minute ? known.count : 0) + cost;
    minutes.delete(caller);
    minutes.set(caller, { minute, count });
    if (minutes.size > MAX_CALLERS) minutes.delete(minutes.keys().next().value ?? '');
    if (count > perMinute) throw new Problem('rate_limited', 'Too many requests. Wait a minute.');
  };
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
