// The status parser against an honest, a careless and a hostile control plane.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_GOLEMS,
  MAX_HISTORY,
  MAX_PERMISSIONS,
  nameOf,
  parseStatus,
  type Status,
} from '../../../src/core/protocol/status';
import { aGolem, aHash, anAddress, aPermission, aStatus, NOW } from '../../vectors/builders';

type Json = Record<string, unknown>;

/** A document as it comes from the wire: no `unreadable`, any field replaced. */
function aDocument(over: Json = {}): Json {
  const { unreadable: _, ...status } = aStatus();
  return JSON.parse(JSON.stringify({ ...status, ...over }));
}

function statusOf(input: unknown): Status {
  const result = parseStatus(input);
  if (!result.ok) throw new Error(result.reason);
  return result.status;
}

function reasonOf(input: unknown): string {
  const result = parseStatus(input);
  if (result.ok) throw new Error('expected the document to be refused');
  return result.reason;
}

const HOSTILE: unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  1e21,
  2 ** 53,
  '',
  'NaN',
  '-1',
  '0x',
  ' ',
  '1e3',
  '__proto__',
  '[x](https://evil.example)',
  'a'.repeat(100_000),
  [],
  [null],
  {},
  { length: 1 },
];

describe('An honest status', () => {
  it('is read as it is', () => {
    expect(statusOf(aDocument())).toEqual(aStatus());
  });

  it('may carry fields of a newer server, and none of them is kept', () => {
    const text = JSON.stringify(
      aDocument({
        extra: 1,
        golems: [{ ...aGolem(), extra: 1, heartbeat: { ...aGolem().heartbeat, extra: 1 } }],
        permissions: [{ ...aPermission(), extra: 1 }],
      }),
    ).replaceAll('"extra":1', '"extra":{"deep":[1]},"__proto__":{"polluted":1},"constructor":2');

    const status = statusOf(JSON.parse(text));

    expect(status).toEqual(aStatus());
    expect(JSON.stringify(status)).not.toMatch(/extra|polluted|constructor/);
  });

  it('has its addresses and hashes read in lower case, so that equal ones are equal', () => {
    const status = statusOf(
      aDocument({
        owner: `0x${'AB'.repeat(20)}`,
        golems: [aGolem({ sessionKey: `0x${'Cd'.repeat(20)}` })],
        permissions: [aPermission({ delegationHashes: [`0x${'EF'.repeat(32)}`] })],
      }),
    );

    expect(status.owner).toBe(`0x${'ab'.repeat(20)}`);
    expect(status.golems[0]?.sessionKey).toBe(`0x${'cd'.repeat(20)}`);
    expect(status.permissions[0]?.delegationHashes).toEqual([`0x${'ef'.repeat(32)}`]);
  });

  it('is not changed by being read', () => {
    const input = aDocument({ surplus: { kept: true }, owner: `0x${'AB'.repeat(20)}` });
    const copy = structuredClone(input);

    parseStatus(input);

    expect(input).toEqual(copy);
  });
});

describe('The head', () => {
  const head = ['version', 'serverTime', 'owner', 'nextToken', 'historyCursor'];

  it.each(head)('must have a readable %s, and the reason names it', (field) => {
    for (const value of HOSTILE) {
      if (field === 'historyCursor' && /^[\w-]{1,128}$/.test(String(value ?? ' '))) continue;
      expect(reasonOf({ ...aDocument(), [field]: value })).toContain(
        field === 'version' && typeof value === 'number' && value > 1 ? 'version' : `"${field}"`,
      );
    }
  });

  it('of a newer protocol asks for an update', () => {
    expect(reasonOf(aDocument({ version: 2 }))).toBe(
      'it speaks protocol version 2, this Bardo reads version 1: update Bardo',
    );
  });

  it('in milliseconds is refused instead of read as the far future', () => {
    expect(reasonOf(aDocument({ serverTime: NOW * 1000 }))).toContain('serverTime');
  });

  it.each([
    ['line break', 'token-token-token-token\n'],
    ['space', 'token token token token token'],
    ['header', 'token-token-token-token\r\nx: y'],
    ['short', 'a'.repeat(19)],
    ['long', 'a'.repeat(257)],
  ])('refuses a next token with a %s: it goes into a header', (_, nextToken) => {
    expect(reasonOf(aDocument({ nextToken }))).toContain('nextToken');
  });
});

