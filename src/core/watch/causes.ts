// State to the causes an owner must hear of. Causes are read from the state as it is, not from the step that led to
// it, so a crash between two checks loses none.
import { believed } from '../audit/believe';
import type { Alert, State } from '../memory/state';
import { healthOfGolem } from '../runway/health';
import type { AlertKind, Cause, Found, Scene } from './cause';
import type { Clock } from './clock';
import { deathsShown, died } from './death';
import { entryOf, KINDS } from './kinds';

export function causesOf(reported: State, clock: Clock): Cause[] {
  const scene = sceneOf(reported, clock);
  return Object.entries(KINDS).flatMap(([kind, entry]) =>
    entry.find(scene).map((found) => causeOf(kind, entry, found)),
  );
}

/** Only what the oracle shows of Golems leased here. */
export function deathsOf(reported: State, clock: Clock): Cause[] {
  const state = believed(reported);
  return deathsShown({ state, reported, clock }).map((found) => causeOf('died', died, found));
}

/**
 * A cause that cannot be judged now, because the Golem was put away, its present is not known or the
 * time is not: it neither begins nor ends, so that seeing it again is no news.
 */
export function isUndecided(
  alert: Pick<Alert, 'kind' | 'golem'>,
  state: State,
  clock: Clock,
): boolean {
  const record = state.golems.find((one) => one.golem.id === alert.golem);
  if (record?.dismissed) return true;
  const { timeless, unlisted } = entryOf(alert).undecided;
  if (clock.now === null && timeless) return true;
  return unlisted && record !== undefined && record.listing !== 'listed';
}

function causeOf(kind: string, { rank, label }: AlertKind, found: Found): Cause {
  return { kind, rank, label, golem: null, chainId: null, point: null, ...found };
}

function sceneOf(reported: State, clock: Clock): Scene {
  const state = believed(reported);
  const dying = new Set(deathsShown({ state, reported, clock }).map(({ golem }) => golem));
  const living = state.golems
    .filter(
      ({ listing, dismissed, golem }) =>
        listing === 'listed' && !dismissed && golem.phase !== 'terminal' && !dying.has(golem.id),
    )
    .map(({ golem }) => ({ golem, health: healthOfGolem(golem, state.permissions, clock.now) }));
  return { state, reported, clock, living };
}
