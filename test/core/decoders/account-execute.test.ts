import fc from 'fast-check';
import { encodeFunctionData, getAddress, type Hex, parseAbi, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import type { Call } from '../../../src/core/chain/call';
import {
  type Execution,
  encodeBatch,
  encodeMode,
  encodeSingle,
} from '../../../src/core/chain/execution';
import { decodeCall } from '../../../src/core/decoders';
import { accountExecute } from '../../../src/core/decoders/account-execute';
import { aScene, BASE, OWNER, SESSION_KEY, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import vectors from '../../vectors/calls/account-execute.json';
import { workMs } from '../../vectors/work';

const abi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeFromExecutor(bytes32 mode, bytes executionCalldata)',
]);
const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
const BATCH = encodeMode({ calls: 'batch', onFailure: 'revert' });
const TRY = encodeMode({ calls: 'batch', onFailure: 'try' });
const transfer: Execution = {
  target: USDC_ON_BASE,
  value: 0n,
  data: `0xa9059cbb${SESSION_KEY.slice(2).padStart(64, '0')}${'01'.padStart(64, '0')}`,
};
const ending: Execution = {
  target: FRAMEWORK.nonceEnforcer,
  value: 0n,
  data: `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}`,
};

function aBatch(mode: Hex, data: Hex, over: Partial<Call> = {}): Call {
  return {
    chainId: BASE,
    from: OWNER,
    to: OWNER,
    value: 0n,
    data: encodeFunctionData({ abi, functionName: 'execute', args: [mode, data] }),
    ...over,
  };
}

function read(call: Call) {
  const outcome = decodeCall(call);
  if (outcome.kind !== 'decoded') throw new Error(`Expected a decoded call, got ${outcome.kind}.`);
  return outcome.decoded;
}

it('knows its selectors', () => {
  for (const { selector, signature } of accountExecute.functions) {
    expect(toFunctionSelector(signature)).toBe(selector);
  }
});

describe('the calls of an account', () => {
  it('run from the account and are read one by one', () => {
    const { args, calls } = read(aBatch(BATCH, encodeBatch([transfer, ending])));

    expect(args.mode).toBe('several calls, all or nothing');
    expect(calls.map((inner) => [inner.call.from, inner.call.to])).toEqual([
      [OWNER, getAddress(USDC_ON_BASE)],
      [OWNER, getAddress(FRAMEWORK.nonceEnforcer)],
    ]);
    expect(calls.map((inner) => inner.kind === 'decoded' && inner.decoded.name)).toEqual([
      'transfer',
      'incrementNonce',
    ]);
  });

  it('run from the account even when another sends them', () => {
    const call = aBatch(SINGLE, encodeSingle(transfer), { from: STRANGER });

    expect(read(call).calls.map((inner) => inner.call.from)).toEqual([OWNER]);
  });

  it('are found in batches inside batches', () => {
    const inner = aBatch(SINGLE, encodeSingle(ending));
    const outer = aBatch(BATCH, encodeBatch([{ target: OWNER, value: 0n, data: inner.data }]));

    expect(read(outer).calls[0]).toMatchObject({
      decoded: { name: 'execute', calls: [{ decoded: { name: 'incrementNonce' } }] },
    });
  });
});

describe('what the wrapper itself says', () => {
  const explain = (mode: Hex, list: Execution[], scene = aScene()) =>
    read(aBatch(mode, encodeBatch(list))).explain(scene);

  it('is nothing; its calls carry that they may be skipped', () => {
    expect(explain(BATCH, [ending])).toEqual([]);
    expect(explain(TRY, [transfer])).toEqual([]);
    expect(read(aBatch(BATCH, encodeBatch([ending]))).calls[0]?.call.skippable).toBeUndefined();
    expect(read(aBatch(TRY, encodeBatch([ending]))).calls[0]?.call.skippable).toBe(true);
  });
});

it('is unreadable when its mode, its packing or its size is not one Bardo reads', () => {
  const bad: [string, Call][] = [
    ['mode', aBatch(`0x02${'00'.repeat(31)}`, '0x')],
    ['batch of batches', aBatch(`0x01000000000078210002${'00'.repeat(22)}`, '0x')],
    ['cut short', aBatch(SINGLE, '0x1234')],
    ['cut short', aBatch(BATCH, '0x1234')],
    ['65 calls', aBatch(BATCH, encodeBatch(Array(65).fill(transfer)))],
  ];

  for (const [reason, call] of bad) {
    expect(decodeCall(call)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining(reason),
    });
  }
});

it('stops at a depth and a number of calls, quickly', () => {
  let data = encodeSingle(ending);
  for (let depth = 0; depth < 40; depth += 1) {
    data = encodeSingle({ target: OWNER, value: 0n, data: aBatch(SINGLE, data).data });
  }
  const wide = encodeBatch(
    Array(20).fill({
      target: OWNER,
      value: 0n,
      data: aBatch(BATCH, encodeBatch(Array(20).fill(ending))).data,
    }),
  );
  const started = workMs();

  expect(JSON.stringify(decodeCall(aBatch(SINGLE, data)), bigints)).toContain('nested deeper');
  expect(JSON.stringify(decodeCall(aBatch(BATCH, wide)), bigints)).toContain('more than 64 nested');
  expect(workMs() - started).toBeLessThan(3000);
});

it('throws nothing but Unreadable for any bytes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...vectors), fc.nat(3000), fc.nat(255), ({ data }, at, byte) => {
      const start = 10 + 2 * (at % Math.floor((data.length - 10) / 2));
      const changed =
        data.slice(0, start) + byte.toString(16).padStart(2, '0') + data.slice(start + 2);
      const reader = accountExecute.functions.find((one) => data.startsWith(one.selector));
      try {
        reader?.read(aBatch(SINGLE, '0x', { data: changed as Hex }));
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable);
      }
    }),
    { numRuns: 300 },
  );
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
