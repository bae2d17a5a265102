import { describe, expect, it } from 'vitest';
import { encodeContext, hashDelegation } from '../../../src/core/delegations/delegation';
import { type Checked, outlookOf } from '../../../src/core/runway/outlook';
import { BASE, GUARDIAN, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';

const USDC = 1_000_000n;
const HOUR = 3600;
const grant = aDelegation();
const lease = leaseLink(grant);
const bare = aDelegation({ delegate: SESSION_KEY, salt: 7n });

function checked(over: Partial<Checked> = {}): Checked {
  return {
    chainId: BASE,
    golem: 'atlas',
    token: USDC_ON_BASE,
    context: encodeContext([lease, grant]),
    guardian: GUARDIAN,
    available: 3n * USDC,
    ended: [],
    ...over,
  };
}

const vesta = checked({
  golem: 'vesta',
  context: encodeContext([bare]),
  guardian: null,
  available: 9n * USDC,
});
const holding = (amount: bigint) => ({
  chainId: BASE,
  account: OWNER,
  token: USDC_ON_BASE,
  amount,
});
const look = (list: Checked[], amount: bigint | null = null) =>
  outlookOf(list, amount === null ? [] : [holding(amount)], NOW + HOUR);

describe('what all Golems together can take', () => {
  it('is the sum of what the chain lets each of them take', () => {
    expect(look([checked(), vesta], 986n * USDC)).toMatchObject([
      { chainId: BASE, available: 12n * USDC, balance: 986n * USDC, unknown: [] },
    ]);
  });

  it('is never more than the account holds', () => {
    const [one] = look([checked(), vesta], 5n * USDC);

    expect(one).toMatchObject({ available: 5n * USDC, worstDay: 5n * USDC, balance: 5n * USDC });
  });

  it('names whom the chain was silent about, and says nothing for them', () => {
    expect(look([checked({ available: null }), vesta])).toMatchObject([
      { available: 9n * USDC, unknown: ['atlas'], balance: null },
    ]);
    expect(look([checked({ available: null })])).toMatchObject([
      { available: null, unknown: ['atlas'] },
    ]);
  });

  it('counts a bare grant twice around its reset, and a lease once', () => {
    const [both] = look([checked(), vesta]);
    const [alone] = look([vesta]);

    expect(alone?.worstDay).toBe(20n * USDC);
    expect(both?.worstDay).toBeGreaterThan(20n * USDC);
  });

  it('leaves out what the chain shows ended', () => {
    const over = checked({ available: 0n, ended: [hashDelegation(grant), hashDelegation(lease)] });

    expect(look([over])).toEqual([]);
    expect(look([over, vesta])).toMatchObject([{ worstDay: 20n * USDC }]);
  });

  it('adds up no two chains', () => {
    const elsewhere = { ...vesta, chainId: BASE + 1 };

    const chains = look([checked(), elsewhere]).map(({ chainId }) => chainId);
    expect([...new Set(chains)]).toEqual([BASE, BASE + 1]);
  });

  it('is nothing without Golems', () => {
    expect(look([])).toEqual([]);
  });
});
