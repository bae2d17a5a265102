// One Golem in full, as rows of label, value and provenance. Nothing is shown without its source.

import { believed, provenEnd } from '../audit/believe';
import { chainName } from '../chain/addresses';
import { amountWords, tokenAmount } from '../chain/money';
import { agoWords, dateWords, type Moment, periodWords } from '../chain/time';
import { chainSource, type Proof } from '../memory/claim';
import type { State } from '../memory/state';
import type { Golem, HistoryEntry, Permission, Phase } from '../protocol/status';
import { healthOf, isLive } from '../runway/health';
import { nextResetAt, wantsFeeding } from '../runway/runway';
import { auditPart, deathWords, isSignedBeat, phaseSource, sourceFor } from './audit-rows';
import { counted } from './cause';
import type { Clock } from './clock';
import type { DetailPart, DetailRow } from './detail-row';
import type { ListedGolem } from './golem-list';
import { isDeadlocked, permissionWords } from './permission-words';
import { unreadWords } from './unread';
import { leftWords, NOT_KNOWN, phaseWords } from './words';

export type GolemDetail = {
  parts: DetailPart[];
  feed: boolean;
  history: string[];
  death: { title: string; text: string };
};

const SHOWN_HISTORY = 10;

const OUR_RULE = "Bardo's rule on server data";

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
      { heading: 'Life', rows: lifeRows(row, now, `server, ${agoWords(seenAt, local)}`) },
      ...own.map((one) => permissionPart(one, row, now)),
    ],
    death: deathWords(row),
    feed:
      row.standing !== 'dead' &&
      row.runway !== null &&
      now !== null &&
      wantsFeeding(row.runway, now),
    history: state.history
      .filter((entry) => entry.golem === golem.id)
      .slice(-SHOWN_HISTORY)
      .reverse()
      .map((entry) => historyWords(entry, own)),
  };
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

function lifeRows(row: ListedGolem, now: Moment, source: string): DetailRow[] {
  const { golem } = row.record;
  const words = (label: string, value: string) => wordsRow(label, value, source);
  const key = (label: string, value: string | null, proven: string | null): DetailRow =>
    value === null
      ? words(label, 'none')
      : { label, value, source: proven ?? source, kind: 'address' };
  return [
    wordsRow('Phase', phaseWords(golem.phase), phaseSource(row) ?? source),
    words('Vitality', `${golem.vitality} of 100`),
    wordsRow('Permission', row.permission, OUR_RULE),
    words('Chain', chainName(golem.chainId)),
    words('Policy tier', String(golem.policyTier)),
    ...heartbeatRows(row, now),
    ...gasRows(golem, row.proof, source),
    key('Session key', golem.sessionKey, sourceFor(row, 'key')),
    key('Guardian', golem.guardian, sourceFor(row, 'guardian')),
    ...(golem.parent ? [words('Replicant of', golem.parent)] : []),
    ...(golem.knowledgeRecord ? [words('Knowledge record', golem.knowledgeRecord)] : []),
  ];
}

function wordsRow(label: string, value: string, source: string): DetailRow {
  return { label, value, source, kind: 'words' };
}

/** Signed by the Golem once Bardo has recovered the signer itself. */
function heartbeatRows(row: ListedGolem, now: Moment): DetailRow[] {
  const { heartbeat } = row.record.golem;
  const unproven = `server; signature not ${row.proof ? 'proven' : 'checked'}`;
  const source = isSignedBeat(row) ? `signed by ${row.name}` : unproven;
  if (!heartbeat) return [wordsRow('Last heartbeat', 'never', 'server')];
  const at = dateWords(heartbeat.at);
  return [
    wordsRow('Last heartbeat', now === null ? at : `${agoWords(heartbeat.at, now)}, ${at}`, source),
    wordsRow('Heartbeats', `number ${heartbeat.sequence}`, source),
    // Nobody signs it.
    wordsRow('Expected every', periodWords(BigInt(heartbeat.intervalSeconds)), 'server'),
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

/** What the key holds is read from the chain; for how long it lasts is the server's estimate. */
function gasRows(golem: Golem, proof: Proof | null, source: string): DetailRow[] {
  const { gasLeft, gasPullsLeft: pulls } = golem;
  const seen = proof?.gas === null ? null : proof?.seen;
  const left = seen ? (proof?.gas ?? null) : gasLeft;
  const words =
    left === null
      ? 'not known'
      : amountWords(
          { chainId: proof?.chainId ?? golem.chainId, token: null },
          BigInt(left),
          'down',
        );
  return [
    wordsRow('Gas left', words, seen ? chainSource(seen.block) : source),
    ...(pulls === null ? [] : [wordsRow('Gas lasts for', counted(pulls, 'more payment'), source)]),
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
  return `${dateWords(entry.at)}: ${entry.kind}${amount}`;
}
