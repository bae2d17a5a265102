// A transaction is never calmer than its worst part, however its parts are put together.
import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { type Execution, encodeMode } from '../../../src/core/chain/execution';
import type { Insight } from '../../../src/core/findings/finding';
import {
  approve,
  BATCH,
  batch,
  explainRaw,
  MAX,
  pay,
  redeemAll,
  send,
} from '../../vectors/batches';
import { anAddress, OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { watching } from '../../vectors/manager-calls';
import { anOperation, handedIn } from '../../vectors/operations';
import { SAMPLES } from '../../vectors/samples';

const SCENE = watching();
const TRY = encodeMode({ calls: 'batch', onFailure: 'try' });
const { delegationManager: DM, entryPoint: EP } = FRAMEWORK;

type Wrapped = { to: Hex; data: Hex };
const own = (data: Hex): Execution => ({ target: OWNER, value: 0n, data });

/** Ways in which an account can be made to run several calls at once. */
const WAYS: { readonly [name: string]: (calls: readonly Execution[]) => Wrapped } = {
  'a batch': (calls) => ({ to: OWNER, data: batch(calls) }),
  'a batch that goes on': (calls) => ({ to: OWNER, data: batch(calls, TRY) }),
  'a batch in a batch': (calls) => ({ to: OWNER, data: batch([own(batch(calls))]) }),
  'the own power': (calls) => ({ to: DM, data: redeemAll([{ calls }]) }),
  'several uses of the own power': (calls) => ({
    to: DM,
    data: redeemAll(calls.map((one, at) => ({ calls: [one], mode: at % 2 ? TRY : BATCH }))),
  }),
  'the own power in a batch': (calls) => ({
    to: OWNER,
    data: batch([{ target: DM, value: 0n, data: redeemAll([{ calls }]) }]),
  }),
  'an operation': (calls) => ({ to: EP, data: handedIn([anOperation(batch(calls))]) }),
  'several operations': (calls) => ({
    to: EP,
    data: handedIn(calls.map((one) => anOperation(batch([one])))),
  }),
};

const rank = (insight: Insight | null) =>
  insight ? ['info', 'warning', 'critical'].indexOf(insight.level) : -1;

const ALONE = new Map(
  SAMPLES.map((sample) => {
    const { target, value, data } = sample.call;
    const raw = { to: target, data, value: `0x${value.toString(16)}` as Hex };
    return [sample, rank(explainRaw(raw, SCENE).insight)];
  }),
);

/** A switch that is thrown back, or twice, changes what the other does: those are told elsewhere. */
const isSwitch = ({ data }: Execution) => /49934047|3ed01015/.test(data);
const parts = fc
  .array(fc.constantFrom(...SAMPLES), { minLength: 1, maxLength: 5 })
  .filter((list) => list.filter(({ call }) => isSwitch(call)).length < 2);

describe.each(Object.keys(WAYS))('%s', (way) => {
  it('is never calmer than its worst part', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const wrapped = WAYS[way]?.(list.map(({ call }) => call));
        const worst = Math.max(...list.map((one) => ALONE.get(one) ?? -1));

        expect(rank(explainRaw(wrapped ?? {}, SCENE).insight)).toBeGreaterThanOrEqual(worst);
      }),
      { numRuns: SAMPLES.length + 50, examples: SAMPLES.map((one) => [[one]]) },
    );
  });
});

it('has samples of every level, and of none', () => {
  expect(new Set(ALONE.values())).toEqual(new Set([-1, 0, 1, 2]));
});

describe('an everyday transaction that concerns no Golem', () => {
  const ROUTER = '0x2626664c2603336e57b271c5c0b26f421741e481';
  const WETH = '0x4200000000000000000000000000000000000006';
  const made = (to: Hex, signature: string, args: unknown[], value = 0n) => ({
    ...{ target: to, value, data: aCall(to, signature, args).data },
  });
  const swap = made(
    ROUTER,
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
    [[USDC_ON_BASE, WETH, 500, OWNER, 10_000_000n, 10n ** 15n, 0n]],
  );

  it.each([
    ['a transfer', pay(5n)],
    ['an allowance', approve(STRANGER, MAX)],
    ['ether', send(STRANGER, 10n ** 18n)],
    ['a swap', swap],
    ['a list of swaps', made(ROUTER, 'multicall(uint256,bytes[])', [1n, [swap.data]])],
    ['wrapped ether', made(WETH, 'deposit()', [], 5n)],
    ['unwrapped ether', made(WETH, 'withdraw(uint256)', [5n])],
    ['another function of WETH', { target: WETH, value: 0n, data: '0xdeadbeef' as Hex }],
    ['an approved swap', { ...own(batch([approve(ROUTER, 10_000_000n), swap])) }],
    ['a vault', made(anAddress(8), 'deposit(uint256,address)', [5n, OWNER])],
    ['a timelock', made(anAddress(8), 'execute(address,uint256,bytes)', [STRANGER, 0n, '0x12'])],
    ['a deposit for gas', made(EP, 'depositTo(address)', [OWNER], 5n)],
    [
      'operations of others',
      {
        target: EP,
        value: 0n,
        data: handedIn([anOperation(batch([pay(5n)]), { sender: STRANGER })]),
      },
    ],
  ])('is passed over: %s', (_name, { target, value, data }) => {
    const raw = { to: target as Hex, data, value: `0x${value.toString(16)}` as Hex };

    expect(explainRaw(raw, SCENE).insight).toBeNull();
  });
});
