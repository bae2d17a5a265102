import { describe, expect, it } from '@jest/globals';
import { RPC_PARAMS } from '../../src/core/protocol/rpc';
import { anAddress, OWNER } from '../vectors/builders';
import { installBardo, installConnected } from './bardo';
import { aClade } from './live';
import { startPlane, token } from './plane';

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const UNAUTHORIZED = 4100;

const METHODS = Object.keys(RPC_PARAMS);
const PARAMS: { [method: string]: object } = {
  showApprovalDialog: { title: 'Title', body: 'Body' },
  showPlanSummary: { plan: { title: 'Plan', steps: [{ label: 'One' }] } },
  triggerRevoke: { golems: ['atlas'] },
  updateAuthToken: { token: token(0) },
  getGuardian: { golem: 'atlas' },
  issueLease: {
    golem: 'atlas',
    name: 'Atlas',
    chainId: 84_532,
    grant: `0x${'00'.repeat(64)}`,
    sessionKey: anAddress(1),
    cap: '1',
    replicantCap: '0',
    expiresAt: 2_000_000_000,
    payees: [anAddress(2)],
    maxAgeSeconds: 3600,
  },
  signOracle: { golem: 'atlas', chainId: 84_532, act: 'register', reporter: anAddress(1) },
};
const paramsOf = (method: string) => PARAMS[method] ?? {};

describe('who may ask', () => {
  it('nobody but the Portal, whatever the origin looks like, and nothing is revealed', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    bardo.wallet.requests.length = 0;
    const { portal } = bardo;
    const port = new URL(portal).port;
    const strangers = [
      ...[`https://localhost:${port}`, `http://localhost:${Number(port) + 1}`, 'http://localhost'],
      ...[`http://app.localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`],
      ...[`${portal}.evil.com`, `http://evil.com/${portal}`, `http://evil.com?${portal}`],
      ...[`${portal}@evil.com`, `http://x@localhost:${port}`, `${portal}/`, `${portal}/path`],
      ...[`${portal}#`, `blob:${portal}/0`, `filesystem:${portal}/0`, `view-source:${portal}`],
      ...[portal.toUpperCase(), `HTTP://localhost:${port}`, `http://LOCALHOST:${port}`],
      ...[` ${portal}`, `${portal} `, `http:localhost:${port}`, `http:\\\\localhost:${port}`],
      ...['null', 'undefined', '*', 'metamask', 'npm:@bardo/snap', 'file://', 'about:blank'],
    ];
    for (const origin of strangers) {
      for (const method of ['getGolemsStatus', 'handshake', 'nothing']) {
        const reply = await bardo.ask(method, {}, origin);
        expect([origin, reply]).toEqual([
          origin,
          { error: { code: UNAUTHORIZED, message: 'Bardo answers its own site only.' } },
        ]);
      }
    }
    for (const method of METHODS) {
      const reply = await bardo.ask(method, paramsOf(method), 'https://evil.example');
      expect(reply).toMatchObject({ error: { code: UNAUTHORIZED } });
    }
    expect(bardo.wallet.requests).toEqual([]);
    expect(plane.tokens).toHaveLength(1);
  });
});

