// Reads a value by a struct. What comes back holds only what the struct names. A wrong value is never quoted:
// one can be made to throw when it is ({"toString": 1}, or a list nested a hundred thousand times), and one such
// record would take the whole document with it, and with it the death of another Golem.
import type { Shape, Struct } from './schema';

/** `path`: of the first wrong field; empty when it is the whole, or when even that cannot be told. */
export type Checked<T> = { ok: true; value: T } | { ok: false; path: readonly string[] };

type Path = readonly string[];

class Mismatch extends Error {
  readonly path: Path;

  constructor(path: Path) {
    super('not as the schema says');
    this.path = path;
  }
}

export function check<T>(input: unknown, struct: Struct<T>): Checked<T> {
  try {
    return { ok: true, value: read(input, struct, []) as T };
  } catch (error) {
    return { ok: false, path: error instanceof Mismatch ? error.path : [] };
  }
}

function read(value: unknown, shape: Shape, path: Path): unknown {
  switch (shape.kind) {
    case 'text': {
      if (typeof value !== 'string' || !shape.regex.test(value)) throw new Mismatch(path);
      return shape.lower ? value.toLowerCase() : value;
    }
    case 'whole':
      return demand(isWhole(value) && value >= shape.min && value <= shape.max, value, path);
    case 'yesNo':
      return demand(typeof value === 'boolean', value, path);
    case 'oneOf':
      return demand(
        shape.values.some((one) => one === value),
        value,
        path,
      );
    case 'orNull':
      return value === null ? null : read(value, shape.of, path);
    case 'list':
      return readList(value, shape, path);
    case 'fields':
      return readFields(value, shape, path);
    case 'either':
      return readEither(value, shape.of, path);
    case 'mapOf':
      return demand(
        isObject(value) && Object.keys(value).every((key) => shape.keys.test(key)),
        value,
        path,
      );
    case 'anything':
      return value;
  }
}

function demand(holds: boolean, value: unknown, path: Path): unknown {
  if (!holds) throw new Mismatch(path);
  return value;
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readList(value: unknown, { of, min, max }: Shape & { kind: 'list' }, path: Path) {
  // Counted before it is read: what is too long costs nothing.
  if (!Array.isArray(value) || value.length < min || value.length > max) throw new Mismatch(path);
  return value.map((entry: unknown, index) => read(entry, of, [...path, `${index}`]));
}

function readFields(value: unknown, { fields, open }: Shape & { kind: 'fields' }, path: Path) {
  if (!isObject(value)) throw new Mismatch(path);
  const entries = Object.entries(fields).flatMap(([name, shape]) => {
    const own = Object.hasOwn(value, name);
    if (!own && shape.absentable) return [];
    return [[name, read(own ? value[name] : undefined, shape, [...path, name])]];
  });
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (!open && unknown !== undefined) throw new Mismatch([...path, unknown]);
  return Object.fromEntries(entries);
}

function readEither(value: unknown, shapes: readonly Shape[], path: Path): unknown {
  for (const shape of shapes) {
    const checked = check(value, shape);
    if (checked.ok) return checked.value;
  }
  throw new Mismatch(path);
}
