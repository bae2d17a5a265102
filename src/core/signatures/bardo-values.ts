// The fields of a Bardo message as far as they can be read, and the few findings all its kinds share.
// A message of another version still shows what it has in common with ours; the rest is named.
import { dateWords } from '../chain/time';
import { type Fact, type Finding, untrusted, words } from '../findings/finding';
import { golemWithId, shortName } from '../findings/scene';
import { BARDO_TYPES, type BardoType } from '../protocol/typed-data';
import type { PortalScene } from './reader';
import type { TypedMessage } from './typed-message';
import { fieldsOf, readAtom } from './typed-values';

export type BardoValues = ReadonlyMap<string, string | bigint>;

/** How a message differs from our definition of its type; all empty = exactly ours. */
export type Differences = {
  missing: string[];
  unreadable: string[];
  /** Present, but the site declared it as another type than ours, or not at all. */
  undeclared: string[];
  unknown: string[];
};

export function valuesOf(
  typed: TypedMessage,
  type: BardoType,
): { values: BardoValues; differences: Differences } {
  const declared = fieldsOf(typed.types, type) ?? [];
  const ours = BARDO_TYPES[type];
  const values = new Map<string, string | bigint>();
  const differences: Differences = { missing: [], unreadable: [], undeclared: [], unknown: [] };
  for (const field of ours) {
    if (!Object.hasOwn(typed.message, field.name)) {
      differences.missing.push(field.name);
      continue;
    }
    const same = declared.some(({ name, type }) => name === field.name && type === field.type);
    if (!same) differences.undeclared.push(field.name);
    const value = readAtom(field.type, typed.message[field.name]);
    if (value === null || typeof value === 'boolean') differences.unreadable.push(field.name);
    else values.set(field.name, value);
  }
  const names = new Set<string>(ours.map(({ name }) => name));
  const others = [...declared.map(({ name }) => name), ...Object.keys(typed.message)];
  differences.unknown = [...new Set(others)].filter((name) => !names.has(name));
  return { values, differences };
}

export function uintOf(values: BardoValues, name: string): bigint | null {
  const value = values.get(name);
  return typeof value === 'bigint' ? value : null;
}

export function textOf(values: BardoValues, name: string): string | null {
  const value = values.get(name);
  return typeof value === 'string' ? value : null;
}

/** The Golem by its watched name, or the id the site wrote, marked as such. */
export function golemFacts(values: BardoValues, scene: PortalScene, field = 'golem'): Fact[] {
  const id = textOf(values, field);
  if (id === null) return [];
  const golem = golemWithId(scene, id);
  return [golem ? words('Golem', shortName(golem)) : untrusted('Golem it names', id)];
}

export function unknownGolem(values: BardoValues, scene: PortalScene, field = 'golem'): Finding[] {
  const id = textOf(values, field);
  if (id === null || golemWithId(scene, id)) return [];
  return [
    {
      level: 'info',
      title: 'It names a Golem Bardo does not know as yours',
      lines: ['Bardo knows a new Golem only after its next check.'],
      facts: [],
    },
  ];
}

export function deadlineFacts(values: BardoValues): Fact[] {
  const deadline = uintOf(values, 'deadline');
  return deadline === null ? [] : [words('Must be used by', dateWords(deadline))];
}

export function pastDeadline(values: BardoValues, scene: PortalScene): Finding[] {
  const deadline = uintOf(values, 'deadline');
  if (deadline === null || deadline >= BigInt(scene.now)) return [];
  return [warning('Its deadline has passed: it should no longer be accepted')];
}

export function warning(title: string, ...lines: string[]): Finding {
  return { level: 'warning', title, lines, facts: [] };
}
