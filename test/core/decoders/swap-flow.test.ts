// Where the money of a plan goes: floors, ceilings, and what is left in the router for anyone to take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aScene, OWNER, STRANGER } from '../../vectors/builders';
import { findingsOf, VECTORS, callOf as vectorCall } from '../../vectors/calls';
import {
  ALL,
  along,
  alongOut,
  BY_GOLEM,
  CALM,
  ETH,
  encode,
  OLD,
  OTHER,
  path,
  plan,
  portion,
  read,
  settle,
  settleAll,
  single,
  singleOut,
  sweep,
  TO_ROUTER,
  TO_SENDER,
  take,
  takeAll,
  transferFrom,
  USDC,
  unwrap,
  V3,
  v2In,
  v3In,
  v3Out,
  v4,
  WETH,
  wrap,
} from './router-plan';

const ANY_PRICE = 'Swap accepts any price: it may return next to nothing';

describe('no floor', () => {
  it.each([
    ['in the swap', [v3In(TO_SENDER, 10_000_000n, 0n)]],
    ['in the sweep', [v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 0n)]],
    [
      'but in a sweep that may fail',
      [v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 10n ** 15n, 0x80)],
    ],
    [
      'but in a sweep of another token',
      [v3In(TO_ROUTER, 10_000_000n, 0n), sweep(OTHER, TO_SENDER, 10n ** 15n)],
    ],
    ['and nothing paid out', [v3In(TO_ROUTER, 10_000_000n, 0n)]],
    [
      'under the second of two routes',
      [
        v3In(TO_ROUTER, 1_000_000n, 10n ** 15n),
        v2In(TO_ROUTER, 9_000_000n, 0n),
        sweep(WETH, TO_SENDER, 10n ** 15n),
      ],
    ],
    [
      'in what it is sold on for',
      [
        v3In(TO_ROUTER, 10_000_000n, 0n, path(USDC, OTHER)),
        v3In(TO_SENDER, ALL, 0n, path(OTHER, WETH), false),
      ],
    ],
    ['in the unwrapping', [v3In(TO_ROUTER, 10_000_000n, 0n), unwrap(TO_SENDER, 0n)]],
    ['inside a plan', [plan([v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 0n)])]],
    ['in V4, single', [v4(single(10_000_000n, 0n), settle(USDC, 0n), take(WETH, TO_SENDER))]],
    [
      'in V4, along a path',
      [v4(along(10_000_000n, 0n), settleAll(USDC, 10_000_000n), takeAll(WETH, 0n))],
    ],
    [
      'after V4',
      [
        v4(single(10_000_000n, 0n), settle(USDC, 0n), take(WETH, TO_ROUTER)),
        sweep(WETH, TO_SENDER, 0n),
      ],
    ],
    ['above what an exact output may cost', [v3Out(TO_SENDER, 10n ** 15n, 2n ** 200n)]],
  ] as const)('%s warns', (_, commands) => {
    expect(read(commands)).toMatchObject({ level: 'warning', title: ANY_PRICE });
  });

  it('is never shown as a floor of zero', () => {
    const { facts } = read([v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 0n)]);

    expect(facts).toContain('Gets: WETH, with no minimum');
    expect(facts.filter((fact) => fact.startsWith('Gets at least: 0'))).toEqual([]);
  });

  it('warns whatever the list, when every minimum in it is zero', () => {
    const swaps = fc.constantFrom(
      v3In(TO_SENDER, 1_000_000n, 0n),
      v3In(TO_ROUTER, 1_000_000n, 0n),
      v2In(TO_ROUTER, 1_000_000n, 0n),
      v4(single(1_000_000n, 0n), settle(USDC, 0n), take(WETH, TO_ROUTER)),
      v4(along(1_000_000n, 0n), settleAll(USDC, 1_000_000n), takeAll(WETH, 0n)),
    );
    const rest = fc.constantFrom(
      sweep(WETH, TO_SENDER, 0n),
      unwrap(TO_SENDER, 0n),
      portion(WETH, STRANGER, 20n),
      sweep(USDC, TO_SENDER, 0n),
      wrap(TO_ROUTER, ALL),
    );
    fc.assert(
      fc.property(fc.array(swaps, { minLength: 1, maxLength: 4 }), fc.array(rest), (a, b) => {
        expect(read([...a, ...b]).level).toBe('warning');
      }),
      { numRuns: 300 },
    );
  });
});
const v3OutHeld = (most: bigint) =>
  [0x01, encode(V3, [TO_SENDER, 10n ** 15n, most, path(WETH, USDC), false])] as const;
