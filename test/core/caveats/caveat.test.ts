// The words of each rule, as sentences: this is what an owner decides on.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { allowedCalldata } from '../../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../../src/core/caveats/allowed-targets';
import { approvalRevocation } from '../../../src/core/caveats/approval-revocation';
import { blockNumber } from '../../../src/core/caveats/block-number';
import { exactCalldata } from '../../../src/core/caveats/exact-calldata';
import { exactExecution } from '../../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../../src/core/caveats/exact-execution-batch';
import { limitedCalls } from '../../../src/core/caveats/limited-calls';
import { readCaveat } from '../../../src/core/caveats/list';
import { nonce } from '../../../src/core/caveats/nonce';
import { redeemer } from '../../../src/core/caveats/redeemer';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { valueLte } from '../../../src/core/caveats/value-lte';
import { anAddress, BASE, NOW } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const DEC_3 = 1_796_306_400n;
// 3 Dec 2026 14:00 UTC
const START = 1_793_714_400n;
// 3 Nov 2026 14:00 UTC
const ALICE = anAddress(0x11);
const BOB = anAddress(0x22);
const MAX = 2n ** 256n - 1n;

it('reads the value of single calls', () => {
  expect(valueLte.words({ maxValue: 0n }, scene).text).toBe('sends no ETH');
  expect(valueLte.words({ maxValue: 0n }, { ...scene, chainId: 137 }).text).toBe('sends no POL');
  expect(valueLte.words({ maxValue: 0n }, { ...scene, chainId: 31_337 }).text).toBe(
    'sends no native currency',
  );
  expect(valueLte.words({ maxValue: 10n ** 18n }, scene).text).toBe('at most 1 ETH with each call');
  expect(valueLte.bounds({ maxValue: 10n ** 18n }, scene)).toEqual({});
});

it('reads the window of time', () => {
  const words = (after: bigint, before: bigint) => timestamp.words({ after, before }, scene);

  expect(words(0n, DEC_3)).toEqual({ text: 'until 3 Dec 2026 14:00 UTC' });
  expect(words(START, DEC_3)).toEqual({
    text: 'after 3 Nov 2026 14:00 UTC, until 3 Dec 2026 14:00 UTC',
  });
  expect(words(START, 0n).text).toBe('only after 3 Nov 2026 14:00 UTC, with no end');
  expect(words(0n, BigInt(NOW))).toEqual({
    text: 'until 21 Sep 2026 14:13 UTC, which has passed',
    level: 'warning',
  });
  expect(words(DEC_3, DEC_3).text).toContain('never: ');
  expect(words(0n, 0n).level).toBe('warning');
  expect(words(0n, 2n ** 127n)).toEqual({
    text: 'until a time beyond the year 9999',
    level: 'warning',
  });
});

it('reads the window of blocks', () => {
  const words = (after: bigint, before: bigint) => blockNumber.words({ after, before }, scene);

  expect(words(0n, 9n).text).toBe('until block 9');
  expect(words(3n, 9n).text).toBe('after block 3, until block 9');
  expect(words(3n, 0n).text).toBe('only after block 3, with no end');
  expect(words(9n, 9n).level).toBe('warning');
  expect(words(0n, 0n).level).toBe('warning');
});

it('reads who, where and how often', () => {
  expect(redeemer.words({ redeemers: [ALICE, BOB] }, scene).text).toBe(
    `used only by ${ALICE} or ${BOB}`,
  );
  expect(allowedTargets.words({ targets: [ALICE] }, scene).text).toBe(`calls only to ${ALICE}`);
  expect(allowedTargets.words({ targets: Array(11).fill(ALICE) }, scene).text).toContain(
    'or 3 more',
  );
  expect(limitedCalls.words({ limit: 1n }, scene).text).toBe('once only');
  expect(limitedCalls.words({ limit: 5n }, scene).text).toBe('at most 5 times');
  expect(limitedCalls.words({ limit: 0n }, scene).level).toBe('warning');
  expect(limitedCalls.bounds({ limit: 5n }, scene)).toEqual({ uses: 5n });
  for (const limit of [1_000_001n, 2n ** 64n - 1n, MAX]) {
    expect(limitedCalls.words({ limit }, scene).level).toBe('warning');
    expect(limitedCalls.bounds({ limit }, scene)).toEqual({});
  }
  expect(nonce.words({ nonce: 3n }, scene).text).toBe(
    'until the account ends all its grants at once (counter 3)',
  );
});