describe('Lists', () => {
  it.each(['golems', 'permissions', 'history'])('must be there: %s', (name) => {
    for (const value of [undefined, null, {}, 'x', 3, { length: 0 }]) {
      expect(reasonOf({ ...aDocument(), [name]: value })).toContain('list');
    }
  });

  it.each([
    ['golems', MAX_GOLEMS],
    ['permissions', MAX_PERMISSIONS],
    ['history', MAX_HISTORY],
  ])('of %s holds at most %i entries', (name, most) => {
    const full = Array.from({ length: most }, () => null);

    expect(statusOf({ ...aDocument(), [name]: full }).unreadable).toHaveLength(most);
    expect(reasonOf({ ...aDocument(), [name]: [...full, null] })).toContain('list');
  });

  it('of a million Golems is refused at once', () => {
    const golems = Array.from({ length: 1_000_000 }, () => 1);

    expect(reasonOf({ ...aDocument(), golems })).toContain('list');
  });

  it('loses a broken entry, names it, and keeps the death of another Golem', () => {
    const status = statusOf(
      aDocument({
        golems: [
          { ...aGolem({ id: 'broken' }), vitality: -1 },
          null,
          { ...aGolem(), id: '__proto__' },
          aGolem({ id: 'nyx', phase: 'terminal' }),
        ],
      }),
    );

    expect(status.golems.map((golem) => golem.id)).toEqual(['nyx']);
    expect(status.unreadable).toEqual([
      { list: 'golems', path: 'golems.0.vitality', id: 'broken' },
      { list: 'golems', path: 'golems.1', id: null },
      { list: 'golems', path: 'golems.2.id', id: null },
    ]);
  });
});

describe('An entry', () => {
  it('whose id came before is reported, and the first is kept', () => {
    const status = statusOf(
      aDocument({
        golems: [aGolem({ vitality: 90 }), aGolem({ vitality: 10, phase: 'terminal' })],
        permissions: [aPermission({ cap: '1' }), aPermission({ cap: '2' })],
      }),
    );

    expect(status.golems.map((golem) => golem.vitality)).toEqual([90]);
    expect(status.permissions.map((one) => one.cap)).toEqual(['1']);
    expect(status.unreadable).toEqual([
      { list: 'golems', path: 'golems: second entry for "atlas"', id: 'atlas' },
      {
        list: 'permissions',
        path: 'permissions: second entry for "atlas-runway"',
        id: 'atlas-runway',
      },
    ]);
  });

  it('with a broken heartbeat, lease or delegation is reported by that field', () => {
    const heartbeat = { ...aGolem().heartbeat, signature: '0x11' };
    const lease = {
      generation: -1,
      budgetId: aHash(1),
      sessionKey: anAddress(1),
      cap: '1',
      expiresAt: NOW,
    };
    const status = statusOf(
      aDocument({
        golems: [{ ...aGolem(), heartbeat }],
        permissions: [
          { ...aPermission({ id: 'a' }), lease },
          { ...aPermission({ id: 'b' }), delegationHashes: [] },
          { ...aPermission({ id: 'c' }), delegationHashes: [aHash(1), 'x'] },
          {
            ...aPermission({ id: 'd' }),
            delegationHashes: Array.from({ length: 9 }, () => aHash(1)),
          },
        ],
      }),
    );

    expect(status.unreadable.map((entry) => entry.path)).toEqual([
      'golems.0.heartbeat.signature',
      'permissions.0.lease.generation',
      'permissions.1.delegationHashes',
      'permissions.2.delegationHashes.1',
      'permissions.3.delegationHashes',
    ]);
  });
});

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
