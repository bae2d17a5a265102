import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dailySpendLimit } from '../../../src/core/caveats/daily-spend-limit';
import { DAY, HOUR } from '../../../src/core/chain/time';
import { type Delegation, hashDelegation } from '../../../src/core/delegations/delegation';
import type { Route } from '../../../src/core/delegations/drain-moments';
import { routesOf } from '../../../src/core/delegations/exposure';
import type { Holding } from '../../../src/core/delegations/pots';
import { linkOf, treeOf } from '../../../src/core/delegations/tree';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import {
  anAddress,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCaveat, aDelegation, grantCaveats } from '../../vectors/delegations';
import { aLimitScene, childLink, leaseLink, REPLICANT } from '../../vectors/leases';
import { type Counter, counterOf, steal } from '../../vectors/thief';

const USDC = 1_000_000n;
/** Ten USDC a day from NOW on, for a week. */
const bare = aDelegation({ delegate: SESSION_KEY });
const grant = aDelegation();

type Case = {
  now?: number;
  safe?: boolean;
  ended?: Hex[];
  holdings?: Holding[];
  paid?: Parameters<typeof aLimitScene>[0];
};

function worst(links: Delegation[], over: Case = {}) {
  const scene = aLimitScene(over.paid);
  const safe = over.safe === false ? [] : [GUARDIAN];
  const tree = treeOf(links.map((one) => linkOf(one, scene)));
  const routes = routesOf(tree, { chainId: BASE, safe, ended: over.ended ?? [] });
  return worstCaseOf(routes, { now: over.now ?? NOW + HOUR, holdings: over.holdings ?? [] });
}

const figures = (links: Delegation[], over: Case = {}) => {
  const [one] = worst(links, over);
  return one && [one.now.uncapped, one.anyDay.uncapped, one.untilEnd.uncapped];
};

describe('a bare grant', () => {
  it('can lose its cap at once, twice in any day, and every day until it ends', () => {
    expect(figures([bare])).toEqual([10n * USDC, 20n * USDC, 70n * USDC]);
  });

  it('that starts later can lose nothing until then', () => {
    expect(figures([bare], { now: NOW - 2 * DAY })).toEqual([0n, 20n * USDC, 70n * USDC]);
  });

  it('in its last hours can lose what is left of the last period', () => {
    const paid = () => [{ at: NOW + 6 * DAY, amount: 4n * USDC }];

    expect(figures([bare], { now: NOW + 7 * DAY - HOUR, paid: { paid } })).toEqual([
      6n * USDC,
      6n * USDC,
      6n * USDC,
    ]);
  });

  it('that is over, or hangs on what is over, can lose nothing', () => {
    expect(worst([bare], { now: NOW + 7 * DAY })).toEqual([]);
    expect(worst([bare], { ended: [hashDelegation(bare)] })).toEqual([]);
    expect(worst([grant, leaseLink(grant)], { ended: [hashDelegation(grant)] })).toEqual([]);
  });

  it('without an end has no bound in time', () => {
    const endless = aDelegation({ delegate: SESSION_KEY, caveats: grantCaveats({ expiry: null }) });

    expect(figures([endless])).toEqual([10n * USDC, 20n * USDC, 'unlimited']);
    expect(worst([endless])[0]?.endsAt).toBeNull();
  });
});

describe('a leased grant', () => {
  it('can lose the cap of the lease once a day, as long as the guardian is safe', () => {
    expect(figures([grant, leaseLink(grant)])).toEqual([5n * USDC, 5n * USDC, 15n * USDC]);
  });

  it('can lose the whole grant when the guardian is stolen too', () => {
    expect(figures([grant, leaseLink(grant)], { safe: false })).toEqual([
      10n * USDC,
      20n * USDC,
      70n * USDC,
    ]);
  });

  it('without a lease on it can lose nothing while the guardian is safe', () => {
    expect(worst([grant])).toEqual([]);
  });

  it('has less at once when its window is partly used', () => {
    const at = NOW + HOUR;
    const paid = (key: string) => (key.includes('lease') ? [{ at, amount: 4n * USDC }] : []);

    expect(figures([grant, leaseLink(grant)], { paid: { paid } })).toEqual([
      1n * USDC,
      5n * USDC,
      11n * USDC,
    ]);
  });

  it('shares one budget between its leases, old keys included', () => {
    const rotated = leaseLink(grant, { generation: 2n, sessionKey: anAddress(0x5f) });

    expect(figures([grant, leaseLink(grant), rotated])).toEqual([5n * USDC, 5n * USDC, 15n * USDC]);
  });

  it('adds up leases of different budgets, up to the grant', () => {
    const links = [grant, leaseLink(grant), leaseLink(grant, { budgetId: 2n })];
    const third = leaseLink(grant, { budgetId: 3n, cap: 90n * USDC });

    expect(figures(links)?.[0]).toBe(10n * USDC);
    expect(figures([...links, third])?.slice(0, 2)).toEqual([10n * USDC, 20n * USDC]);
  });
});

describe('a mandate', () => {
  it('with a daily limit shares it with every grant of the same budget', () => {
    const terms = dailySpendLimit.encode({
      token: USDC_ON_BASE,
      cap: 8n * USDC,
      unitExponent: 2,
      budgetId: 4n,
    });
    const limit = { enforcer: dailySpendLimit.address, terms, args: '0x' } as const;
    const mandate = (salt: bigint) =>
      aDelegation({ delegate: SESSION_KEY, caveats: [limit], salt });

    expect(worst([mandate(1n), mandate(2n)])).toHaveLength(1);
    expect(figures([mandate(1n), mandate(2n)])).toEqual([8n * USDC, 8n * USDC, 'unlimited']);
  });
});