const LEAVES = 'Leaves money in the router, where anyone can take it';

describe('an exact output without a ceiling', () => {
  const out = 10n ** 15n;
  const taken = take(WETH, TO_SENDER);
  it.each([
    ['of V3', [v3Out(TO_SENDER, out, 2n ** 127n)]],
    ['of V4, largest uint128', [v4(singleOut(out, 2n ** 128n - 1n), settle(USDC, 0n), taken)]],
    ['of V4, half of it', [v4(singleOut(out, 2n ** 127n), settle(USDC, 0n), taken)]],
    [
      'of V4 along a path, settled without a maximum',
      [v4(alongOut(out, 2n ** 128n - 1n), settleAll(USDC, 2n ** 256n - 1n), taken)],
    ],
    [
      'paid by the router after an endless pull',
      [
        transferFrom(USDC, TO_ROUTER, 2n ** 160n - 1n),
        v3OutHeld(2n ** 256n - 1n),
        sweep(USDC, TO_SENDER, 0n),
      ],
    ],
  ] as const)('%s warns', (_, commands) => {
    const { title, facts } = read(commands);

    expect(title).toBe(ANY_PRICE);
    expect(facts).toContain('Pays at most: unlimited USDC');
  });

  it.each([
    [
      'the most that is settled',
      [v4(singleOut(out, 2n ** 128n - 1n), settleAll(USDC, 10_000_000n), taken)],
    ],
    [
      'what the router was given',
      [
        transferFrom(USDC, TO_ROUTER, 10_000_000n),
        v3OutHeld(2n ** 256n - 1n),
        sweep(USDC, TO_SENDER, 0n),
      ],
    ],
  ] as const)('is bounded by %s', (_, commands) => {
    const { level, facts } = read(commands);

    expect(level).toBe('info');
    expect(facts).toContain('Pays at most: 10 USDC');
  });
});

