// The Portal is held to its uses: what it asks for beyond them is told, and none of its uses is called strange.
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { registration } from '../../../site/wallet/identity';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { Execution } from '../../../src/core/chain/execution';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import { approve, batch, MAX, panic, pay, send, toManager } from '../../vectors/batches';
import { anAddress, aScene, BASE, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';

const PORTAL = 'https://bardo.ai';
const ETHER = 10n ** 18n;

const explain = (
  { target, value, data }: Execution,
  { origin = PORTAL, watched = aScene().watched, code = null as Hex | null } = {},
) =>
  explainTransaction(
    parseTransaction({
      ...{ from: OWNER, to: target, data, value: `0x${value.toString(16)}` },
      ...(code ? { authorizationList: [{ address: code }] } : {}),
    }),
    aScene({ origin, watched }),
    PORTAL,
  ).insight;

const made = (target: Hex, abi: string, args: readonly unknown[], value = 0n): Execution => ({
  ...{ target, value },
  data: encodeFunctionData({ abi: parseAbi([`function ${abi}`] as never), args } as never),
});

describe('Asked by the Portal and none of its uses', () => {
  it.each([
    ['an allowance for a stranger', approve(STRANGER, MAX), 'critical'],
    ['a transfer to a stranger', pay(5_000_000n), 'critical'],
    ['ether with a call', { target: STRANGER, value: ETHER, data: '0xdeadbeef' }, 'critical'],
    ['a batch of it', { target: OWNER, value: 0n, data: batch([pay(1n), pay(2n)]) }, 'critical'],
    ['a call nobody knows', { target: STRANGER, value: 0n, data: '0xdeadbeef' }, 'warning'],
  ] as [string, Execution, string][])('is told loudly: %s', (_name, call, level) => {
    expect(explain(call)).toMatchObject({
      level,
      title: 'bardo.ai asks for a transaction Bardo does not know',
    });
    expect(explain(call, { watched: null })?.level).toBe(level);
    // Other sites have their own uses.
    expect(explain(call, { origin: 'https://dapp.example' })).toBeNull();
  });

  it('names what would be taken and by whom', () => {
    const values = explain(approve(STRANGER, MAX))?.facts.map(({ value }) => value);

    expect(values).toContain('unlimited USDC');
    expect(values).toContain(STRANGER);
  });
});

describe('Asked by the Portal together with one of its uses', () => {
  const end = toManager('disableDelegation', aDelegation());
  const both = (call: Execution): Execution => ({
    target: OWNER,
    value: 0n,
    data: batch([end, call]),
  });

  it.each([
    ['a transfer to a stranger', pay(1n), 'critical'],
    ['an allowance for a stranger', approve(STRANGER, 5n), 'critical'],
    ['more ether than gas', send(STRANGER, ETHER), 'critical'],
    ['a call nobody knows', { target: STRANGER, value: 0n, data: '0xdeadbeef' }, 'warning'],
  ] as [string, Execution, string][])('is no calmer for that: %s', (_name, call, level) => {
    const alone = explain(call)?.level;
    const told = explain(both(call));

    expect(told).toMatchObject({
      level,
      title: 'bardo.ai asks for more than it has a use for',
    });
    if (call.data !== '0x') expect(told?.level).toBe(alone);
    expect(explain(both(call), { origin: 'https://dapp.example' })?.title).not.toContain(
      'asks for',
    );
  });
});

it('Ether in many small parts is no gas', () => {
  const end = toManager('disableDelegation', aDelegation());
  const parts = Array.from({ length: 40 }, (_, n) => send(anAddress(0x80 + n), ETHER / 100n));
  const told = explain({ target: OWNER, value: 0n, data: batch([end, ...parts]) });

  expect(told).toMatchObject({
    level: 'critical',
    title: 'bardo.ai asks for more than it has a use for',
  });
});

describe('The first gas of a Golem that is not listed yet', () => {
  it('is told as that, and as more when it is more', () => {
    expect(explain(send(anAddress(0x9c), ETHER / 1000n))).toMatchObject({
      level: 'info',
      title: 'Gas money for a key that Bardo does not know yet',
    });
    expect(explain(send(anAddress(0x9c), ETHER))).toMatchObject({
      level: 'warning',
      title: 'Sends 1 ETH to a key that Bardo does not know',
    });
  });
});

describe('A use of the Portal', () => {
  const reads: Execution[] = [
    made(FRAMEWORK.nonceEnforcer, 'currentNonce(address,address)', [
      FRAMEWORK.delegationManager,
      OWNER,
    ]),
    { target: FRAMEWORK.delegationManager, value: 0n, data: '0x5c975abb' },
  ];
  const end = toManager('disableDelegation', aDelegation());
  const leases = made(BARDO.golemPolicyEnforcer, 'endAllLeases()', []);
  const entry = registration(BASE, { name: 'Atlas', golem: 'nyx', agentKey: anAddress(0x9c) });
  const own = (calls: Execution[]): Execution => ({ target: OWNER, value: 0n, data: batch(calls) });

  it.each([
    ['the upgrade', own(reads), FRAMEWORK.smartAccount7702],
    [
      'the upgrade with the first gas',
      own([send(anAddress(0x9c), ETHER / 1000n), ...reads]),
      FRAMEWORK.smartAccount7702,
    ],
    ['the same reads of a smart account', own(reads), null],
    ['the end of a grant', end, null],
    ['the end of several', own([end, leases]), null],
    ['the end of all grants', panic, null],
    ['the end of all leases', leases, null],
    ['gas for a Golem', send(SESSION_KEY, ETHER / 1000n), null],
    ['an entry in the registry', { target: entry?.to, value: 0n, data: entry?.data }, null],
  ] as [string, Execution, Hex | null][])('is spoken of as before: %s', (_name, call, code) => {
    for (const watched of [aScene().watched, { owner: OWNER, golems: [], permissions: [] }, null]) {
      const asked = explain(call, { watched, code });
      const elsewhere = explain(call, { watched, code, origin: 'https://dapp.example' });

      if (elsewhere) expect(asked).toEqual(elsewhere);
      else expect(asked?.title).toBe('Gas money for a key that Bardo does not know yet');
    }
  });
});
