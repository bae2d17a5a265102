// The framework's other enforcers in words, and what each of them really keeps in check.
import { getCreate2Address, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { argsEqualityCheck } from '../../../src/core/caveats/args-equality-check';
import { blockNumber } from '../../../src/core/caveats/block-number';
import { deployed } from '../../../src/core/caveats/deployed';
import { exactCalldataBatch } from '../../../src/core/caveats/exact-calldata-batch';
import { id } from '../../../src/core/caveats/id';
import { readCaveat } from '../../../src/core/caveats/list';
import { nativeTokenPayment } from '../../../src/core/caveats/native-token-payment';
import { ownershipTransfer } from '../../../src/core/caveats/ownership-transfer';
import { specificActionErc20TransferBatch } from '../../../src/core/caveats/specific-action-erc20-transfer-batch';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { anAddress, BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const ALICE = anAddress(0x11);
const BOB = anAddress(0x22);
const DEC_3 = 1_796_306_400n;

it('says that a batch of exact calldata leaves targets and values open', () => {
  const call = { target: ALICE, value: 0n, data: '0xd09de08a' as const };
  const send = { target: ALICE, value: 5n, data: '0x' as const };

  expect(exactCalldataBatch.words({ executions: [call, send] }, scene).text).toBe(
    'only a batch of 2 calls, to any address and with any value: exactly these 4 bytes: 0xd09de08a; a plain transfer',
  );
  expect(exactCalldataBatch.bounds({ executions: [call, send] }, scene)).toEqual({ calls: true });
  expect(exactCalldataBatch.bounds({ executions: [send] }, scene)).toEqual({
    calls: true,
    tokens: 'none',
  });
  expect(exactCalldataBatch.words({ executions: [] }, scene).level).toBe('warning');
});

it('reads an id as a single use', () => {
  expect(id.words({ id: 9n }, scene).text).toBe(
    'once only, together with every delegation of the account that has the id 9',
  );
  expect(id.bounds({ id: 9n }, scene)).toEqual({ uses: 1n });
});

it('takes neither a price nor bytes to repeat for a limit', () => {
  const price = { recipient: BOB, amount: 10n ** 17n };

  expect(nativeTokenPayment.words(price, scene).text).toBe(
    `each use costs its user 0.1 ETH, paid to ${BOB}`,
  );
  expect(nativeTokenPayment.bounds(price, scene)).toEqual({});
  expect(nativeTokenPayment.words({ ...price, amount: 0n }, scene).level).toBe('warning');
  expect(argsEqualityCheck.words({ value: '0x1234' }, scene).text).toBe(
    'used only with these 2 bytes, which any user can add: 0x1234',
  );
  expect(argsEqualityCheck.bounds({ value: '0x1234' }, scene)).toEqual({});
});

it('says what is deployed first, and when its code belongs elsewhere', () => {
  const salt: Hex = `0x${'00'.repeat(31)}07`;
  const code: Hex = '0x600160005260206000f3';
  const contract = getCreate2Address({ from: deployed.address, salt, bytecode: code });

  expect(deployed.words({ contract, salt, code }, scene)).toEqual({
    text: `deploys the contract ${contract} first, if it does not exist yet`,
  });
  expect(deployed.words({ contract: BOB, salt, code }, scene).level).toBe('warning');
  expect(deployed.bounds({ contract, salt, code }, scene)).toEqual({});
});

it('is as loud as can be about an ownership that is given away', () => {
  expect(ownershipTransfer.words({ contract: BOB }, scene)).toEqual({
    text: `only gives the ownership of the contract ${BOB} away, to anyone, for good`,
    level: 'critical',
  });
  expect(ownershipTransfer.bounds({ contract: BOB }, scene)).toEqual({
    calls: true,
    ownership: [BOB],
  });
});

describe('one given call and one given transfer', () => {
  const terms = {
    token: USDC_ON_BASE,
    recipient: ALICE,
    amount: 5_000_000n,
    target: BOB,
    value: 0n,
    calldata: '0x' as Hex,
  };
  const bounds = (over: object) =>
    specificActionErc20TransferBatch.bounds({ ...terms, ...over }, scene);
  const words = (over: object) =>
    specificActionErc20TransferBatch.words({ ...terms, ...over }, scene);

  it('are both said, and pass once', () => {
    expect(words({ calldata: '0xd09de08a' })).toEqual({
      text: `once only, these two calls together: to ${BOB}, 4 bytes: 0xd09de08a; transfer 5 USDC to ${ALICE}`,
    });
    expect(bounds({})).toEqual({
      calls: true,
      uses: 1n,
      fixed: [
        { target: BOB, value: 0n, data: '0x' },
        {
          target: USDC_ON_BASE,
          value: 0n,
          data: `0xa9059cbb${ALICE.slice(2).toLowerCase().padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
        },
      ],
      value: 'none',
      tokens: 'limited',
      budgets: [{ token: USDC_ON_BASE, amount: 5_000_000n, every: null }],
    });
  });

  it('bound no tokens when the first call has calldata, which may approve anything', () => {
    const { tokens, budgets } = bounds({ calldata: `0x095ea7b3${'ff'.repeat(64)}` });

    expect(tokens).toBeUndefined();
    expect(budgets).toEqual([]);
  });

  it('count the value of the first call', () => {
    expect(bounds({ value: 10n ** 17n })).toMatchObject({
      value: 'limited',
      budgets: [
        { token: USDC_ON_BASE, amount: 5_000_000n, every: null },
        { token: null, amount: 10n ** 17n, every: null },
      ],
    });
  });

  it("let nothing pass when they are written as MetaMask's encoder still does", () => {
    const call = `d09de08a${'00'.repeat(60)}`;
    const head = specificActionErc20TransferBatch.encode({ ...terms, value: null });
    const short = readCaveat(specificActionErc20TransferBatch.address, `${head}d09de08a`, scene);
    const long = readCaveat(specificActionErc20TransferBatch.address, `${head}${call}`, scene);

    expect(short.words.text).toBe('nothing: the enforcer refuses terms below 124 bytes');
    expect(long.words.text).toBe(
      'nothing: its first call would have to send more ETH than there is',
    );
    expect([short.bounds, long.bounds]).toEqual([{ nothing: true }, { nothing: true }]);
  });
});

describe('an end by block number', () => {
  it('counts when it comes within ten years, by the pace of the chain', () => {
    const before = 60_000_000n;

    expect(blockNumber.bounds({ after: 0n, before }, scene)).toEqual({ until: 'block' });
    expect(blockNumber.bounds({ after: 0n, before }, { ...scene, chainId: 1 })).toEqual({});
    for (const far of [2n ** 32n, 10n ** 12n, 2n ** 100n, 2n ** 128n - 1n]) {
      for (const chainId of [1, 56, 8453, 42161, 6343]) {
        const there = { chainId, now: NOW };
        expect(blockNumber.bounds({ after: 0n, before: far }, there)).toEqual({});
        expect(blockNumber.words({ after: 0n, before: far }, there).level).toBe('warning');
      }
    }
  });

  it('before its start lets nothing pass, as an end by time does', () => {
    expect(blockNumber.bounds({ after: 5n, before: 6n }, scene).nothing).toBe(true);
    expect(timestamp.bounds({ after: DEC_3, before: DEC_3 }, scene).nothing).toBe(true);
    expect(timestamp.bounds({ after: DEC_3, before: DEC_3 + 2n }, scene).nothing).toBeUndefined();
  });
});
