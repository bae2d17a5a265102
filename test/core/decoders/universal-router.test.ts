// Universal Router plans, encoded by viem: floors are found over the whole list of commands, and what has none warns.
import { type Address, getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { explainTransaction } from '../../../src/core/insight/transaction';
import { aScene, OWNER, STRANGER } from '../../vectors/builders';
import {
  ALL,
  along,
  alongOut,
  CALM,
  type Command,
  callOf,
  encode,
  KEY,
  NEW,
  OLD,
  OTHER,
  POOL,
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
  USDC,
  unwrap,
  v2In,
  v3In,
  v3Out,
  v4,
  WETH,
  wrap,
} from './router-plan';

const BOUNDED = `(${KEY}, bool, uint128, uint128, uint256, bytes)`;

describe('a floor', () => {
  it.each([
    ['of the swap itself', [v3In(TO_SENDER, 10_000_000n, 10n ** 15n)]],
    [
      'of the sweep after it',
      [v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 10n ** 15n)],
    ],
    [
      'of the sweep after a fee',
      [
        v3In(TO_ROUTER, 10_000_000n, 0n),
        portion(WETH, STRANGER, 25n),
        sweep(WETH, TO_SENDER, 10n ** 15n),
      ],
    ],
    [
      'under two routes together',
      [
        v3In(TO_ROUTER, 5_000_000n, 0n),
        v2In(TO_ROUTER, 5_000_000n, 0n),
        sweep(WETH, TO_SENDER, 10n ** 15n),
      ],
    ],
    [
      'of a swap that sells on what the first one brought',
      [
        v3In(TO_ROUTER, 10_000_000n, 0n, path(USDC, OTHER)),
        v3In(TO_SENDER, ALL, 10n ** 15n, path(OTHER, WETH), false),
      ],
    ],
    [
      'inside a plan',
      [plan([v3In(TO_ROUTER, 10_000_000n, 0n), sweep(WETH, TO_SENDER, 10n ** 15n)])],
    ],
    [
      'of V4, single',
      [v4(single(10_000_000n, 10n ** 15n), settle(USDC, 0n), take(WETH, TO_SENDER))],
    ],
    [
      'of V4, along a path',
      [v4(along(10_000_000n, 10n ** 15n), settleAll(USDC, 10_000_000n), takeAll(WETH, 0n))],
    ],
    [
      'of what V4 takes',
      [v4(single(10_000_000n, 0n), settleAll(USDC, 10_000_000n), takeAll(WETH, 10n ** 15n))],
    ],
    [
      'of an exact take of V4',
      [v4(single(10_000_000n, 0n), settle(USDC, 0n), take(WETH, TO_SENDER, 10n ** 15n))],
    ],
    [
      'of the sweep after V4',
      [
        v4(single(10_000_000n, 0n), settle(USDC, 0n), take(WETH, TO_ROUTER)),
        sweep(WETH, TO_SENDER, 10n ** 15n),
      ],
    ],
    ['of an exact output', [v3Out(TO_SENDER, 10n ** 15n, 10_000_000n)]],
    [
      'of an exact output of V4',
      [v4(singleOut(10n ** 15n, 10_000_000n), settle(USDC, 0n), take(WETH, TO_SENDER))],
    ],
    [
      'of an exact path of V4',
      [v4(alongOut(10n ** 15n, 10_000_000n), settle(USDC, 0n), take(WETH, TO_SENDER))],
    ],
  ] as const)('%s is told', (_, commands) => {
    const insight = read(commands);

    expect(insight).toMatchObject(CALM);
    expect(insight.facts).toContain('Pays at most: 10 USDC');
    expect(insight.facts).toContain('Gets at least: 0.001 WETH');
  });

  it('of the unwrapping is told in the chain’s coin', () => {
    const { facts, level } = read([
      v3In(TO_ROUTER, 10_000_000n, 0n),
      unwrap(TO_SENDER, 10n ** 15n),
    ]);

    expect(level).toBe('info');
    expect(facts).toContain('Gets at least: 0.001 ETH');
  });

  it('is told of native money that was wrapped first', () => {
    const commands = [
      wrap(TO_ROUTER, 10n ** 15n),
      v3In(TO_SENDER, 10n ** 15n, 2_000_000n, path(WETH, USDC), false),
    ];
    const { facts, level } = read(commands, OLD, 10n ** 15n);

    expect(level).toBe('info');
    expect(facts).toContain('Pays at most: 0.001 ETH');
    expect(facts).toContain('Gets at least: 2 USDC');
  });

  it('is what is left of the swaps’ own after a share', () => {
    const { facts } = read([
      v3In(TO_ROUTER, 10_000_000n, 10n ** 15n),
      portion(WETH, STRANGER, 100n),
      sweep(WETH, TO_SENDER, 0n),
    ]);

    expect(facts).toContain('Gets at least: 0.00099 WETH');
  });
});

