// What waits for the owner's answer: requests, and new keys that the old one asks for. All of it is the control plane's
// word, and a request can be anybody's: who asks is told by the key, never by the name.
import { sameAddress } from '../chain/addresses';
import { amountWords } from '../chain/money';
import { dateWords, type Moment } from '../chain/time';
import { isOwn } from '../memory/leases';
import type { GolemRecord, State } from '../memory/state';
import type { Waiting } from '../protocol/waiting';
import { readLease } from '../runway/lease-memory';
import { calledOf, counted } from './cause';

/** `own`: the key its lease names · `posing`: another key, in a listed Golem's name · `strange`: in no listed one's. */
type Asker = 'own' | 'posing' | 'strange';

export type Asked = {
  by: Asker;
  golem: string;
  kind: string;
  /** The news in one sentence, without its full stop. */
  title: string;
  /** For who reads what the agent printed; null = the control plane tells none. */
  code: string | null;
  /** The request whose page answers it; null = that Golem's own page does. */
  request: string | null;
  askedAt: number;
  deadline: number | null;
  /** So many of this kind of this Golem, or of all strangers. */
  count: number;
};

type Known = Pick<State, 'golems' | 'leases' | 'waiting' | 'server_time'>;

/**
 * Worst first: what stops a Golem soon, what else it asks, other keys in its name, strangers last. What one Golem asks
 * of one kind is one entry, and so are all strangers together: anybody can ask, as often as they like.
 */
export function askedOf(state: Known, now: Moment): Asked[] {
  const at = now ?? state.server_time ?? 0;
  const open = (state.waiting ?? []).filter(({ deadline }) => (deadline ?? at + 1) > at);
  const groups = new Map<string, Asked>();
  const all = [
    ...state.golems.flatMap((one) => rotationOf(one, state)),
    ...requestsOf(open, state),
  ];
  for (const one of all.sort((a, b) => orderOf(a) - orderOf(b) || a.askedAt - b.askedAt)) {
    const key =
      one.by === 'own' ? `${one.golem} ${one.kind}` : one.by === 'posing' ? one.golem : '';
    const first = groups.get(key);
    if (first) first.count += 1;
    else groups.set(key, one);
  }
  return [...groups.values()].map((one) => (one.count > 1 ? together(one) : one));
}

/** No page answers several, and their codes differ. */
function together(one: Asked): Asked {
  const title =
    one.by === 'strange' ? `${one.count} requests of Golems that are not listed` : one.title;
  return { ...one, title, code: null, request: null };
}

const ASKERS: readonly Asker[] = ['own', 'posing', 'strange'];
/** One for all that are newer than we know, however many there are. */
const NEWER = 'newer';
const KINDS = ['rotation', 'revocation', 'renewal', 'key', 'payment', 'runway', NEWER];

function orderOf({ by, kind }: Asked): number {
  return ASKERS.indexOf(by) * KINDS.length + KINDS.indexOf(kind);
}

/** Asked by the key in force; over as soon as a lease signed here names the new one. */
function rotationOf({ golem, dismissed, listing }: GolemRecord, state: Known): Asked[] {
  const { id, phase, rotation } = golem;
  if (!rotation || dismissed || listing !== 'listed' || phase === 'terminal') return [];
  const key = leasedKey(id, state);
  if (key && sameAddress(key, rotation.key)) return [];
  const stops = rotation.oldKeyStopsAt;
  const until = stops ? `; its old one stops on ${dateWords(stops)}` : '';
  return [
    {
      ...{ by: 'own', golem: id, kind: 'rotation', code: null, request: null, deadline: null },
      ...{ title: `${calledOf(golem)} asks for a new key${until}`, count: 1 },
      askedAt: rotation.askedAt,
    },
  ];
}

function requestsOf(waiting: readonly Waiting[], state: Known): Asked[] {
  const records = new Map(state.golems.map((one) => [one.golem.id, one]));
  return waiting.flatMap((one): Asked[] => {
    const { id, golem, code = null, askedAt, deadline = null } = one;
    const kind = KINDS.includes(one.kind) ? one.kind : NEWER;
    const record = records.get(golem);
    const isEnd = kind === 'revocation';
    // Of who was put away nothing is said; what of the dead is still open, their death says.
    if (record?.dismissed || (isEnd && record?.golem.phase === 'terminal')) return [];
    const by = record ? (isOwnKey(one, record, state) ? 'own' : 'posing') : 'strange';
    const title = titleOf(one, by, record ? calledOf(record.golem) : golem);
    const request = isEnd ? null : id;
    return [{ by, golem, kind, title, code, request, askedAt, deadline, count: 1 }];
  });
}

/** Where this Snap signed a lease, its key counts and no word of the control plane. */
function isOwnKey({ knownKey, sessionKey }: Waiting, { golem }: GolemRecord, state: Known) {
  const key = leasedKey(golem.id, state) ?? golem.sessionKey;
  return knownKey && (!sessionKey || key === null || sameAddress(key, sessionKey));
}

/** Of the newest lease that this Snap signed; null = it knows none. */
function leasedKey(golem: string, { leases }: Known): string | null {
  const newest = leases.filter((one) => one.golem === golem && isOwn(one)).at(-1);
  return newest ? (readLease(newest)?.terms.sessionKey ?? null) : null;
}

function titleOf(one: Waiting, by: Asker, name: string): string {
  if (by !== 'own') return `Somebody asks as ${name} for ${wishOf(one)}`;
  return `${name} asks for ${wishOf(one)}`;
}

function wishOf({ kind, chainId, token = null, amount, days }: Waiting): string {
  const money = amount ? ` of ${amountWords({ chainId, token }, BigInt(amount))}` : '';
  const terms = money && days ? `${money} a day for ${counted(days, 'day')}` : '';
  switch (kind) {
    case 'runway':
      return `a runway${terms}`;
    case 'renewal':
      return `a new runway${terms}, before its present one ends`;
    case 'key':
      return 'a new key';
    case 'payment':
      return `a payment${money}`;
    case 'revocation':
      return 'its end';
    default:
      return 'something newer than this Bardo knows';
  }
}
