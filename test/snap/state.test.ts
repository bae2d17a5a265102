// Memory that Bardo did not write, or wrote in another version: set aside and reported, not trusted, not
// crashed on, and the next connection works.
import { describe, expect, it } from '@jest/globals';
import { aStatus } from '../vectors/builders';
import { connectedState, installBardo, installConnected } from './bardo';
import { liveGolem } from './live';
import { startPlane, token } from './plane';

const sound = () => connectedState();

const DAMAGED: [string, unknown, string][] = [
  ['a newer version', { ...sound(), version: 5 }, 'newer Bardo (state version 5)'],
  ['a version of another type', { ...sound(), version: '1' }, '"version" is damaged'],
  ['nothing we know', {}, 'is damaged'],
  ['another program', { hello: 'world' }, 'is damaged'],
  ['a token that is a number', { auth_token: 7 }, 'is damaged'],
  ['Golems keyed by name', { ...sound(), golems: { atlas: {} } }, '"golems" is damaged'],
  ['a Golem without a phase', { ...sound(), golems: [{ golem: { id: 'x' } }] }, 'golems.0'],
  ['a time in words', { ...sound(), last_fetch_at: 'yesterday' }, '"last_fetch_at" is damaged'],
  ['a missing field', { ...sound(), sent: undefined }, '"sent" is damaged'],
  ['a value that cannot be put into words', { ...sound(), owner: { toString: 1 } }, 'is damaged'],
  ['an unknown field', { ...sound(), extra: 1 }, '"extra" is damaged'],
  ['a field of the language', JSON.parse('{"version":2,"__proto__":{"golems":[]}}'), 'is damaged'],
  [
    'two megabytes',
    { ...sound(), owner: 7, history_cursor: 'x'.repeat(2_000_000) },
    '"owner" is damaged',
  ],
];

describe('memory that cannot be read', () => {
  it('is reported, used by nothing, and replaced by the next connection', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane);
    for (const [name, stored, reason] of DAMAGED) {
      plane.tokens.length = 0;
      bardo.state = stored as never;
      await bardo.check();
      expect([name, plane.tokens]).toEqual([name, []]);
      const page = await bardo.home();
      expect([name, page.lines[1], page.lines[2]]).toEqual([
        name,
        'warning: Stored data was set aside',
        expect.stringContaining(reason),
      ]);
      expect(page.lines[2]).toContain('Reconnect on the site.');
      const reply = await bardo.ask('getGolemsStatus');
      expect(reply).toMatchObject({ result: { connected: false, golems: [] } });
      const transaction = {
        from: `0x${'0a'.repeat(20)}`,
        to: `0x${'0b'.repeat(20)}`,
        value: '0x1',
      };
      expect(await bardo.transaction(transaction)).toBeNull();
      const connected = await bardo.ask('updateAuthToken', { token: token(0) });
      expect({ name, connected }).toMatchObject({
        name,
        connected: { result: { accepted: true } },
      });
      expect((await bardo.home()).text).not.toContain('set aside');
      expect(JSON.stringify(bardo.state).length).toBeLessThan(10_000);
    }
  });

  it('is kept as it was, cut to 64 KB, when something is written before the next connection', async () => {
    const plane = await startPlane();
    const stored = { ...sound(), owner: 7, history_cursor: 'x'.repeat(2_000_000) };
    const bardo = await installBardo(plane, stored);
    await (await bardo.home()).click('test-notice');
    expect(bardo.state.set_aside?.raw).toHaveLength(65_536);
    expect(bardo.state.set_aside?.raw).toContain('"version":4');
    await bardo.check();
    expect((await bardo.home()).lines[1]).toBe('warning: Stored data was set aside');
  });
});

describe('memory of an older version', () => {
  const draft = {
    golems: { atlas: { name: 'Atlas', phase: 'thriving' } },
    permissions: { atlas: { health: 'healthy' } },
    alert_history: {},
    auth_token: token(0),
    last_fetch_at: 1_700_000_000,
  };

  it('version 0: the token goes on working, and the rest is read again', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane, draft);
    expect((await bardo.home()).text).not.toContain('set aside');
    await bardo.check();
    expect(plane.tokens).toEqual([token(0)]);
    expect(bardo.state).toMatchObject({ version: 4, auth_token: token(1) });
    expect((await bardo.home()).text).toContain('◆ Atlas waits for its lease');
  });

  it('version 1, which knew no chain: all of it is kept, and nothing counts as proven', async () => {
    const plane = await startPlane();
    const { leases: _leases, orders: _orders, heads: _heads, ...later } = sound();
    const { vitals: _vitals, unasked: _unasked, refused: _refused, ...before } = later;
    const bardo = await installBardo(plane, { ...before, version: 1, owner: aStatus().owner });
    await bardo.check();
    expect(bardo.state).toMatchObject({ version: 4, auth_token: token(1), leases: [], orders: [] });
  });

  it('version 2, which did not tell restored bytes from shown ones: none of them counts as its own', async () => {
    const plane = await startPlane();
    const { vitals: _vitals, unasked: _unasked, refused: _refused, ...before } = sound();
    const lease = (by: string, context: string) => ({
      ...{ golem: 'atlas', chainId: 8453, context },
      signedAt: 1,
      by,
    });
    const leases = [lease('restored', '0x01'), lease('signed', '0x02')];
    const bardo = await installBardo(plane, { ...before, version: 2, leases });
    expect((await bardo.home()).text).not.toContain('set aside');
    await bardo.check();
    expect(bardo.state.leases.map(({ by }) => by)).toEqual(['shown', 'signed']);
  });

  it('version 0 that was never connected starts as a first run', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane, { ...draft, auth_token: null });
    await bardo.check();
    expect(plane.tokens).toEqual([]);
    expect((await bardo.home()).text).toContain('It is not connected yet');
  });
});

describe('memory of this version', () => {
  it('is the same after a restart, and announces nothing again', async () => {
    const plane = await startPlane(() => ({ golems: [liveGolem({ phase: 'terminal' })] }));
    const first = await installConnected(plane);
    await first.check();
    expect(first.wallet.notices).toHaveLength(2);
    const second = await installBardo(plane, first.state);
    expect((await second.home()).text).toContain('◆ Atlas reported dead');
    await second.check();
    expect(second.wallet.notices).toEqual([]);
    expect(plane.tokens).toEqual([token(0), token(1)]);
  });

  it('keeps the five keys of the draft, and nothing encrypted', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    const keys = ['golems', 'permissions', 'alert_history', 'auth_token', 'last_fetch_at'];
    expect(Object.keys(bardo.state)).toEqual(expect.arrayContaining(keys));
  });
});
