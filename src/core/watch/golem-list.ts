// The owner's Golems as the home page lists them: worst first, in pages, every figure already judged.
import { believed, isCurrent, proofFor, type Shown, shownPhase } from '../audit/believe';
import { type EndStage, endStageOf } from '../audit/ending';
import { readGrantedChain } from '../delegations/delegation-chain';
import type { Proof } from '../memory/claim';
import type { GolemRecord, State, Vital } from '../memory/state';
import { nameOf, type Permission } from '../protocol/status';
import { type GolemState, stateOf } from '../runway/golem-state';
import { endsAt, type Health, healthOfGolem, isLive, runwaysOf } from '../runway/health';
import { phaseRank } from '../runway/phase';
import { RANK } from './cause';
import { causesOf } from './causes';
import type { Clock } from './clock';
import { permissionWords } from './permission-words';

export const PAGE_SIZE = 10;

export type Standing = 'dead' | 'alarm' | 'warning' | 'well';

export type ListedGolem = {
  record: GolemRecord;
  name: string;
  standing: Standing;
  /** null = the Golem never had a runway. */
  health: Health | null;
  /** How it stands, in one word, and what helps. */
  state: GolemState;
  /** A Replicant that stands below its parent. */
  nested: boolean;
  /** How its permissions stand, for the owner. */
  permission: string;
  /** The signed ends of its leases, by the hashes of their links, joined. */
  leaseEnds: ReadonlyMap<string, number>;
  /** The live runway that ends last; null when there is none. */
  runway: Permission | null;
  /** The live permission it may refill its gas with. */
  gas: Permission | null;
  /** A grant of the owner is in force, or may be: there is something to end. */
  revocable: boolean;
  /** How far the end is that the owner confirmed here; null = none under way. */
  ending: EndStage | null;
  /** What Bardo found out by itself; null = never looked at. */
  proof: Proof | null;
  /** The oracle's last word; null = none was heard. */
  shown: Shown | null;
  /** What was asked of the oracle, for each chain it is leased on; none when it is not leased here. */
  vitals: Vital[];
  /** The proof is of what is shown: the server has said nothing since. */
  current: boolean;
};

export type ListPage = { rows: ListedGolem[]; page: number; pages: number; total: number };

export function golemListOf(told: State, clock: Clock): ListedGolem[] {
  const state = believed(told);
  const alarms = causesOf(state, clock).filter(({ rank }) => rank < RANK.asks);
  const alarmed = new Set(alarms.map(({ golem }) => golem));
  const rows = state.golems
    .filter((record) => !record.dismissed)
    .map((record) => rowOf(record, state, clock, alarmed.has(record.golem.id)))
    .sort(
      (a, b) =>
        STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) ||
        phaseRank(b.record.golem.phase) - phaseRank(a.record.golem.phase) ||
        a.record.golem.vitality - b.record.golem.vitality ||
        (a.record.golem.id < b.record.golem.id ? -1 : 1),
    );
  return inFamilies(rows);
}

/** Replicants follow their parent, and the worst of a family gives all of it its place. */
function inFamilies(rows: readonly ListedGolem[]): ListedGolem[] {
  const parents = new Map(rows.map(({ record: { golem } }) => [golem.id, golem.parent]));
  const headOf = ({ record: { golem } }: ListedGolem) => {
    const { parent } = golem;
    // Of a parent that is not listed, or is one itself, nothing hangs together: it stands alone.
    return parent !== null && parents.get(parent) === null ? parent : golem.id;
  };
  const families = new Map<string, ListedGolem[]>();
  for (const row of rows) {
    const head = headOf(row);
    const nested = head !== row.record.golem.id;
    const family = families.get(head) ?? [];
    families.set(head, nested ? [...family, { ...row, nested }] : [row, ...family]);
  }
  return [...families.values()].flat();
}

/** Page numbers from outside (a stale button) are clamped, never out of range. */
export function pageOf(rows: readonly ListedGolem[], wanted: number): ListPage {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.floor(wanted) || 1), pages);
  const start = (page - 1) * PAGE_SIZE;
  return { rows: rows.slice(start, start + PAGE_SIZE), page, pages, total: rows.length };
}

const STANDINGS: readonly Standing[] = ['dead', 'alarm', 'warning', 'well'];

function rowOf(record: GolemRecord, state: State, clock: Clock, alarmed: boolean): ListedGolem {
  const { golem } = record;
  const own = state.permissions.filter((one) => one.golem === golem.id);
  const health = healthOfGolem(golem, own, clock.now);
  const proof = proofFor(state, golem.id);
  const runway = runwaysOf(own, clock.now).sort((a, b) => endsAt(b) - endsAt(a))[0] ?? null;
  const row = {
    record,
    name: nameOf(golem),
    standing: standingOf(record, health, alarmed),
    health,
    state: stateOf(golem, own, clock.now),
    nested: false,
    runway,
    gas: own.find((one) => one.token === null && isLive(one, clock.now)) ?? null,
    revocable: own.some((one) => isLive(one, clock.now)),
    ending: endStageOf(state, golem.id),
    proof,
    shown: shownPhase(state, golem.id),
    vitals: state.vitals.filter((one) => one.golem === golem.id),
    current: proof !== null && isCurrent(proof, state),
    leaseEnds: leaseEndsOf(state, golem.id),
  };
  const judged = golem.phase === 'terminal' ? own : own.filter(({ token }) => token !== null);
  return { ...row, permission: permissionWords(health, judged, row, clock.now) };
}

function leaseEndsOf({ leases }: State, golem: string): Map<string, number> {
  const read = leases
    .filter((one) => one.golem === golem)
    .flatMap(({ context, chainId }) => readGrantedChain(context, chainId) ?? []);
  return new Map(
    read.flatMap(({ hashes, lease }) =>
      lease ? [[hashes.join(), Number(lease.terms.expiry)]] : [],
    ),
  );
}

function standingOf(record: GolemRecord, health: Health | null, alarmed: boolean): Standing {
  if (record.golem.phase === 'terminal') return 'dead';
  if (alarmed || record.listing !== 'listed') return 'alarm';
  return health === 'low' || health === 'unknown' || record.golem.phase === 'conservation'
    ? 'warning'
    : 'well';
}
