// The owner's Golems as a list to look through: Replicants below their parents, sorted and narrowed as the owner likes.

import { endsAt, leftToday } from '../../src/core/runway/health';
import { type GolemView, viewOf, viewsOf } from './golem-view';

type OwnerGolems = Parameters<typeof viewsOf>[0];

export type Family = { view: GolemView; children: GolemView[] };

export const SORTS = ['urgency', 'name', 'left', 'end'] as const;
export type Sort = (typeof SORTS)[number];
export const SHELVES = ['current', 'ended', 'archived'] as const;
export type Shelf = (typeof SHELVES)[number];

/** A Replicant whose parent is not here, or is a Replicant itself, stands for itself: nobody is left out. */
export function familiesOf(known: OwnerGolems, now: number): Family[] {
  const parents = new Map(known.golems.map(({ id, parent }) => [id, parent]));
  const heads = viewsOf(known, now);
  const strays = known.golems
    .filter(({ parent }) => parent !== null && parents.get(parent) !== null)
    .map((golem) => viewOf(golem, known.permissions, now));
  return [...heads, ...strays].map((view) => ({
    view,
    children: known.golems
      .filter(({ parent }) => parent === view.golem.id && view.golem.parent === null)
      .map((golem) => viewOf(golem, known.permissions, now)),
  }));
}

/** What can spend or wants something is never hidden, whatever was archived before. */
export function shelfOf({ view, children }: Family, archived: readonly string[]): Shelf {
  const over = [view, ...children].every(({ state }) => state.state === 'ended');
  if (!over) return 'current';
  return archived.includes(view.golem.id) ? 'archived' : 'ended';
}

/** With few there is nothing to sort; but what another shelf holds is always within reach. */
export function isSorted(families: readonly Family[], archived: readonly string[]): boolean {
  const isShown = (one: Family) => shelfOf(one, archived) === 'current';
  return families.length >= SORTABLE || !families.every(isShown);
}

const SORTABLE = 3;

/** `urgency` is the order that they come in. */
export function sorted(families: readonly Family[], sort: Sort): Family[] {
  const byName = (a: Family, b: Family) => a.view.name.localeCompare(b.view.name, 'en');
  switch (sort) {
    case 'urgency':
      return [...families];
    case 'name':
      return [...families].sort(byName);
    case 'left':
      return [...families].sort((a, b) => compare(leftOf(b), leftOf(a)) || byName(a, b));
    case 'end':
      return [...families].sort((a, b) => endOf(a) - endOf(b) || byName(a, b));
  }
}

function leftOf({ view: { runway, golem } }: Family): bigint {
  return runway ? leftToday(runway, golem.phase) : -1n;
}

/** Without a runway nothing is about to end. */
function endOf({ view: { runway } }: Family): number {
  return runway ? endsAt(runway) : Number.POSITIVE_INFINITY;
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** By name or id, of a parent or of one of its Replicants. */
export function named(families: readonly Family[], text: string): Family[] {
  const wanted = text.trim().toLowerCase();
  return families.filter(({ view, children }) =>
    [view, ...children].some(
      ({ name, golem }) => name.toLowerCase().includes(wanted) || golem.id.includes(wanted),
    ),
  );
}