describe('V4 actions', () => {
  it('are read by the version of the router that runs them', () => {
    const bounded: Command = [
      0x06,
      encode(BOUNDED, [[POOL, true, 10_000_000n, 10n ** 15n, 0n, '0x']]),
    ];
    const rest = [settle(USDC, 0n), take(WETH, TO_SENDER)] as const;

    expect(read([v4(bounded, ...rest)], NEW)).toMatchObject(CALM);
    expect(read([v4(single(10_000_000n, 10n ** 15n), ...rest)], OLD)).toMatchObject(CALM);
    for (const [commands, router] of [
      [[v4(bounded, ...rest)], OLD],
      [[v4(single(10_000_000n, 10n ** 15n), ...rest)], NEW],
    ] as const) {
      expect(read(commands, router).title).toBe('Uniswap call with steps that Bardo cannot read');
    }
  });

  it('that pay a stranger are loud, in the pool or after it', () => {
    const swap = single(10_000_000n, 10n ** 15n);
    for (const commands of [
      [v4(swap, settle(USDC, 0n), take(WETH, STRANGER))],
      [v4(swap, settle(USDC, 0n), take(WETH, TO_ROUTER)), sweep(WETH, STRANGER, 10n ** 15n)],
    ]) {
      expect(read(commands).title).toBe('Swap pays out to an address Bardo does not know as yours');
    }
  });

  it('that are none, or not as many as their parameters, are not read', () => {
    const unknown: Command = [0x3f, '0x'];
    const uneven: Command = [0x10, encode('bytes, bytes[]', ['0x060b', [single(1n, 1n)[1]]])];

    for (const commands of [[v4(unknown)], [uneven], [v4([0x06, '0x'])]]) {
      expect(read(commands).title).toBe('Uniswap call with steps that Bardo cannot read');
    }
  });
});

describe('what is decoded', () => {
  it('has one entry per command and per action, by the router’s own names', () => {
    const commands = [
      v3In(TO_ROUTER, 10_000_000n, 0n),
      plan([sweep(WETH, TO_SENDER, 5n)]),
      v4(single(10_000_000n, 7n), settle(USDC, 0n), take(WETH, TO_SENDER)),
      [0x3e, '0x1234'],
    ] as const;
    const input = { ...callOf(commands), authorizations: null };

    const { decoded } = explainTransaction(input, aScene());

    expect(decoded?.calls.map(({ name, calls }) => [name, calls.map((one) => one.name)])).toEqual([
      ['V3_SWAP_EXACT_IN', []],
      ['EXECUTE_SUB_PLAN', ['SWEEP']],
      ['V4_SWAP', ['SWAP_EXACT_IN_SINGLE', 'SETTLE', 'TAKE']],
      ['unknown command 0x3e', []],
    ]);
    expect(decoded?.calls[0]?.args).toMatchObject({ amountIn: '10000000', payerIsUser: true });
    expect(decoded?.calls[1]?.calls[0]?.args).toMatchObject({ amountMinimum: '5' });
    expect(decoded?.calls[2]?.calls[0]?.args).toMatchObject({
      params: { amountOutMinimum: '7', zeroForOne: true, poolKey: { currency0: getAddress(USDC) } },
    });
    expect(decoded?.calls[3]?.args).toEqual({ input: '0x1234' });
  });

  it('says which commands may fail', () => {
    const input = { ...callOf([sweep(WETH, OWNER as Address, 5n, 0x80)]), authorizations: null };

    const { decoded } = explainTransaction(input, aScene());

    expect(decoded?.calls[0]?.args).toMatchObject({ mayFail: true });
  });
});

it('calls a plan without a swap none', () => {
  const check = [0x0e, encode('address, address, uint256', [OWNER, USDC, 5n])] as const;

  expect(read([check]).title).toBe("Atlas uses Uniswap's router without a swap");
});
