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
  maybe,
  oneOf,
  orAbsent,
  orNull,
  params,
  text,
  whole,
} from '../../../src/core/protocol/schema';
import { parseStatus } from '../../../src/core/protocol/status';
import { SCHEMAS } from '../../vectors/schema';

const EXAMPLES = new URL('../../vectors/status/', import.meta.url);

function example(version: number, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`v${version}/${name}`, EXAMPLES), 'utf8'));
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

describe.each(SCHEMAS)('The published schema of version $version', ({ version, file, schema }) => {
  it('is the one on disk: run `npm run schema` after a change of the protocol', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema);
  });

  it('names its draft, its address and its units', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://bardo.ai/schema/status-v${version}.json`,
      title: expect.any(String),
      description: expect.stringContaining('unix seconds'),
    });
  });

  const examples = readdirSync(new URL(`v${version}/`, EXAMPLES)).sort();

  it('has its examples', () => {
    expect(examples).toEqual(
      version === 1
        ? ['dying.json', 'empty.json', 'one-golem.json', 'twenty-golems.json']
        : ['empty.json', 'everything.json', 'one-golem.json'],
    );
  });

  it.each(examples)('allows the example %s, and the parser reads it whole', (name) => {
    const result = parseStatus(example(version, name));

    expect(result).toMatchObject({ ok: true, status: { unreadable: [] } });
    expect(allows(schema, example(version, name))).toBe(true);
  });
});

const FIRST_SPOTS = [
  '',
  'golems.0',
  'golems.0.heartbeat',
  'permissions.0',
  'permissions.0.lease',
  'history.0',
];
const SECOND_SPOTS = [
  'golems.0.rotation',
  'golems.0.policy',
  'golems.1.ending',
  'golems.1.settlement',
  'golems.2.hold',
  'history.3',
  ...[0, 1, 2, 3, 4, 5].map((index) => `waiting.${index}`),
  'mandates.0',
];

describe.each([
  { ...SCHEMAS[0], name: 'one-golem.json', spots: FIRST_SPOTS },
  { ...SCHEMAS[1], name: 'everything.json', spots: [...FIRST_SPOTS, ...SECOND_SPOTS] },
])('Version $version', ({ version = 0, schema = {}, name, spots }) => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom<unknown>(-1, 0, 1, 101, 1.5, 2 ** 53, '', '0', '01', 'stable', [], {}, null),
  );

  it('has a schema that allows what the parser reads whole, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...spots),
        fc.nat(30),
        odd,
        fc.boolean(),
        (spot, index, value, drop) => {
          const changed = example(version, name);
          const target = spot
            .split('.')
            .filter((step) => step !== '')
            .reduce((at, step) => at[step] as Record<string, unknown>, changed);
          const fields = Object.keys(target);
          const field = fields[index % fields.length] as string;
          // Another version has another schema.
          if (spot === '' && field === 'version') return;
          if (drop) delete target[field];
          else target[field] = value;

          const result = parseStatus(changed);
          const whole = result.ok && result.status.unreadable.length === 0;

          expect(allows(schema, changed), `${spot}.${field}`).toBe(whole);
        },
      ),
      { numRuns: 1000 },
    );
  });
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
      'document of nothing that must be there',
      document({ a: maybe(whole(1, 3)) }),
      [{}],
      [[], ['a']],
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
