// One Golem in full, as rows of label, value and provenance. Nothing is shown without its source.

import { believed, provenEnd } from '../audit/believe';
import { chainName, shortHex } from '../chain/addresses';
import { amountWords, tokenAmount } from '../chain/money';
import { dateWords, type Moment, periodWords, whenWords } from '../chain/time';
import { printable } from '../findings/finding';
import { chainSource } from '../memory/claim';
import type { State } from '../memory/state';
import {
  type Golem,
  HISTORY_KINDS,
  type HistoryEntry,
  type Permission,
  type Phase,
} from '../protocol/status';
import { canSpend, NEXT_WORDS, STATE_WORDS } from '../runway/golem-state';
import { healthOf, isLive } from '../runway/health';
import { lastingOfGolem } from '../runway/lasting';
import { burnWords, lastsWords } from '../runway/lasting-words';
import { nextResetAt } from '../runway/runway';
import { type Asked, askedOf } from './asked';
import { auditPart, deathWords, sourceFor, wordsRow } from './audit-rows';
import type { Clock } from './clock';
import type { DetailPart, DetailRow } from './detail-row';
import { limitOf } from './golem-card';
import { lifeRows, MAX_QUOTE, OUR_RULE } from './golem-life';
import type { ListedGolem } from './golem-list';
import { isDeadlocked, permissionWords } from './permission-words';
import { unreadWords } from './unread';
import { leftWords, NOT_KNOWN, newerWords } from './words';

export type GolemDetail = {
  /** What decides: it stands first, with the buttons. */
  now: DetailRow[];
  /** Why it may spend a part only, and what helps. */
  limit: { title: string; text: string } | null;
  /** What waits for its owner's answer. */
  asked: Asked[];
  parts: DetailPart[];
  history: string[];
  death: { title: string; text: string };
};

const SHOWN_HISTORY = 10;

const NO_LEASE = "none: only MetaMask's own limits hold it, no phase, payee or end of a lease";

/** `local`: this computer's clock, in which the moment of fetching was noted. */
export function golemDetailOf(
  row: ListedGolem,
  told: State,
  clock: Clock,
  local: number,
): GolemDetail {
  const state = believed(told);
  const { golem, seenAt } = row.record;
  const { now } = clock;
  const own = state.permissions.filter((one) => one.golem === golem.id);
  return {
    parts: [
      ...auditPart(row, local),
      ...unreadPart(state, golem, own),
      { heading: 'Life', rows: lifeRows(row, `server, ${whenWords(seenAt, local)}`) },
      ...own.map((one) => permissionPart(one, row, now)),
    ],
    death: deathWords(row),
    now: nowRows(row, now),
    limit: limitOf(row),
    asked: askedOf(told, now).filter((one) => one.golem === golem.id),
    history: state.history
      .filter((entry) => entry.golem === golem.id)
      .slice(-SHOWN_HISTORY)
      .reverse()
      .map((entry) => historyWords(entry, own)),
  };
}

/** What is left, and how long it lasts by whichever bound comes first. */
function nowRows(row: ListedGolem, now: Moment): DetailRow[] {
  const { state, runway, gas, record, proof, current } = row;
  const { golem } = record;
  const next = state.next ? `. ${NEXT_WORDS[state.next]}` : '';
  const stands = wordsRow('State', `${STATE_WORDS[state.state]}${next}`, OUR_RULE);
  if (!runway || !canSpend(state)) return [stands];
  const counted = current ? proof?.left.find(({ permission }) => permission === runway.id) : null;
  const seen = counted && proof?.seen ? chainSource(proof.seen.block) : null;
  const left = wordsRow('Left', leftWords(runway, golem.phase), seen ?? OUR_RULE);
  if (now === null) return [stands, left, wordsRow('Until', NOT_KNOWN, OUR_RULE)];
  const held = counted?.held ? BigInt(counted.held) : null;
  const lasting = lastingOfGolem(golem, { runway, gas }, now, held);
  const pace = burnWords(lasting.burn, (amount) => amountWords(runway, amount));
  const balance = held === null ? 'balance by the server' : `balance by ${seen}`;
  return [
    stands,
    left,
    wordsRow('How long', lastsWords(lasting, now), OUR_RULE),
    wordsRow('Pace', pace, `server; ${balance}`),
  ];
}

