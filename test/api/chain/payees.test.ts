// Whom a payment went to, read from what its transaction left behind: nothing is guessed.
import { encodeFunctionData, type Hex, numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type Log, nativePayees, type Payment, tokenPayees } from '../../../site/api/chain/payees';
import { MANAGER_ABI } from '../../../src/core/certificates/framework-abis';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { encodeMode, encodeSingle } from '../../../src/core/chain/execution';

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const [OWNER, TOKEN, SHOP, OTHER] = [address('0a'), address('0b'), address('0c'), address('0d')];
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (of: Hex): Hex => `0x${of.slice(2).padStart(64, '0')}`;

function payment(over: Partial<Payment> = {}): Payment {
  return {
    block_hash: `0x${'11'.repeat(32)}`,
    log_index: 5,
    amount: '7',
    owner: OWNER,
    token: TOKEN,
    ...over,
  };
}

function transfer(
  over: { to?: Hex; from?: Hex; amount?: bigint; index?: number; token?: Hex } = {},
): Log {
  const { to = SHOP, from = OWNER, amount = 7n, index = 6, token = TOKEN } = over;
  return {
    address: token,
    topics: [TRANSFER, word(from), word(to)],
    data: numberToHex(amount, { size: 32 }),
    logIndex: numberToHex(index),
  };
}

describe('the payee of a token payment', () => {
  it('is whom the token says it moved to', () => {
    expect(tokenPayees([transfer()], [payment()])).toEqual([SHOP]);
  });

  it.each<[string, Log]>([
    ['of another token', transfer({ token: OTHER })],
    ['of another account', transfer({ from: OTHER })],
    ['of another amount', transfer({ amount: 8n })],
    ['before the meter moved', transfer({ index: 4 })],
    [
      'with dirty bytes in its topic',
      { ...transfer(), topics: [TRANSFER, word(OWNER), `0x01${word(SHOP).slice(4)}` as Hex] },
    ],
    ['without topics', { ...transfer(), topics: [] }],
    ['with more than an amount', { ...transfer(), data: `${transfer().data}00` as Hex }],
  ])('is nobody for a transfer %s', (_what, log) => {
    expect(tokenPayees([log], [payment()])).toEqual([null]);
  });

  it('is another for each of two equal payments', () => {
    const logs = [transfer({ to: SHOP, index: 6 }), transfer({ to: OTHER, index: 9 })];

    expect(tokenPayees(logs, [payment(), payment({ log_index: 8 })])).toEqual([SHOP, OTHER]);
    expect(tokenPayees(logs.slice(1), [payment(), payment({ log_index: 8 })])).toEqual([
      OTHER,
      null,
    ]);
  });
});

describe('the payee of native money', () => {
  const redeeming = (...values: bigint[]): Hex =>
    encodeFunctionData({
      abi: MANAGER_ABI,
      functionName: 'redeemDelegations',
      args: [
        values.map((): Hex => '0x'),
        values.map(() => encodeMode({ calls: 'single', onFailure: 'revert' })),
        values.map((value) => encodeSingle({ target: SHOP, value, data: '0x' })),
      ],
    });
  const native = payment({ token: '' });

  it('is whom the manager was told to call with it', () => {
    const call = { to: FRAMEWORK.delegationManager, input: redeeming(3n, 7n) };
    expect(nativePayees(call, [native])).toEqual([SHOP]);
  });

  it('is nobody where a contract in between could have said anything', () => {
    expect(nativePayees({ to: OTHER, input: redeeming(7n) }, [native])).toEqual([null]);
    expect(nativePayees({ to: null, input: redeeming(7n) }, [native])).toEqual([null]);
  });

  it.each(['0x', '0x12345678', `${redeeming(7n).slice(0, -64)}` as Hex])(
    'is nobody for %s',
    (input) => {
      const call = { to: FRAMEWORK.delegationManager, input: input as Hex };
      expect(nativePayees(call, [native])).toEqual([null]);
    },
  );
});
