import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { MAX_PAYEES, mayKeep, payeesProblem } from '../../../src/core/runway/payees';

const USDC = `0x${'aa'.repeat(20)}` as const;
const KEY = `0x${'bb'.repeat(20)}` as const;
const SHOP = `0x${'cc'.repeat(20)}` as const;
const OWNER = `0x${'dd'.repeat(20)}` as const;
const GUARDIAN = `0x${'ee'.repeat(20)}` as const;
const addressOf = (count: number) => `0x${`${count}`.padStart(40, '0')}` as const;
/** The same key as a wallet writes it. */
const LOUD_KEY = `0x${'BB'.repeat(20)}` as const;

describe('a lease of dollars', () => {
  const lease = { token: USDC, sessionKey: KEY };

  it('pays others', () => expect(payeesProblem(lease, [SHOP])).toBeNull());

  it('may be asked for before anybody is named', () => expect(payeesProblem(lease, [])).toBeNull());

  it('names as many as fit into its terms, and no more', () => {
    const shops = Array.from({ length: MAX_PAYEES + 1 }, (_, index) => addressOf(index + 1));

    expect(payeesProblem(lease, shops.slice(1))).toBeNull();
    expect(payeesProblem(lease, shops)).toMatch(/more than 8/);
  });

  it('pays nobody by mistake', () => {
    expect(payeesProblem(lease, [SHOP, addressOf(0)])).toMatch(/zero address/);
  });

  it.each([
    ['its owner', OWNER],
    ['its guardian', GUARDIAN],
    ['the token', USDC],
    ['the manager', FRAMEWORK.delegationManager],
    ['an enforcer', BARDO.golemPolicyEnforcer],
    ['Multicall', MULTICALL3],
  ])('does not pay %s', (_, payee) => {
    const known = { ...lease, owner: OWNER, guardian: GUARDIAN };

    expect(payeesProblem(known, [SHOP, payee])).toMatch(/a contract of the system/);
  });

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
