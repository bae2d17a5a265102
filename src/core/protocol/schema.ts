// Building blocks for protocol documents: each returns a superstruct struct (type and parser) and
// remembers the JSON Schema that says the same, so that the published schema cannot drift.
import {
  array,
  boolean,
  coerce,
  enums,
  exactOptional,
  integer,
  nullable,
  object,
  pattern,
  refine,
  type Struct,
  size,
  string,
  type,
  unknown,
} from '@metamask/superstruct';

export type JsonSchema = { readonly [key: string]: unknown };

// biome-ignore lint/suspicious/noExplicitAny: the key type of a map over structs of every type
const described = new WeakMap<Struct<any, any>, JsonSchema>();

const absentable = new WeakSet<object>();

/** The JSON Schema of a struct built by this file. */
export function jsonSchemaOf<T, S>(struct: Struct<T, S>): JsonSchema {
  const schema = described.get(struct);
  if (!schema) throw new Error('This struct was not built by core/protocol/schema.');
  return schema;
}

export function text(regex: RegExp): Struct<string, null> {
  return describe(pattern(string(), regex), { type: 'string', pattern: regex.source });
}

/** Hexadecimal text of `bytes` bytes, read in lower case: equality of strings is then equality of values. */
export function hex(bytes: number): Struct<string, null> {
  const regex = new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`);
  const lower = coerce(pattern(string(), regex), string(), (value) => value.toLowerCase());
  return describe(lower, { type: 'string', pattern: regex.source });
}

export function whole(min: number, max: number): Struct<number, null> {
  const inRange = refine(integer(), 'whole', (value) => value >= min && value <= max);
  return describe(inRange, { type: 'integer', minimum: min, maximum: max });
}

export function yesNo(): Struct<boolean, null> {
  return describe(boolean(), { type: 'boolean' });
}

export function oneOf<const T extends readonly string[]>(values: T): Struct<T[number], unknown> {
  return describe(enums(values), { enum: [...values] }) as Struct<T[number], unknown>;
}

export function orNull<T, S>(struct: Struct<T, S>): Struct<T | null, S> {
  return describe(nullable(struct), { anyOf: [jsonSchemaOf(struct), { type: 'null' }] });
}

/** A field that may be left out. */
export function orAbsent<T, S>(struct: Struct<T, S>) {
  const absent = describe(exactOptional(struct), jsonSchemaOf(struct));
  absentable.add(absent);
  return absent;
}

export function list<T, S>(struct: Struct<T, S>, min: number, max: number) {
  return describe(size(array(struct), min, max), {
    type: 'array',
    items: jsonSchemaOf(struct),
    minItems: min,
    maxItems: max,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: superstruct's own bound for object schemas
type Fields = Record<string, Struct<any, any>>;

/**
 * A document from outside: unknown extra fields are tolerated, so that a newer server can be read,
 * and left behind when it is read with `coerce`, so that nothing unknown is ever stored.
 */
export function document<S extends Fields>(fields: S) {
  const picked = coerce(type(fields), unknown(), (value) => pick(value, Object.keys(fields)));
  return describe(picked, objectSchema(fields, true));
}

function pick(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const own = names.filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(own.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

/** Parameters of a request: an unknown field is an error, because it would be silently ignored. */
export function params<S extends Fields>(fields: S) {
  return describe(object(fields), objectSchema(fields, false));
}

function objectSchema(fields: Fields, additionalProperties: boolean): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, struct]) => [name, jsonSchemaOf(struct)]),
    ),
    required: Object.keys(fields).filter((name) => !absentable.has(fields[name] as object)),
    additionalProperties,
  };
}

function describe<T extends Struct<never, never> | Struct<unknown, unknown> | object>(
  struct: T,
  schema: JsonSchema,
): T {
  // biome-ignore lint/suspicious/noExplicitAny: see `described`
  described.set(struct as unknown as Struct<any, any>, schema);
  return struct;
}