describe('Replicants', () => {
  const lease = leaseLink(grant);
  const children = [childLink(lease), childLink(lease, anAddress(0x7f))];

  it('spend inside the budget of their parent', () => {
    expect(figures([grant, lease, ...children])).toEqual(figures([grant, lease]));
  });

  it('alone can lose their own caps, and together the part of the lease that is theirs', () => {
    const safeParent = (links: Delegation[]) => {
      const tree = treeOf(links.map((one) => linkOf(one, aLimitScene())));
      const safe = [GUARDIAN, SESSION_KEY];
      const routes = routesOf(tree, { chainId: BASE, safe, ended: [] });
      return worstCaseOf(routes, { now: NOW, holdings: [] })[0]?.now.uncapped;
    };
    const third = childLink(lease, anAddress(0x80));

    expect(safeParent([grant, lease, children[0] as Delegation])).toBe(1n * USDC);
    expect(safeParent([grant, lease, ...children, third])).toBe(2n * USDC);
  });
});

describe('an owner', () => {
  const second = aDelegation({ delegate: anAddress(0x5f), salt: 7n });
  const usdc = (amount: bigint): Holding => ({
    chainId: BASE,
    account: OWNER,
    token: USDC_ON_BASE,
    amount,
  });

  it('with two grants can lose both: a newer one does not end an older one', () => {
    expect(figures([bare, second])).toEqual([20n * USDC, 40n * USDC, 140n * USDC]);
  });

  it('sees the loss by what is held now beside the uncapped figure', () => {
    const [poor] = worst([bare, second], { holdings: [usdc(25n * USDC)] });

    expect(poor?.anyDay).toEqual({ uncapped: 40n * USDC, held: 25n * USDC });
    expect(worst([bare], { holdings: [usdc(900n * USDC)] })[0]?.now.held).toBe(10n * USDC);
    expect(worst([bare])[0]?.now.held).toBeNull();
  });

  it('with a grant without rules can lose everything, and reads unlimited', () => {
    const all = aDelegation({ delegate: SESSION_KEY, caveats: [] });
    const cases = worst([all, second], { holdings: [usdc(3n * USDC)] });

    expect(cases.map(({ token, now }) => [token, now])).toEqual([
      ['any', { uncapped: 'unlimited', held: null }],
      [null, { uncapped: 'unlimited', held: null }],
      [USDC_ON_BASE, { uncapped: 'unlimited', held: 3n * USDC }],
    ]);
  });

  it('with rules that allow no payment at all can lose nothing', () => {
    const other = aDelegation({
      delegate: SESSION_KEY,
      caveats: [
        ...grantCaveats(),
        aCaveat('ERC20TransferAmount', `${anAddress(9)}${'00'.repeat(31)}09`),
      ],
    });
    const strangers = childLink(leaseLink(grant), REPLICANT, { payee: anAddress(0xcb) });

    expect(worst([other])).toEqual([]);
    expect(worst([grant, strangers, leaseLink(grant)])).toHaveLength(1);
  });
});

describe('the figure for a whole tree', () => {
  it('is what a thief of every key gets, and is monotone in the caps', () => {
    const amounts = fc.record({
      cap: fc.bigInt(1n, 60n),
      replicants: fc.bigInt(0n, 20n),
      hours: fc.integer({ min: 1, max: 100 }),
      before: fc.integer({ min: 0, max: 30 }),
    });

    fc.assert(
      fc.property(amounts, ({ cap, replicants, hours, before }) => {
        const now = Math.ceil(NOW / HOUR) * HOUR + before * HOUR;
        const to = now + hours * HOUR;
        const terms = (more: bigint) =>
          leaseLink(grant, {
            cap: (cap + more) * USDC,
            unitExponent: 4,
            replicantCap: (replicants % (cap + 1n)) * USDC,
            expiry: BigInt(to),
          });
        const linksOf = (lease: Delegation) => [grant, lease, childLink(lease)];
        const lossOf = (lease: Delegation) =>
          worst(linksOf(lease), { now })[0]?.untilEnd.uncapped ?? 0n;
        const figure = lossOf(terms(0n));
        const wider = lossOf(terms(1n));

        const links = linksOf(terms(0n)).map((one) => linkOf(one, aLimitScene()));
        const node = treeOf(links);
        const counters = new Map<string, Counter>();
        const ways = node.slice(1).map(({ effective, depth }) => {
          const meters = [
            ...effective.meters,
            ...(depth > 1 ? effective.replicants.map(({ meter }) => meter) : []),
          ];
          const own = meters.map((meter) => {
            const counter = counters.get(meter.key) ?? counterOf(meter);
            counters.set(meter.key, counter);
            return counter;
          });
          return { opensAt: 0, endsAt: effective.endsAt ?? to, counters: own };
        });

        expect(steal(ways, { from: now, to })).toBe(figure);
        expect(wider >= figure).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

it('takes no longer for many routes than for one', () => {
  let looks = 0;
  const routes = Array.from({ length: 64 }, (_, index): Route => {
    const shape = { kind: 'period', every: HOUR } as const;
    const meter = { key: `${index}`, token: USDC_ON_BASE, cap: 5n, startAt: NOW - index, paid: [] };
    const counted = Object.defineProperty({ ...meter, shape }, 'shape', {
      enumerable: true,
      get: () => {
        looks += 1;
        return shape;
      },
    });
    const life = { opensAt: 0, endsAt: NOW + 4 * 365 * DAY, endBlock: null };
    return { chainId: BASE, account: OWNER, token: USDC_ON_BASE, ...life, meters: [counted] };
  });
  const [worst] = worstCaseOf(routes, { now: NOW, holdings: [] });

  expect(worst?.untilEnd.uncapped).toBe(5n * (64n * 4n * 365n * 24n + 63n));
  expect(looks).toBeLessThan(1_000_000);
});