describe('money left in the router', () => {
  it.each([
    ['pulled and not used', [transferFrom(USDC, TO_ROUTER, 5_000_000n)], 'up to 5 USDC'],
    [
      'bought and not swept',
      [v3In(TO_ROUTER, 10_000_000n, 10n ** 15n)],
      'WETH, an amount not known before',
    ],
    [
      'behind a sweep that may fail',
      [v3In(TO_ROUTER, 10_000_000n, 10n ** 15n), sweep(WETH, TO_SENDER, 1n, 0x80)],
      'WETH, an amount not known before',
    ],
    [
      'taken from the pool',
      [v4(single(10_000_000n, 10n ** 15n), settle(USDC, 0n), take(WETH, TO_ROUTER))],
      'WETH, an amount not known before',
    ],
    [
      'of an exact output that cost less',
      [transferFrom(USDC, TO_ROUTER, 10_000_000n), v3OutHeld(10_000_000n)],
      'up to 10 USDC',
    ],
    [
      'whose amount is pulled from the caller once more',
      [transferFrom(USDC, TO_ROUTER, 10_000_000n), v3In(TO_SENDER, ALL, 10n ** 15n)],
      'up to 10 USDC',
    ],
    [
      'whose amount settles V4 out of the caller’s account',
      [
        transferFrom(USDC, TO_ROUTER, 10_000_000n),
        v4(single(10_000_000n, 10n ** 15n), settle(USDC, ALL), take(WETH, TO_SENDER)),
      ],
      'up to 10 USDC',
    ],
  ] as const)('%s warns', (_, commands, left) => {
    const { title, facts } = read(commands);

    expect(title).toBe(LEAVES);
    expect(facts).toContain(`Left in the router: ${left}`);
  });

  it('warns of value that is not wrapped', () => {
    const sold = v3In(TO_SENDER, 10n ** 15n, 2_000_000n, path(WETH, USDC), false);
    const commands = [wrap(TO_ROUTER, 10n ** 15n), sold];

    expect(read(commands, OLD, 3n * 10n ** 15n).facts).toContain(
      'Left in the router: up to 0.002 ETH',
    );
    expect(read([...commands, sweep(ETH, TO_SENDER, 0n)], OLD, 3n * 10n ** 15n)).toMatchObject(
      CALM,
    );
  });

  it('counts an amount pulled once more as paid', () => {
    const { facts } = read([
      transferFrom(USDC, TO_ROUTER, 10_000_000n),
      v3In(TO_SENDER, ALL, 10n ** 15n),
    ]);

    expect(facts).toContain('Pays at most: 20 USDC');
  });

  it('is found in no ordinary call', () => {
    // Alone, these two fill the router and nothing else.
    const ordinary = VECTORS.filter(({ decoded }) => !['wrapETH', 'pull'].includes(decoded.name));
    for (const contract of ['Uniswap UniversalRouter', 'Uniswap SwapRouter02']) {
      for (const vector of ordinary.filter(({ decoded }) => decoded.contract === contract)) {
        const golems = aScene().watched?.golems.map((one) => ({
          ...{ ...one, chainId: vector.chainId },
        }));
        const watched = { ...aScene().watched, golems };
        const scene = { ...BY_GOLEM, chainId: vector.chainId, watched } as typeof BY_GOLEM;
        const labels = findingsOf(vectorCall(vector), scene).flatMap(({ title, facts }) => [
          ...[title, ...facts.map(({ label }) => label)],
        ]);
        expect(labels, vector.name).not.toContain('Left in the router');
        expect(labels, vector.name).not.toContain(LEAVES);
      }
    }
  });
});

describe('a floor of next to nothing', () => {
  it.each([
    ['one wei of WETH', [v3In(TO_SENDER, 10_000_000n, 1n)]],
    ['a millionth of a coin, less one', [v3In(TO_SENDER, 10_000_000n, 10n ** 12n - 1n)]],
    ['99 units of USDC', [v3In(TO_SENDER, 10n ** 18n, 99n, path(WETH, USDC))]],
    ['99 units of an unknown token', [v3In(TO_SENDER, 10_000_000n, 99n, path(USDC, OTHER))]],
    ['dust that a sweep asks for', [v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 1n)]],
    ['dust that is bought exactly', [v3Out(TO_SENDER, 1n, 10_000_000n)]],
    ['dust that V4 asks for', [v4(single(10_000_000n, 1n), settle(USDC, 0n), take(WETH, OWNER))]],
  ])('is as good as none: %s', (_name, commands) => {
    expect(read(commands)).toMatchObject({ level: 'warning', title: ANY_PRICE });
  });

  it.each([
    ['a millionth of a coin', [v3In(TO_SENDER, 10_000_000n, 10n ** 12n)]],
    ['100 units of an unknown token', [v3In(TO_SENDER, 10_000_000n, 100n, path(USDC, OTHER))]],
  ])('ends at %s, whose price Bardo does not know', (_name, commands) => {
    expect(read(commands)).toMatchObject({
      level: 'info',
      lines: ['Bardo knows no market price: compare what it pays with what it gets at least.'],
    });
  });
});

it('does not call a step without a minimum that may be skipped', () => {
  const [, input] = v3In(TO_SENDER, 10_000_000n, 10n ** 15n);

  expect(read([[0x80, input]]).facts).toContain('Gets: WETH, if no step fails');
});
