// How a Golem's permissions stand, in the words of the home page. What is over is told by what ended it: a lease that
// ended leaves its grant open, and only the grant's own end is called revoked or expired.
import { provenEnd, type Shown } from '../audit/believe';
import type { EndStage } from '../audit/ending';
import { chainName } from '../chain/addresses';
import type { Moment } from '../chain/time';
import type { Proof } from '../memory/claim';
import type { GolemRecord } from '../memory/state';
import type { Permission } from '../protocol/status';
import { type Health, isLive } from '../runway/health';
import { counted } from './cause';
import { healthWords } from './words';

type Standing = {
  record: Pick<GolemRecord, 'golem'>;
  ending: EndStage | null;
  proof: Proof | null;
  shown: Shown | null;
  /** The signed ends of its leases, by the hashes of their links, joined. */
  leaseEnds: ReadonlyMap<string, number>;
};

/** `health`: of these permissions together. */
export function permissionWords(
  health: Health | null,
  own: readonly Permission[],
  row: Standing,
  now: Moment,
): string {
  if (row.record.golem.phase === 'terminal') return deadWords(own, row, now);
  return health === 'revoked' ? overWords(own, row, now) : healthWords(health);
}

/** The oracle of its own chain shows it dead: no lease there pays any more. A grant without one knows no phase. */
export function isDeadlocked({ chainId, lease }: Permission, { shown }: Pick<Standing, 'shown'>) {
  return lease !== null && shown?.phase === 'terminal' && shown.chainId === chainId;
}

/** What a dead or hidden Golem leaves to do. Clocks that disagree leave it open whether the grant has expired. */
export function openGrantWords(open: readonly Permission[], now: Moment): string {
  return `${counted(countOf(open), 'grant')} ${stillOpen(open, now)}. End ${countOf(open) === 1 ? 'it' : 'them'} on the site.`;
}

function stillOpen(open: readonly Permission[], now: Moment): string {
  if (now === null) return 'may still be open';
  return countOf(open) === 1 ? 'is still open' : 'are still open';
}

function deadWords(own: readonly Permission[], row: Standing, now: Moment): string {
  const open = own.filter((one) => isLive(one, now));
  const dead = row.shown?.phase === 'terminal' ? 'dead' : 'reported dead, not proven on chain';
  if (open.length === 0) return `${dead}. No grant of it is known to be open`;
  const grants = `${grantWords(open)} ${stillOpen(open, now)}`;
  if (open.every((one) => isDeadlocked(one, row))) return `can't spend: ${dead}. Its ${grants}`;
  const where = row.shown?.phase === 'terminal' ? ` on ${chainName(row.shown.chainId)}` : '';
  return `${dead}${where}. Its ${grants} and may still be spent`;
}

function overWords(own: readonly Permission[], row: Standing, now: Moment): string {
  const open = own.filter((one) => isLive(one, now));
  if (row.ending?.stage === 'signed') return 'ended by you here, not seen on chain yet';
  if (open.length === 0) {
    if (own.every(({ revokedAt }) => revokedAt !== null)) return 'revoked';
    return own.some(({ revokedAt }) => revokedAt !== null) ? 'revoked or expired' : 'expired';
  }
  const over = open.map((one) => leaseOver(one, row, now));
  const grants = `${grantWords(open)} still open`;
  if (over.includes('told')) {
    return `lease ended by the control plane's word, not seen on chain; ${grants}`;
  }
  return `lease ${over.every((one) => one === 'expired') ? 'expired' : 'ended'}, ${grants}`;
}

/** `told`: neither the chain nor the signed end says so. */
function leaseOver(one: Permission, row: Standing, now: Moment) {
  const signed = row.leaseEnds.get(one.delegationHashes.join());
  if (now !== null && signed !== undefined && signed <= now) return 'expired';
  return provenEnd(row.proof, one) ? 'ended' : 'told';
}

function grantWords(open: readonly Permission[]): string {
  const count = countOf(open);
  return count === 1 ? 'grant' : counted(count, 'grant');
}

/** Leases may hang on one grant: its hash stands last. */
function countOf(open: readonly Permission[]): number {
  return new Set(open.map(({ delegationHashes }) => delegationHashes.at(-1))).size;
}
