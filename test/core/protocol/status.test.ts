// The status parser against an honest, a careless and a hostile control plane.
import { describe, expect, it } from 'vitest';
import { MAX_MANDATES } from '../../../src/core/protocol/mandates';
import {
  MAX_GOLEMS,
  MAX_HISTORY,
  MAX_PERMISSIONS,
  parseStatus,
} from '../../../src/core/protocol/status';
import { MAX_WAITING } from '../../../src/core/protocol/waiting';
import { aGolem, aHash, anAddress, aPermission, aStatus, NOW } from '../../vectors/builders';
import { aDocument, HOSTILE, statusOf } from './documents';

function reasonOf(input: unknown): string {
  const result = parseStatus(input);
  if (result.ok) throw new Error('expected the document to be refused');
  return result.reason;
}

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
        field === 'version' && typeof value === 'number' && value > 2 ? 'version' : `"${field}"`,
      );
    }
  });

  it('of a newer protocol asks for an update', () => {
    expect(reasonOf(aDocument({ version: 3 }))).toBe(
      'it speaks protocol version 3, this Bardo reads versions up to 2: update Bardo',
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

describe('A status of version 1', () => {
  const { waiting: _w, mandates: _m, ...first } = aDocument({ version: 1 });

  it('of a control plane of before is read, with nothing waiting', () => {
    expect(statusOf(first)).toEqual({ ...aStatus(), version: 1 });
  });

  it('tells nothing that only version 2 knows', () => {
    const facts = { custody: 'embedded', ending: { reason: 'Enough', at: NOW } };
    const status = statusOf({ ...first, golems: [{ ...aGolem(), ...facts }], waiting: [1] });

    expect(status).toMatchObject({ golems: [aGolem()], waiting: [], unreadable: [] });
    expect(status.golems[0]).not.toHaveProperty('custody');
  });
});

describe('Lists', () => {
  it.each(['golems', 'permissions', 'history', 'waiting', 'mandates'])(
    'must be there: %s',
    (name) => {
      for (const value of [undefined, null, {}, 'x', 3, { length: 0 }]) {
        expect(reasonOf({ ...aDocument(), [name]: value })).toContain('list');
      }
    },
  );

  it.each([
    ['golems', MAX_GOLEMS],
    ['permissions', MAX_PERMISSIONS],
    ['history', MAX_HISTORY],
    ['waiting', MAX_WAITING],
    ['mandates', MAX_MANDATES],
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
