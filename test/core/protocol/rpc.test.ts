// What the Portal may say to the Snap, judged before anything is shown.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { isRpcMethod, RPC_PARAMS, type RpcMethod } from '../../../src/core/protocol/rpc';
import { anAddress, NOW, SESSION_KEY } from '../../vectors/builders';

const METHODS = Object.keys(RPC_PARAMS) as RpcMethod[];

const GOOD: Record<RpcMethod, unknown> = {
  showApprovalDialog: { title: 'Rotate the key?', body: 'Atlas gets a new key.' },
  showPlanSummary: {
    plan: { title: 'Plan', steps: [{ label: 'Grant' }, { label: 'Lease', detail: 'x' }] },
  },
  triggerRevoke: { golems: ['atlas'] },
  getGolemsStatus: {},
  updateAuthToken: { token: 'a'.repeat(43) },
  handshake: {},
  refresh: {},
  getVersion: {},
  getGuardian: { golem: 'atlas' },
  issueLease: {
    golem: 'atlas',
    name: 'Atlas',
    chainId: 84_532,
    grant: `0x${'00'.repeat(64)}`,
    sessionKey: SESSION_KEY,
    cap: '5000000',
    replicantCap: '0',
    expiresAt: NOW,
    payees: [anAddress(7)],
    maxAgeSeconds: 3600,
  },
  signOracle: { golem: 'atlas', chainId: 84_532, act: 'heal', phase: 0, score: 10_000 },
};

function takes(method: RpcMethod, params: unknown): boolean {
  return check(params, RPC_PARAMS[method]).ok;
}

describe('A method', () => {
  it.each(METHODS)('%s takes what it needs', (method) => {
    expect(takes(method, GOOD[method])).toBe(true);
  });

  it.each(METHODS)('%s refuses a field it does not know, instead of ignoring it', (method) => {
    expect(takes(method, { ...(GOOD[method] as object), force: true })).toBe(false);
  });

  it.each(METHODS)('%s refuses anything random', (method) => {
    fc.assert(
      fc.property(fc.anything(), (params) => {
        const empty =
          typeof params === 'object' && params !== null && Object.keys(params).length === 0;
        if (!empty) expect(takes(method, params)).toBe(false);
      }),
    );
  });

  it.each(METHODS)('%s refuses what cannot even be printed', (method) => {
    expect(takes(method, { toString: 0 })).toBe(false);
    expect(takes(method, { ...(GOOD[method] as object), golem: { toString: 0 } })).toBe(false);
  });

  it('is known by its own name only', () => {
    expect(METHODS.every(isRpcMethod)).toBe(true);
    for (const name of ['', 'toString', '__proto__', 'constructor', 'hasOwnProperty', 'Refresh']) {
      expect(isRpcMethod(name)).toBe(false);
    }
  });
});

describe('Sizes are bounded:', () => {
  const step = { label: 'x' };
  const plan = (steps: unknown[]) => ({ plan: { title: 'Plan', steps } });

  it('a plan has 1 to 20 steps', () => {
    expect(
      [0, 1, 20, 21].map((count) => takes('showPlanSummary', plan(Array(count).fill(step)))),
    ).toEqual([false, true, true, false]);
  });

  it('a title has 1 to 120 characters, a body 1 to 2000', () => {
    const titled = (length: number) =>
      takes('showApprovalDialog', { title: 'x'.repeat(length), body: 'x' });
    const bodied = (length: number) =>
      takes('showApprovalDialog', { title: 'x', body: 'x'.repeat(length) });

    expect([0, 1, 120, 121].map(titled)).toEqual([false, true, true, false]);
    expect([0, 1, 2000, 2001].map(bodied)).toEqual([false, true, true, false]);
  });

  it('a revocation names 1 to 500 Golems by id', () => {
    const ids = (count: number) => ({ golems: Array.from({ length: count }, (_, n) => `g-${n}`) });

    expect([0, 1, 500, 501].map((count) => takes('triggerRevoke', ids(count)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    for (const id of ['Atlas', '', 'a b', '../x', '__proto__', 'x'.repeat(65)]) {
      expect(takes('triggerRevoke', { golems: [id] })).toBe(false);
    }
  });

  it('a token fits into a header', () => {
    for (const token of ['', 'short', 'a'.repeat(257), `${'a'.repeat(30)}\n`, 'a b'.repeat(10)]) {
      expect(takes('updateAuthToken', { token })).toBe(false);
    }
  });
});