/** Of the chains this Golem lives on: what it did there may be missing from its page. */
function unreadPart(
  { unread = [], leases }: State,
  { id, chainId }: Golem,
  own: readonly Permission[],
): DetailPart[] {
  const leased = leases.filter((one) => one.golem === id);
  const homes = new Set([chainId, ...[...own, ...leased].map((one) => one.chainId)]);
  const gaps = unread.filter((one) => homes.has(one.chainId));
  if (gaps.length === 0) return [];
  const since = `since ${dateWords(Math.min(...gaps.map((one) => one.since)))}`;
  return [
    {
      heading: 'Gaps of the control plane',
      rows: [wordsRow('Not read', unreadWords(gaps), `server, ${since}`)],
    },
  ];
}

function permissionPart(permission: Permission, row: ListedGolem, now: Moment): DetailPart {
  const { id, lease } = permission;
  const signed = sourceFor(row, 'terms', id) ?? 'server';
  const words = (label: string, value: string) => wordsRow(label, value, signed);
  const counted =
    row.current && row.proof?.left.some((one) => one.permission === id) ? row.proof.seen : null;
  const { phase } = row.record.golem;
  const health = healthOf(permission, phase, now);
  const cap = amountWords(permission, BigInt(permission.cap));
  const left = isDeadlocked(permission, row)
    ? 'nothing, the Golem is dead'
    : health === 'revoked'
      ? `nothing, ${isLive(permission, now) ? 'its lease' : 'it'} has ended`
      : leftOf(permission, phase);
  return {
    heading: permission.token === null ? 'Gas permission' : 'Runway',
    rows: [
      wordsRow('Health', permissionWords(health, [permission], row, now), OUR_RULE),
      words('Cap', `${cap} every ${periodWords(BigInt(permission.periodSeconds))}`),
      wordsRow('Left in this period', left, counted ? chainSource(counted.block) : OUR_RULE),
      words('Next reset', resetWords(permission, now)),
      words('From', dateWords(permission.startAt)),
      words('Until', dateWords(permission.expiresAt)),
      wordsRow(
        'Revoked',
        permission.revokedAt === null ? 'no' : dateWords(permission.revokedAt),
        sourceFor(row, 'end', id) ?? 'server',
      ),
      words('Chain', chainName(permission.chainId)),
      ...(lease ? leaseRows(permission, lease, row, signed) : [words('Lease', NO_LEASE)]),
      words('Delegation', permission.delegationHashes.join(' ')),
    ],
  };
}

function leftOf(permission: Permission, phase: Phase): string {
  return permission.token === null
    ? amountWords(permission, BigInt(permission.left), 'down')
    : leftWords(permission, phase);
}

function resetWords(permission: Permission, now: Moment): string {
  if (now === null) return NOT_KNOWN;
  const reset = isLive(permission, now) ? nextResetAt(permission, now) : null;
  return reset === null ? 'none before it ends' : dateWords(reset);
}

/** The server shortens the end of a lease that is over: its time is never told as the signed one. */
function leaseRows(
  permission: Permission,
  lease: NonNullable<Permission['lease']>,
  { leaseEnds, proof }: ListedGolem,
  signed: string,
): DetailRow[] {
  const end = leaseEnds.get(permission.delegationHashes.join());
  const cap = amountWords(permission, BigInt(lease.cap));
  const until = dateWords(end ?? lease.expiresAt);
  const words = `generation ${lease.generation}, cap ${cap}, until ${until}`;
  const terms = wordsRow('Lease', words, end === undefined ? 'server' : signed);
  if (end === undefined || lease.expiresAt >= end) return [terms];
  const shown = provenEnd(proof, permission);
  return [
    terms,
    shown && proof?.seen
      ? wordsRow('Lease ended', shown.words, chainSource(proof.seen.block))
      : wordsRow('Lease ends, by the server', dateWords(lease.expiresAt), 'server'),
  ];
}

/** An amount is put into words only by the permission the entry names: its token says what is counted. */
function historyWords(entry: HistoryEntry, permissions: readonly Permission[]): string {
  const permission = permissions.find((one) => one.id === entry.permission);
  const amount =
    entry.amount === null
      ? ''
      : permission
        ? ` ${amountWords(permission, BigInt(entry.amount), 'down')}`
        : ` ${tokenAmount(null, BigInt(entry.amount), 'an unknown token')}`;
  const { at, kind, payee, purpose } = entry;
  const what = HISTORY_KINDS.some((known) => known === kind) ? kind : newerWords(kind);
  const to = payee ? ` to ${shortHex(payee)}` : '';
  const why = purpose ? `, in its own words “${printable(purpose, MAX_QUOTE)}”` : '';
  return `${dateWords(at)}: ${what}${amount}${to}${why}`;
}
