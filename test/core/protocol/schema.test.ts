// The published JSON Schema says exactly what the parser does.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { type JsonSchema, jsonSchemaOf } from '../../../src/core/protocol/json-schema';
import {
  document,
  hex,
  list,
  oneOf,
  orAbsent,
  orNull,
  params,
  text,
  whole,
} from '../../../src/core/protocol/schema';
import { parseStatus } from '../../../src/core/protocol/status';
import { SCHEMA_FILE, statusSchema } from '../../vectors/schema';

const EXAMPLES = new URL('../../vectors/status/', import.meta.url);

function example(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'));
}

/** A reader of exactly the keywords our schemas use; any other fails the test. */
function allows(schema: JsonSchema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, said]) =>
    keywordAllows(keyword, said, schema, value),
  );
}

function keywordAllows(
  keyword: string,
  said: unknown,
  schema: JsonSchema,
  value: unknown,
): boolean {
  const fields = value as Record<string, unknown>;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  switch (keyword) {
    case 'type':
      return typeAllows(said as string, value);
    case 'pattern':
      return typeof value !== 'string' || new RegExp(said as string, 'u').test(value);
    case 'minimum':
      return typeof value !== 'number' || value >= (said as number);
    case 'maximum':
      return typeof value !== 'number' || value <= (said as number);
    case 'enum':
      return (said as unknown[]).includes(value);
    case 'anyOf':
      return (said as JsonSchema[]).some((one) => allows(one, value));
    case 'items':
      return !Array.isArray(value) || value.every((one) => allows(said as JsonSchema, one));
    case 'minItems':
      return !Array.isArray(value) || value.length >= (said as number);
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (said as number);
    case 'required':
      return !isObject || (said as string[]).every((name) => Object.hasOwn(fields, name));
    case 'properties':
      return (
        !isObject ||
        Object.entries(said as Record<string, JsonSchema>).every(
          ([name, one]) => !Object.hasOwn(fields, name) || allows(one, fields[name]),
        )
      );
    case 'additionalProperties': {
      const known = Object.keys((schema.properties ?? {}) as object);
      return (
        !isObject || said === true || Object.keys(fields).every((name) => known.includes(name))
      );
    }
    default:
      return ['$schema', '$id', 'title', 'description'].includes(keyword);
  }
}

function typeAllows(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

describe('The published schema', () => {
  it('is the one on disk: run `npm run schema` after a change of the protocol', () => {
    expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toEqual(statusSchema());
  });

  it('names its draft, its address and its units', () => {
    expect(statusSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://bardo.ai/schema/status-v1.json',
      title: expect.any(String),
      description: expect.stringContaining('unix seconds'),
    });
  });
});

describe('Each example', () => {
  it('is there', () => {
    expect(readdirSync(EXAMPLES).sort()).toEqual([
      'dying.json',
      'empty.json',
      'one-golem.json',
      'twenty-golems.json',
    ]);
  });

  it.each(readdirSync(EXAMPLES))(
    '%s is read whole by the parser and allowed by the schema',
    (name) => {
      const result = parseStatus(example(name));

      expect(result).toMatchObject({ ok: true, status: { unreadable: [] } });
      expect(allows(statusSchema(), example(name))).toBe(true);
    },
  );
});

it('the schema allows what the parser reads whole, and nothing else', () => {
  const spots = [
    '',
    'golems.0',
    'golems.0.heartbeat',
    'permissions.0',
    'permissions.0.lease',
    'history.0',
  ];
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom<unknown>(-1, 0, 1, 101, 1.5, 2 ** 53, '', '0', '01', 'stable', [], {}, null),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...spots),
      fc.nat(20),
      odd,
      fc.boolean(),
      (spot, index, value, drop) => {
        const changed = example('one-golem.json');
        const target = spot
          .split('.')
          .filter((step) => step !== '')
          .reduce((at, step) => at[step] as Record<string, unknown>, changed);
        const fields = Object.keys(target);
        const field = fields[index % fields.length] as string;
        if (drop) delete target[field];
        else target[field] = value;

        const result = parseStatus(changed);
        const whole = result.ok && result.status.unreadable.length === 0;

        expect(allows(statusSchema(), changed), `${spot}.${field}`).toBe(whole);
      },
    ),
    { numRuns: 1000 },
  );
});

describe('A building block', () => {
  it('that was built elsewhere has no schema', () => {
    expect(() => jsonSchemaOf({} as never)).toThrow('not built by');
  });

  it.each([
    ['text', text(/^a+$/), ['a', 'aa'], ['', 'b', 1, null]],
    ['hex', hex(2), ['0x00aA'], ['0x00a', '00aa', '0x00zz', 1]],
    ['whole', whole(1, 3), [1, 3], [0, 4, 1.5, '1', null]],
    ['oneOf', oneOf(['a', 'b']), ['a'], ['c', '', null]],
    ['orNull', orNull(whole(1, 3)), [null, 2], [0, 'null', []]],
    ['list', list(whole(1, 3), 1, 2), [[1], [1, 2]], [[], [1, 2, 3], [4], {}]],
    [
      'document',
      document({ a: whole(1, 3), b: orAbsent(whole(1, 3)) }),
      [{ a: 1 }, { a: 1, b: 2, c: 3 }],
      [{}, { a: 0 }, { a: 1, b: null }, 1],
    ],
    [
      'params',
      params({ a: whole(1, 3), b: orAbsent(whole(1, 3)) }),
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, c: 3 }, {}, { a: 1, b: 9 }],
    ],
  ] as const)('%s says in its schema what it checks', (_, struct, good, bad) => {
    for (const value of good) {
      expect([check<unknown>(value, struct).ok, allows(jsonSchemaOf(struct), value)]).toEqual([
        true,
        true,
      ]);
    }
    for (const value of bad) {
      expect([check<unknown>(value, struct).ok, allows(jsonSchemaOf(struct), value)]).toEqual([
        false,
        false,
      ]);
    }
  });
});
