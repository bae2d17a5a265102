// One Golem in full, as rows of label, value and provenance. Nothing is shown without its source.
import { chainName, tokenOf } from '../chain/addresses';
import { amountDown, amountUp } from '../chain/amounts';
import { agoWords, dateWords, type Moment, periodWords } from '../chain/time';
import { healthOf, isLive } from '../permissions/health';
import { nextResetAt, wantsFeeding } from '../permissions/runway';
import type { HistoryEntry, Permission, Phase } from '../protocol/status';
import type { Clock } from './clock';
import { counted } from './condition';
import type { RosterRow } from './roster';
import type { State } from './state';
import { healthWords, leftWords, NOT_KNOWN, phaseWords } from './words';

export type DossierRow = {
  label: string;
  value: string;
  source: string;
  kind: 'words' | 'address';
};
export type DossierPart = { heading: string; rows: DossierRow[] };
export type Dossier = { parts: DossierPart[]; feed: boolean; history: string[] };

const SHOWN_HISTORY = 10;

const OUR_RULE = "Bardo's rule on server data";

/** `local`: this computer's clock, in which the moment of fetching was noted. */
export function dossierOf(row: RosterRow, state: State, clock: Clock, local: number): Dossier {
  const { golem, seenAt } = row.record;
  const { now } = clock;
  const own = state.permissions.filter((one) => one.golem === golem.id);
  return {
    parts: [
      { heading: 'Life', rows: lifeRows(row, now, `server, ${agoWords(seenAt, local)}`) },
      ...own.map((one) => permissionPart(one, row, now)),
    ],
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

function lifeRows(row: RosterRow, now: Moment, source: string): DossierRow[] {
  const { golem } = row.record;
  const words = (label: string, value: string) => wordsRow(label, value, source);
  const key = (label: string, value: string | null): DossierRow =>
    value === null ? words(label, 'none') : { label, value, source, kind: 'address' };
  return [
    words('Phase', phaseWords(golem.phase)),
    words('Vitality', `${golem.vitality} of 100`),
    wordsRow('Permission', healthWords(row.health), OUR_RULE),
    words('Chain', chainName(golem.chainId)),
    words('Policy tier', String(golem.policyTier)),
    ...heartbeatRows(row, now),
    words('Gas left', gasWords(golem.gasLeft, golem.gasPullsLeft)),
    key('Session key', golem.sessionKey),
    key('Guardian', golem.guardian),
    ...(golem.parent ? [words('Replicant of', golem.parent)] : []),
    ...(golem.knowledgeRecord ? [words('Knowledge record', golem.knowledgeRecord)] : []),
  ];
}

function wordsRow(label: string, value: string, source: string): DossierRow {
  return { label, value, source, kind: 'words' };
}

/** The signature is shown as what it is today: carried by the server, not yet recovered by Bardo. */
function heartbeatRows(row: RosterRow, now: Moment): DossierRow[] {
  const { heartbeat } = row.record.golem;
  const source = 'server; signature not checked';
  if (!heartbeat) return [wordsRow('Last heartbeat', 'never', 'server')];
  const at = dateWords(heartbeat.at);
  const number = `number ${heartbeat.sequence}, every ${periodWords(BigInt(heartbeat.intervalSeconds))}`;
  return [
    wordsRow('Last heartbeat', now === null ? at : `${agoWords(heartbeat.at, now)}, ${at}`, source),
    wordsRow('Heartbeats', number, source),
  ];
}

function permissionPart(permission: Permission, row: RosterRow, now: Moment): DossierPart {
  const words = (label: string, value: string) => wordsRow(label, value, 'server');
  const { lease } = permission;
  const { phase } = row.record.golem;
  const health = healthOf(permission, phase, now);
  const cap = amountWords(permission, BigInt(permission.cap), amountUp);
  const left = health === 'revoked' ? 'nothing, it has ended' : leftOf(permission, phase);
  return {
    heading: permission.token === null ? 'Gas permission' : 'Runway',
    rows: [
      wordsRow('Health', healthWords(health), OUR_RULE),
      words('Cap', `${cap} every ${periodWords(BigInt(permission.periodSeconds))}`),
      wordsRow('Left in this period', left, OUR_RULE),
      words('Next reset', resetWords(permission, now)),
      words('From', dateWords(permission.startAt)),
      words('Until', dateWords(permission.expiresAt)),
      words('Revoked', permission.revokedAt === null ? 'no' : dateWords(permission.revokedAt)),
      words('Chain', chainName(permission.chainId)),
      ...(lease ? [words('Lease', leaseWords(permission, lease))] : []),
      words('Delegation', permission.delegationHashes.join(' ')),
    ],
  };
}

function leftOf(permission: Permission, phase: Phase): string {
  return permission.token === null
    ? amountWords(permission, BigInt(permission.left), amountDown)
    : leftWords(permission, phase);
}

function resetWords(permission: Permission, now: Moment): string {
  if (now === null) return NOT_KNOWN;
  const reset = isLive(permission, now) ? nextResetAt(permission, now) : null;
  return reset === null ? 'none before it ends' : dateWords(reset);
}

function leaseWords(permission: Permission, lease: NonNullable<Permission['lease']>): string {
  const cap = amountWords(permission, BigInt(lease.cap), amountUp);
  return `generation ${lease.generation}, cap ${cap}, until ${dateWords(lease.expiresAt)}`;
}

function amountWords(permission: Permission, amount: bigint, rounded: typeof amountDown): string {
  if (permission.token === null) return `${rounded(amount, 18)} of the native token`;
  const token = tokenOf(permission.chainId, permission.token);
  return token ? `${rounded(amount, token.decimals)} ${token.symbol}` : `${amount} base units`;
}

function gasWords(left: string | null, pulls: number | null): string {
  const amount = left === null ? null : `${amountDown(BigInt(left), 18)} of the native token`;
  const enough = pulls === null ? null : `for ${counted(pulls, 'more pull')}`;
  return [amount, enough].filter((part) => part !== null).join(', ') || 'not known';
}

/** An amount is put into words only by the permission the entry names: its token says what is counted. */
function historyWords(entry: HistoryEntry, permissions: readonly Permission[]): string {
  const permission = permissions.find((one) => one.id === entry.permission);
  const amount =
    entry.amount === null
      ? ''
      : permission
        ? ` ${amountWords(permission, BigInt(entry.amount), amountDown)}`
        : ` ${entry.amount} base units of an unknown token`;
  return `${dateWords(entry.at)}: ${entry.kind}${amount}`;
}