describe('what may be asked', () => {
  it('only what is listed: other names are unknown, those of the language too', async () => {
    const bardo = await installConnected(await startPlane());
    const names = [
      ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'],
      ...['', ' ', 'GetVersion', 'getVersion ', 'onRpcRequest', 'snap_dialog', 'x'.repeat(10_000)],
    ];
    for (const name of names) {
      const reply = await bardo.ask(name, {});
      const error = { code: METHOD_NOT_FOUND, message: 'Bardo does not know this method.' };
      expect([name, reply]).toEqual([name, { error }]);
    }
    expect(bardo.wallet.requests).toEqual([]);
  });

  it('with parameters as listed: anything else is refused before anything is done', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    const step = { label: 'One' };
    const bad: [string, unknown][] = [
      ...METHODS.flatMap((method): [string, unknown][] => [
        [method, { ...paramsOf(method), extra: 1 }],
        [method, JSON.parse('{"__proto__":{"x":1}}')],
        [method, [paramsOf(method)]],
      ]),
      ['showApprovalDialog', { title: 'x' }],
      ['showApprovalDialog', { title: 1, body: 'x' }],
      ['showApprovalDialog', { title: '', body: 'x' }],
      ['showApprovalDialog', { title: 'x'.repeat(121), body: 'x' }],
      ['showApprovalDialog', { title: 'x', body: 'x'.repeat(2001) }],
      ['showPlanSummary', { plan: { title: 'x', steps: [] } }],
      ['showPlanSummary', { plan: { title: 'x', steps: Array(21).fill(step) } }],
      ['showPlanSummary', { plan: { title: 'x', steps: [{ ...step, url: 'x' }] } }],
      ['showPlanSummary', { plan: { title: 'x', steps: Array(100_000).fill(step) } }],
      ['triggerRevoke', { golems: [] }],
      ['triggerRevoke', { golems: 'all' }],
      ['triggerRevoke', { golems: ['../atlas'] }],
      ['triggerRevoke', { golems: Array(501).fill('atlas') }],
      ['getGuardian', { golem: 'Atlas' }],
      ['getGuardian', { golem: 'x'.repeat(65) }],
      ['issueLease', { ...PARAMS.issueLease, payees: [] }],
      ['issueLease', { ...PARAMS.issueLease, payees: Array(9).fill(anAddress(2)) }],
      ['issueLease', { ...PARAMS.issueLease, sessionKey: '0x1' }],
      ['issueLease', { ...PARAMS.issueLease, cap: '-1' }],
      ['issueLease', { ...PARAMS.issueLease, cap: 1 }],
      ['issueLease', { ...PARAMS.issueLease, cap: '1e9' }],
      ['issueLease', { ...PARAMS.issueLease, expiresAt: 2_000_000_000_000 }],
      ['issueLease', { ...PARAMS.issueLease, grant: `0x${'0'.repeat(200_001)}` }],
      ['issueLease', { ...PARAMS.issueLease, generation: 7 }],
      ['signOracle', { ...PARAMS.signOracle, act: 'report' }],
      ['signOracle', { ...PARAMS.signOracle, data: '0x00' }],
      ['updateAuthToken', { token: 'short' }],
      ['updateAuthToken', { token: `${token(0)}\r\nx: y` }],
      ['updateAuthToken', { token: 'x'.repeat(257) }],
      ['updateAuthToken', { token: 'x'.repeat(5_000_000) }],
      ['updateAuthToken', { token: { toString: 'x' } }],
    ];
    for (const [method, params] of bad) {
      const reply = await bardo.ask(method, params);
      const call = `${method} ${JSON.stringify(params).slice(0, 80)}`;
      expect({ call, reply }).toMatchObject({ call, reply: { error: { code: INVALID_PARAMS } } });
      expect(JSON.stringify(reply).length).toBeLessThan(300);
    }
    expect(bardo.wallet.requests).toEqual([]);
    expect(plane.tokens).toEqual([]);
  });
});

describe('what is answered', () => {
  it('before it is connected', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane);
    const version = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), protocol: 2 };
    expect(await bardo.ask('getVersion')).toEqual({ result: version });
    expect(await bardo.ask('handshake', {})).toEqual({
      result: { ...version, connected: false, owner: null, lastFetchAt: null },
    });
    const nothing = { connected: false, owner: null, golems: [], alerts: [] };
    expect(await bardo.ask('getGolemsStatus')).toMatchObject({ result: nothing });
    expect(await bardo.ask('refresh')).toMatchObject({ result: nothing });
    expect(plane.tokens).toEqual([]);
  });

  it('the cached status with our own judgement, and never the token', async () => {
    const clade = aClade(2, (index) => (index === 0 ? { phase: 'declining', vitality: 9 } : {}));
    const plane = await startPlane(() => clade);
    const bardo = await installConnected(plane);
    await bardo.check();
    const status = await bardo.ask('getGolemsStatus');
    expect(status).toMatchObject({
      result: {
        connected: true,
        owner: OWNER,
        failure: null,
        golems: [
          {
            id: 'golem-1',
            phase: 'declining',
            health: 'healthy',
            leftToday: '1000000',
            cap: '10000000',
          },
          { id: 'golem-2', phase: 'thriving', health: 'healthy', leftToday: '8000000' },
        ],
        alerts: [{ key: 'declining:golem-1', title: 'Golem 1 is declining' }],
      },
    });
    expect(plane.tokens).toHaveLength(1);
    expect(await bardo.ask('refresh')).toMatchObject({ result: { connected: true } });
    expect(plane.tokens).toHaveLength(2);
    expect(await bardo.ask('handshake')).toMatchObject({
      result: { connected: true, owner: OWNER },
    });
    expect(bardo.replies.join()).not.toContain('watch-token');
    expect(bardo.replies.join()).not.toContain('auth_token');
  });

  it('an error inside is told without its details', async () => {
    const bardo = await installConnected(await startPlane());
    bardo.wallet.script('snap_getState', () => {
      throw new Error(`secret ${token(0)}`);
    });
    expect(await bardo.ask('getGolemsStatus')).toEqual({
      error: { code: -32603, message: 'Bardo met an internal error. Nothing was changed.' },
    });
  });
});
