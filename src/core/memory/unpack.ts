// Version 3 of the stored state packed facts into keys ("died:atlas", "lie:atlas:terms:p-1", "contradiction:clock").
// They are fields since: read apart here once, and nowhere else.
import { isHex } from '../bytes/hex';

/** From version 3 to 4. What cannot be read is left as it is: the check names it as damaged. */
export function fromThird(stored: object): object {
  const { alert_history: alerts, contradictions, claims } = stored as { [name: string]: unknown };
  const { owner, leases } = stored as { [name: string]: unknown };
  return {
    ...stored,
    version: 4,
    owner: isOtherText(owner) ? null : owner,
    leases: Array.isArray(leases) ? leases.filter((one) => !isOtherText(one?.context)) : leases,
    alert_history: each(alerts, ({ key, ...alert }: Keyed) => ({
      ...alert,
      ...alertFields(alert, key),
    })),
    contradictions: each(contradictions, ({ key, ...one }: Keyed) => ({ ...one, ...pointOf(key) })),
    claims: each(
      claims,
      ({ mark, claims: own, ...proof }: { mark?: unknown; claims?: unknown }) => ({
        ...proof,
        fingerprint: mark,
        claims: each(own, ({ key, ...claim }: Keyed & { source?: unknown }) => ({
          ...claim,
          ...pointOf(key),
          ...(`${claim.source}`.endsWith(' · seen once') ? { once: true } : {}),
        })),
      }),
    ),
  };
}

type Keyed = { key?: unknown };

/** Text where version 4 reads bytes: nothing could be done with it before either, and it alone is let go. */
function isOtherText(value: unknown): boolean {
  return typeof value === 'string' && !isHex(value);
}

/** The Golem of an alert was left out where it had no page: its key names it. */
function alertFields({ golem = null }: { golem?: unknown }, key: unknown): object {
  const [kind, rest] = apart(key);
  const none = { kind, golem, chainId: null, point: null };
  if (rest === null) return none;
  switch (kind) {
    case 'contradiction':
    case 'doubt':
      return { ...none, point: pointOf(rest) };
    case 'lie': {
      const [of, point] = apart(rest);
      return { ...none, golem: of, point: pointOf(point) };
    }
    case 'unchecked':
    case 'stale':
    case 'unread':
      return { ...none, chainId: Number(rest) };
    default:
      return { ...none, golem: rest };
  }
}

function pointOf(key: unknown): { what: unknown; of: string | null } {
  const [what, of] = apart(key);
  return { what, of };
}

/** At the first colon; ids have none. */
function apart(key: unknown): [unknown, string | null] {
  const at = typeof key === 'string' ? key.indexOf(':') : -1;
  return at < 0 ? [key, null] : [`${key}`.slice(0, at), `${key}`.slice(at + 1)];
}

/** What is no list of objects is left as it is. */
export function each<T extends object>(value: unknown, change: (entry: T) => object): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one) => (typeof one === 'object' && one !== null ? change(one) : one));
}