it('names functions it knows and warns about approvals', () => {
  expect(allowedMethods.words({ selectors: ['0xa9059cbb', '0xdeadbeef'] }, scene)).toEqual({
    text: 'calls only the function 0xa9059cbb (transfer) or 0xdeadbeef',
  });
  expect(allowedMethods.words({ selectors: ['0x095ea7b3'] }, scene)).toEqual({
    text: 'calls only the function 0x095ea7b3 (approve); an approval outlives this permission',
    level: 'warning',
  });
});

it('reads an ERC-20 payee and other slices of calldata', () => {
  const payee: Hex = `0x${'00'.repeat(12)}${ALICE.slice(2)}`;

  expect(allowedCalldata.words({ start: 4n, value: payee }, scene).text).toBe(
    `only to ${ALICE} (the call's first argument)`,
  );
  expect(allowedCalldata.words({ start: 36n, value: payee }, scene).text).toContain(
    'only calls with these 32 bytes at position 36: 0x00',
  );
  expect(allowedCalldata.bounds({ start: 4n, value: payee }, scene)).toEqual({});
  expect(allowedCalldata.bounds({ start: 0n, value: '0xa9059cbb' }, scene)).toEqual({
    calls: true,
  });
});

it('reads exact calldata', () => {
  expect(exactCalldata.words({ calldata: '0x' }, scene).text).toBe(
    'plain transfers only, no contract calls',
  );
  expect(exactCalldata.words({ calldata: '0xd09de08a' }, scene).text).toBe(
    'only calls with exactly these 4 bytes: 0xd09de08a',
  );
  expect(
    exactCalldata.words({ calldata: `0x${'ab'.repeat(500)}` }, scene).text.length,
  ).toBeLessThan(220);
});

it('reads calls that are given whole', () => {
  const send = { target: ALICE, value: 10n ** 14n, data: '0x' as const };
  const call = { target: BOB, value: 0n, data: '0xd09de08a' as const };

  expect(exactExecution.words(send, scene).text).toBe(
    `only this call: send 0.0001 ETH to ${ALICE}`,
  );
  expect(exactExecutionBatch.words({ executions: [send, call] }, scene).text).toBe(
    `only these 2 calls together: send 0.0001 ETH to ${ALICE}; to ${BOB}, 4 bytes: 0xd09de08a`,
  );
  expect(exactExecution.bounds(send, scene)).toEqual({
    calls: true,
    fixed: [send],
    tokens: 'none',
  });
  expect(exactExecution.bounds(call, scene).tokens).toBeUndefined();
});

it('reads which approvals may be taken back', () => {
  const { text } = approvalRevocation.words(approvalRevocation.decode('0x09'), scene);

  expect(text).toBe('may only take back approvals: token allowances, Permit2 allowances');
  expect(() => approvalRevocation.decode('0x00')).toThrow('no known kind');
  expect(() => approvalRevocation.decode('0x40')).toThrow('no known kind');
});

describe('what cannot be read is loud and never counts as a limit', () => {
  it('names an unknown enforcer by its address', () => {
    const rule = readCaveat(ALICE, '0x', scene);

    expect(rule).toEqual({
      name: null,
      words: {
        text: `a rule Bardo does not know, judged by the contract ${ALICE}`,
        level: 'warning',
      },
      bounds: {},
      terms: null,
    });
  });

  it('says why known terms are unreadable', () => {
    const rule = readCaveat(timestamp.address, '0x1234', scene);

    expect(rule.words).toEqual({
      text: 'a TimestampEnforcer rule Bardo cannot read: its terms are 2 bytes long, not 32',
      level: 'warning',
    });
    expect(rule.bounds).toEqual({});
  });

  it("takes MetaMask's addresses for its enforcers only where it deployed them", () => {
    const terms = timestamp.encode({ after: 0n, before: DEC_3 });

    expect(readCaveat(timestamp.address.toUpperCase().replace('0X', '0x'), terms, scene).name).toBe(
      'TimestampEnforcer',
    );
    expect(readCaveat(timestamp.address, terms, { ...scene, chainId: 31_337 }).name).toBeNull();
  });

  it('refuses a list longer than any real one', () => {
    const rule = readCaveat(redeemer.address, `0x${'11'.repeat(20 * 300)}`, scene);

    expect(rule.words.text).toContain('more than 256 entries');
  });
});
