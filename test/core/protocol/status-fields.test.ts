// Every field of a status, each way it can be wrong, and names as they are shown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, parseStatus } from '../../../src/core/protocol/status';
import { aGolem, aHash, aPermission, aStatus, NOW } from '../../vectors/builders';
import { aDocument, HOSTILE, type Json, statusOf } from './documents';

/** Hostile values a field rightly takes: any text is a name, some look like ids, null is "none". */
function isTaken(field: string, value: unknown): boolean {
  if (value === null) return NULLABLE.has(field);
  if (typeof value !== 'string') return false;
  if (field === 'name') return value.length <= 256;
  return IDS.has(field) && /^[a-z0-9-]{1,64}$/.test(value);
}

const IDS = new Set(['id', 'golem', 'parent', 'permission', 'knowledgeRecord']);
const NULLABLE = new Set([
  'guardian',
  'parent',
  'heartbeat',
  'sessionKey',
  'gasLeft',
  'gasPullsLeft',
  'knowledgeRecord',
  'token',
  'revokedAt',
  'lease',
  'permission',
  'amount',
  'transaction',
]);

describe('Every field of an entry', () => {
  const history = {
    at: NOW,
    kind: 'redeemed',
    golem: 'atlas',
    permission: 'atlas-runway',
    amount: '1',
    transaction: aHash(7),
  };
  const fields = [
    ...Object.keys(aGolem()).map((field) => ['golems', field, aGolem()] as const),
    ...Object.keys(aPermission()).map((field) => ['permissions', field, aPermission()] as const),
    ...Object.keys(history).map((field) => ['history', field, history] as const),
  ];

  it.each(fields)('takes only its own kind of value: %s.%s', (list, field, entry) => {
    for (const value of HOSTILE) {
      if (isTaken(field, value)) continue;
      const status = statusOf({ ...aDocument(), [list]: [{ ...entry, [field]: value }] });

      expect(status[list], `${field} = ${String(value).slice(0, 40)}`).toEqual([]);
      expect(status.unreadable[0]?.path).toMatch(new RegExp(`^${list}\\.0\\.${field}`));
    }
  });

  it.each([
    ['vitality', 0, 100],
    ['policyTier', 1, 3],
    ['chainId', 1, 4_294_967_295],
  ])('%s runs from %i to %i', (field, min, max) => {
    const reads = (value: number) =>
      statusOf({ ...aDocument(), golems: [{ ...aGolem(), [field]: value }] }).golems.length === 1;

    expect([min - 1, min, max, max + 1].map(reads)).toEqual([false, true, true, false]);
  });

  it.each(['01', '1.0', '+1', '1n', '0x1', '１', `1${'0'.repeat(78)}`, '1 ', '1\n'])(
    'refuses the amount %j',
    (cap) => {
      expect(statusOf(aDocument({ permissions: [aPermission({ cap })] })).permissions).toEqual([]);
    },
  );

  it('takes the largest amount the chain knows', () => {
    const cap = (2n ** 256n - 1n).toString();

    expect(statusOf(aDocument({ permissions: [aPermission({ cap })] })).permissions).toHaveLength(
      1,
    );
  });
});

describe('The parser is total', () => {
  it('over anything at all', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(parseStatus(input).ok).toBe(false);
      }),
    );
  });

  it('over any JSON in any field, with nothing but known fields in what it returns', () => {
    const known = new Set(Object.keys(aStatus()));
    const field = fc.constantFrom(...Object.keys(aDocument()));
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const result = parseStatus({ ...aDocument(), [name]: value });
        if (!result.ok) expect(result.reason.length).toBeLessThan(120);
        else expect(Object.keys(result.status).every((key) => known.has(key))).toBe(true);
      }),
    );
  });

  it('over any JSON in any field of any entry: read whole or reported, never half', () => {
    const entry = fc.constantFrom<[string, Json]>(
      ['golems', aGolem()],
      ['permissions', aPermission()],
    );
    fc.assert(
      fc.property(entry, fc.nat(20), fc.jsonValue(), ([list, thing], index, value) => {
        const keys = Object.keys(thing);
        const key = keys[index % keys.length] as string;
        const status = statusOf({ ...aDocument(), [list]: [{ ...thing, [key]: value }] });
        const read = list === 'golems' ? status.golems : status.permissions;
        expect(read.length + status.unreadable.length).toBe(1);
        for (const one of read) expect(Object.keys(one).sort()).toEqual(keys.sort());
      }),
    );
  });
});

describe('The name shown', () => {
  it.each(['Atlas', 'A', '7', 'Atlas the 2nd', 'a_b-c', 'x'.repeat(24)])(
    'is %j as given',
    (name) => {
      expect(nameOf({ id: 'atlas', name })).toBe(name);
    },
  );

  it.each([
    ['empty', ''],
    ['blank', '   '],
    ['dashes only', '---'],
    ['too long', 'x'.repeat(25)],
    ['markdown', '[x](http://a)'],
    ['emphasis', '**Atlas**'],
    ['markup', '<b>Atlas</b>'],
    ['bidi', '\u202eAtlas'],
    ['zero width', 'At\u200blas'],
    ['homoglyph', 'Аtlas'],
    ['line break', 'Atlas\nis dead'],
    ['trailing line break', 'Atlas\n'],
    ['emoji', 'Atlas 🗿'],
    ['null byte', 'Atlas\0'],
  ])('is the id for a name that is %s', (_, name) => {
    expect(nameOf({ id: 'atlas', name })).toBe('atlas');
  });

  it('is plain and short for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 256 }), (name) => {
        expect(nameOf({ id: 'some-id', name })).toMatch(/^[A-Za-z0-9 _-]{1,64}$/);
      }),
    );
  });
});
