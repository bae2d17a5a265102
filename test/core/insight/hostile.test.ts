// Inputs of up to 128 KB that took seconds before they were bounded. What is not read is said loudly.
import { encodeAbiParameters, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeBatch } from '../../../src/core/chain/execution';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import {
  aGolem,
  anAddress,
  aPermission,
  aScene,
  aStatus,
  OWNER,
  STRANGER,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { workMs } from '../../vectors/work';

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const address = (seed: number) =>
  `0x${(0xabcdef0000 + seed).toString(16).padStart(40, '7')}` as Hex;
const hash = (seed: number) => `0x${seed.toString(16).padStart(64, '9')}` as const;

/** As many Golems and permissions as the status protocol allows. */
const watched = aStatus({
  golems: Array.from({ length: 500 }, (_, at) =>
    aGolem({ id: `g${at}`, sessionKey: address(2 * at), guardian: address(2 * at + 1) }),
  ),
  permissions: Array.from({ length: 2000 }, (_, at) =>
    aPermission({ id: `p${at}`, golem: `g${at % 500}`, delegationHashes: [hash(at)] }),
  ),
});

function explain(to: Hex, data: Hex) {
  const started = workMs();
  const input = parseTransaction({ from: OWNER, to, data });
  const { insight } = explainTransaction(input, aScene({ watched }));
  // Far above what it takes (100 ms), far below what it took: the machine may be busy.
  expect(workMs() - started).toBeLessThan(2000);
  return insight;
}

const lockdown = (count: number, seed = 0) =>
  aCall(PERMIT2, 'lockdown((address,address)[])', [
    Array.from({ length: count }, (_, at) => [address(9000 + seed + at), STRANGER]),
  ]).data;

describe('a hostile call', () => {
  it('with thousands of list items is not read', () => {
    expect(explain(PERMIT2, lockdown(2000))?.title).toBe('Bardo cannot read this Permit2 lockdown');
    expect(explain(PERMIT2, lockdown(200))).toBeNull();
  });

  it('that hides long lists in a batch is not read to its end', () => {
    const executions = Array.from({ length: 8 }, (_, at) => ({
      target: PERMIT2 as Hex,
      value: 0n,
      data: lockdown(240, at * 1000),
    }));
    const args = encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'bytes' }],
      [`0x01${'00'.repeat(31)}`, encodeBatch(executions)],
    );

    expect(explain(OWNER, `0xe9ae5c53${args.slice(2)}`)?.lines[0]).toContain('longer than 48 KB');
  });

  it('without a known function is searched for keys within bounds', () => {
    expect(explain(STRANGER, `0xdeadbeef${'5e'.repeat(128 * 1024)}`)).toBeNull();
    expect(explain(STRANGER, `0xdeadbeef${'5e'.repeat(1024 * 1024)}`)?.title).toBe(
      'Too large for Bardo to check: it may concern your Golems',
    );
    const key = address(777).slice(2);
    expect(explain(anAddress(0x44), `0xdeadbeef${'00'.repeat(100_000)}${key}`)?.level).toBe(
      'warning',
    );
  });
});
