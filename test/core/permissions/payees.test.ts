import { describe, expect, it } from 'vitest';
import { mayKeep, payeesProblem } from '../../../src/core/permissions/payees';

const USDC = `0x${'aa'.repeat(20)}` as const;
const KEY = `0x${'bb'.repeat(20)}` as const;
const SHOP = `0x${'cc'.repeat(20)}` as const;
/** The same key as a wallet writes it. */
const LOUD_KEY = `0x${'BB'.repeat(20)}` as const;

describe('a lease of dollars', () => {
  const lease = { token: USDC, sessionKey: KEY };

  it('pays others', () => expect(payeesProblem(lease, [SHOP])).toBeNull());

  it('never pays the session key, however it is written', () => {
    expect(payeesProblem(lease, [SHOP, LOUD_KEY])).toMatch(/session key itself/);
    expect(mayKeep(lease)).toBe(false);
  });
});

describe('a lease of gas', () => {
  const lease = { token: null, sessionKey: KEY };

  it('pays the session key', () => {
    expect(payeesProblem(lease, [LOUD_KEY])).toBeNull();
    expect(mayKeep(lease)).toBe(true);
  });

  it('is of no use when it does not', () => {
    expect(payeesProblem(lease, [SHOP])).toMatch(/must reach the session key/);
  });
});

it('names nobody twice', () => {
  expect(payeesProblem({ token: null, sessionKey: KEY }, [KEY, LOUD_KEY])).toMatch(/twice/);
});
