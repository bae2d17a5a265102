// One Golem in full, as rows of label, value and provenance. Nothing is shown without its source.
import { chainName, tokenOf } from '../chain/addresses';
import { amountDown, amountUp } from '../chain/amounts';
import { agoWords, dateWords, periodWords } from '../chain/time';
import { healthOf } from '../permissions/health';
import { nextResetAt, wantsFeeding } from '../permissions/runway';
import type { HistoryEntry, Permission } from '../protocol/status';
import type { Clock } from './clock';
import type { RosterRow } from './roster';
import type { State } from './state';
import { healthWords, leftWords, phaseWords } from './words';

export type DossierRow = {
  label: string;
  value: string;
  source: string;
  kind: 'words' | 'address';
};
export type DossierPart = { heading: string; rows: DossierRow[] };
export type Dossier = { parts: DossierPart[]; feed: boolean; history: string[] };

const SHOWN_HISTORY = 10;

/** `local`: this computer's clock, in which the moment of fetching was noted. */
export function dossierOf(row: RosterRow, state: State, clock: Clock, local: number): Dossier {
  const { golem, seenAt } = row.record;
  const own = state.permissions.filter((one) => one.golem === golem.id);
  return {
    parts: [
      { heading: 'Life', rows: lifeRows(row, clock, `server, ${agoWords(seenAt, local)}`) },
      ...own.map((one) => permissionPart(one, row, clock)),
    ],
    feed: row.runway !== null && row.standing !== 'dead' && wantsFeeding(row.runway, clock.now),
    history: state.history
      .filter((entry) => entry.golem === golem.id)
      .slice(-SHOWN_HISTORY)
      .reverse()
      .map((entry) => historyWords(entry, own)),
  };
}

function lifeRows(row: RosterRow, clock: Clock, source: string): DossierRow[] {
  const { golem } = row.record;
  const words = (label: string, value: string, from = source): DossierRow => ({
    label,
    value,
    source: from,
    kind: 'words',
  });
  const key = (label: string, value: string | null): DossierRow[] =>
    value === null ? [words(label, 'none')] : [{ label, value, source, kind: 'address' }];
  return [
    words('Phase', phaseWords(golem.phase)),
    words('Vitality', `${golem.vitality} of 100`),
    words('Permission', healthWords(row.health), "Bardo's rule on server data"),
    words('Chain', chainName(golem.chainId)),
    words('Policy tier', String(golem.policyTier)),
    ...heartbeatRows(row, clock),
    words('Gas left', gasWords(golem.gasLeft, golem.gasPullsLeft)),
    ...key('Session key', golem.sessionKey),
    ...key('Guardian', golem.guardian),
    ...(golem.parent ? [words('Replicant of', golem.parent)] : []),
    ...(golem.knowledgeRecord ? [words('Knowledge record', golem.knowledgeRecord)] : []),
  ];
}

/** The signature is shown as what it is today: carried by the server, not yet recovered by Bardo. */
function heartbeatRows(row: RosterRow, clock: Clock): DossierRow[] {
  const { heartbeat } = row.record.golem;
  const source = 'server; signature not checked';
  if (!heartbeat)
    return [{ label: 'Last heartbeat', value: 'never', source: 'server', kind: 'words' }];
  const when = `${agoWords(heartbeat.at, clock.now)}, ${dateWords(heartbeat.at)}`;
  const number = `number ${heartbeat.sequence}, every ${periodWords(BigInt(heartbeat.intervalSeconds))}`;
  return [
    { label: 'Last heartbeat', value: when, source, kind: 'words' },
    { label: 'Heartbeats', value: number, source, kind: 'words' },
  ];
}

function permissionPart(permission: Permission, row: RosterRow, clock: Clock): DossierPart {
  const source = 'server';
  const words = (label: string, value: string): DossierRow => ({
    label,
    value,
    source,
    kind: 'words',
  });
  const { phase } = row.record.golem;
  const reset = nextResetAt(permission, clock.now);
  const cap = amountWords(permission, BigInt(permission.cap), amountUp);
  const left = BigInt(permission.left);
  return {
    heading: permission.token === null ? 'Gas permission' : 'Runway',
    rows: [
      {
        ...words('Health', healthOf(permission, phase, clock.now)),
        source: "Bardo's rule on server data",
      },
      words('Cap', `${cap} every ${periodWords(BigInt(permission.periodSeconds))}`),
      words(
        'Left in this period',
        permission.token === null
          ? amountWords(permission, left, amountDown)
          : leftWords(permission, phase),
      ),
      words('Next reset', reset === null ? 'none before it ends' : dateWords(reset)),
      words('From', dateWords(permission.startAt)),
      words('Until', dateWords(permission.expiresAt)),
      words('Revoked', permission.revokedAt === null ? 'no' : dateWords(permission.revokedAt)),
      words('Chain', chainName(permission.chainId)),
      ...(permission.lease
        ? [
            words(
              'Lease',
              `generation ${permission.lease.generation}, until ${dateWords(permission.lease.expiresAt)}`,
            ),
          ]
        : []),
      words('Delegation', permission.delegationHashes.join(' ')),
    ],
  };
}

function amountWords(permission: Permission, amount: bigint, rounded: typeof amountDown): string {
  if (permission.token === null) return `${rounded(amount, 18)} of the native token`;
  const token = tokenOf(permission.chainId, permission.token);
  return token ? `${rounded(amount, token.decimals)} ${token.symbol}` : `${amount} base units`;
}

function gasWords(left: string | null, pulls: number | null): string {
  if (left === null) return 'not known';
  const amount = `${amountDown(BigInt(left), 18)} of the native token`;
  return pulls === null ? amount : `${amount}, for ${pulls} more pulls`;
}

function historyWords(entry: HistoryEntry, permissions: readonly Permission[]): string {
  const runway = permissions.find((one) => one.token !== null);
  const amount =
    entry.amount === null || !runway
      ? ''
      : ` ${amountWords(runway, BigInt(entry.amount), amountDown)}`;
  return `${dateWords(entry.at)}: ${entry.kind}${amount}`;
}
