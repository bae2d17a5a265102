// Universal Router plans, encoded by viem: floors are found over the whole list of commands, and what has none warns.
import fc from 'fast-check';
import { type Address, encodeAbiParameters, getAddress, type Hex, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { universalRoutersOn } from '../../../src/core/chain/uniswap';
import { decodeCall } from '../../../src/core/decoders/index';
import { effectsIn } from '../../../src/core/decoders/outcome';
import { explainTransaction } from '../../../src/core/insight/transaction';
import {
  anAddress,
  aScene,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall, findingsOf, VECTORS, callOf as vectorCall } from '../../vectors/calls';

const [OLD, NEW] = universalRoutersOn(8453) as readonly [Address, Address];
const USDC = USDC_ON_BASE as Address;
const WETH: Address = '0x4200000000000000000000000000000000000006';
const ETH: Address = '0x0000000000000000000000000000000000000000';
const OTHER = anAddress(0x77) as Address;
const TO_SENDER: Address = '0x0000000000000000000000000000000000000001';
const TO_ROUTER: Address = '0x0000000000000000000000000000000000000002';
const ALL = 2n ** 255n;
const BY_GOLEM = aScene({ signer: SESSION_KEY });
const ANY_PRICE = 'Swap accepts any price: it may return next to nothing';

type Command = readonly [code: number, input: Hex];

const encode = (text: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(text) as never, values as never);
const path = (...tokens: Address[]): Hex =>
  `0x${tokens.map((token) => token.slice(2)).join('0001f4')}`;

const V3 = 'address, uint256, uint256, bytes, bool';
const v3In = (to: Address, amount: bigint, least: bigint, route = path(USDC, WETH), user = true) =>
  [0x00, encode(V3, [to, amount, least, route, user])] as const;
const v3Out = (to: Address, amount: bigint, most: bigint, route = path(WETH, USDC)) =>
  [0x01, encode(V3, [to, amount, most, route, true])] as const;
const v2In = (to: Address, amount: bigint, least: bigint, route = [USDC, WETH], user = true) =>
  [
    0x08,
    encode('address, uint256, uint256, address[], bool', [to, amount, least, route, user]),
  ] as const;
const sweep = (token: Address, to: Address, least: bigint, flag = 0) =>
  [0x04 | flag, encode('address, address, uint256', [token, to, least])] as const;
const portion = (token: Address, to: Address, bips: bigint) =>
  [0x06, encode('address, address, uint256', [token, to, bips])] as const;
const unwrap = (to: Address, least: bigint) =>
  [0x0c, encode('address, uint256', [to, least])] as const;
const wrap = (to: Address, amount: bigint) =>
  [0x0b, encode('address, uint256', [to, amount])] as const;
const plan = (commands: readonly Command[]): Command => [
  0x21,
  encode('bytes, bytes[]', [codes(commands), commands.map(([, input]) => input)]),
];

const POOL = [USDC, WETH, 500, 10, ETH] as const;
const KEY = '(address, address, uint24, int24, address)';
const HOPS = '(address, uint24, int24, address, bytes)[]';
const SINGLE = `(${KEY}, bool, uint128, uint128, bytes)`;
const BOUNDED = `(${KEY}, bool, uint128, uint128, uint256, bytes)`;

const v4 = (...actions: Command[]): Command => [
  0x10,
  encode('bytes, bytes[]', [codes(actions), actions.map(([, input]) => input)]),
];
const single = (amount: bigint, least: bigint) =>
  [0x06, encode(SINGLE, [[POOL, true, amount, least, '0x']])] as const;
const along = (amount: bigint, least: bigint) =>
  [
    0x07,
    encode(`(address, ${HOPS}, uint128, uint128)`, [
      [
        USDC,
        [
          [OTHER, 500, 10, ETH, '0x'],
          [WETH, 500, 10, ETH, '0x'],
        ],
        amount,
        least,
      ],
    ]),
  ] as const;
const singleOut = (amount: bigint, most: bigint) =>
  [0x08, encode(SINGLE, [[POOL, true, amount, most, '0x']])] as const;
const alongOut = (amount: bigint, most: bigint) =>
  [
    0x09,
    encode(`(address, ${HOPS}, uint128, uint128)`, [
      [WETH, [[USDC, 500, 10, ETH, '0x']], amount, most],
    ]),
  ] as const;
const settle = (token: Address, amount: bigint, user = true) =>
  [0x0b, encode('address, uint256, bool', [token, amount, user])] as const;
const settleAll = (token: Address, most: bigint) =>
  [0x0c, encode('address, uint256', [token, most])] as const;
const take = (token: Address, to: Address, amount = 0n) =>
  [0x0e, encode('address, address, uint256', [token, to, amount])] as const;
const takeAll = (token: Address, least: bigint) =>
  [0x0f, encode('address, uint256', [token, least])] as const;

function codes(commands: readonly Command[]): Hex {
  return `0x${commands.map(([code]) => code.toString(16).padStart(2, '0')).join('')}`;
}

function callOf(commands: readonly Command[], router = OLD, value = 0n) {
  const inputs = commands.map(([, input]) => input);
  const text = 'execute(bytes,bytes[],uint256)';
  return { ...aCall(router, text, [codes(commands), inputs, 2_000_000_000n]), value };
}

function read(commands: readonly Command[], router = OLD, value = 0n) {
  const [finding] = findingsOf(callOf(commands, router, value), BY_GOLEM);
  const facts = finding?.facts.map(({ label, value: text }) => `${label}: ${text}`) ?? [];
  return { ...finding, facts };
}

const CALM = { level: 'info', title: 'Atlas swaps on Uniswap' };

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

const transferFrom = (token: Address, to: Address, amount: bigint) =>
  [0x02, encode('address, address, uint160', [token, to, amount])] as const;
const takePortion = (token: Address, to: Address, bips: bigint) =>
  [0x10, encode('address, address, uint256', [token, to, bips])] as const;
const v3OutHeld = (most: bigint) =>
  [0x01, encode(V3, [TO_SENDER, 10n ** 15n, most, path(WETH, USDC), false])] as const;
const LEAVES = 'Leaves money in the router, where anyone can take it';
const MILLION = 10n ** 12n;

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

it('calls a plan without a swap none', () => {
  const check = [0x0e, encode('address, address, uint256', [OWNER, USDC, 5n])] as const;

  expect(read([check]).title).toBe("Atlas uses Uniswap's router without a swap");
});

describe('fee shares', () => {
  const STRANGERS = 'Swap pays out to an address Bardo does not know as yours';
  const bought = v3In(TO_ROUTER, 10_000_000n, 10n ** 15n);
  const swept = sweep(WETH, TO_SENDER, 0n);

  it('of one receiver add up to a payment', () => {
    const fee = (bips: bigint) => portion(WETH, STRANGER, bips);
    expect(read([bought, fee(60n), fee(60n), swept]).title).toBe(STRANGERS);
    expect(read([bought, fee(50n), fee(50n), swept])).toMatchObject(CALM);
  });

  it('of V4 add up with the router’s', () => {
    const swap = v4(
      single(10_000_000n, 10n ** 15n),
      settle(USDC, 0n),
      takePortion(WETH, STRANGER, 60n),
      take(WETH, TO_ROUTER),
    );
    expect(read([swap, portion(WETH, STRANGER, 60n), swept]).title).toBe(STRANGERS);
    expect(read([swap, swept])).toMatchObject(CALM);
  });
});

describe('what a plan pays to others', () => {
  const paid = (commands: readonly Command[], value = 0n) =>
    effectsIn(decodeCall(callOf(commands, OLD, value)))
      .map(({ effect }) => effect)
      .filter((one) => one.kind === 'pays');
  const toStranger = { kind: 'pays', to: STRANGER, amount: MILLION };

  it.each([
    ['a transfer', [transferFrom(USDC, STRANGER as Address, MILLION)]],
    ['a swap', [v3In(STRANGER as Address, MILLION, 1n)]],
    ['a sweep', [v3In(TO_ROUTER, MILLION, 1n), sweep(WETH, STRANGER as Address, 0n)]],
    ['V4', [v4(single(MILLION, 1n), settle(USDC, 0n), take(WETH, STRANGER as Address))]],
  ] as const)('by %s is an effect', (_, commands) => {
    expect(paid(commands)).toMatchObject([toStranger]);
  });

  it('counts value where it arrives, once', () => {
    const commands = [wrap(TO_ROUTER, MILLION), sweep(WETH, STRANGER as Address, 0n)];

    expect(paid(commands, MILLION)).toMatchObject([{ ...toStranger, token: null }]);
  });

  it('is nothing where the payer gets it all', () => {
    expect(paid([v3In(TO_SENDER, MILLION, 1n)])).toEqual([]);
    expect(paid([v3In(TO_ROUTER, MILLION, 1n), sweep(WETH, TO_SENDER, 0n)])).toEqual([]);
  });
});
