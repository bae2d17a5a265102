import { describe, expect, it } from 'vitest';
import { type Execution, encodeBatch, encodeMode } from '../../../src/core/chain/execution';
import { decodeCall } from '../../../src/core/decoders';
import { moveFacts } from '../../../src/core/decoders/redemption-moves';
import {
  anAddress,
  aScene,
  BASE,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';

const BATCH_MODE = encodeMode({ calls: 'batch', onFailure: 'revert' });

function transfer(to: string, amount: bigint): `0x${string}` {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}

function rows(executions: Execution[], scene = aScene()): string[] {
  const inner = executions.map(({ target: to, value, data }) =>
    decodeCall({ chainId: BASE, from: OWNER, to, value, data, delegated: true }),
  );
  return moveFacts(inner, scene).map(({ label, value, kind }) =>
    kind === 'address' ? `${label}: ${value.toLowerCase()}` : `${label}: ${value}`,
  );
}

describe('what a redemption runs', () => {
  it('is told as money where it is a transfer, with who gets it', () => {
    const pull = { target: USDC_ON_BASE, value: 0n, data: transfer(STRANGER, 1_500_000n) };

    expect(rows([pull])).toEqual(['Moves: 1.5 USDC', `To: ${STRANGER}`]);
  });

  it('names a Golem that gets it', () => {
    const pull = { target: USDC_ON_BASE, value: 0n, data: transfer(SESSION_KEY, 1n) };
    const gas: Execution = { target: SESSION_KEY, value: 10n ** 15n, data: '0x' };

    expect(rows([pull, gas])).toEqual([
      'Moves: 0.001 ETH',
      `To (Atlas's session key): ${SESSION_KEY}`,
      'Moves: 0.000001 USDC',
      `To (Atlas's session key): ${SESSION_KEY}`,
    ]);
  });

  it('claims no decimals of a token Bardo does not know', () => {
    const token = anAddress(0x77);

    expect(rows([{ target: token, value: 0n, data: transfer(STRANGER, 5n) }])[0]).toBe(
      'Moves: 5 base units of a token Bardo does not know',
    );
  });

  it('is told by function and target where it is anything else', () => {
    const dirty = transfer(STRANGER, 1n).replace('0xa9059cbb00', '0xa9059cbb01') as `0x${string}`;

    for (const [data, name] of [
      ['0xdeadbeef', '0xdeadbeef'],
      [dirty, '0xa9059cbb (transfer)'],
    ] as const) {
      expect(rows([{ target: USDC_ON_BASE, value: 2n * 10n ** 18n, data }])).toEqual([
        'Moves: 2 ETH',
        `To: ${USDC_ON_BASE}`,
        `Calls: ${name}`,
        `On: ${USDC_ON_BASE}`,
      ]);
    }
  });

  it('leads with what may be taken without limit, then with the largest payment of each token', () => {
    const token = anAddress(0x77);
    const pay = (target: typeof token, amount: bigint): Execution => ({
      target,
      value: 0n,
      data: transfer(STRANGER, amount),
    });
    const approve: Execution = {
      target: USDC_ON_BASE,
      value: 0n,
      data: `0x095ea7b3${STRANGER.slice(2).padStart(64, '0')}${'ff'.repeat(32)}`,
    };
    const moves = rows([
      ...Array(5).fill(pay(USDC_ON_BASE, 1n)),
      pay(token, 9n),
      { target: STRANGER, value: 1n, data: '0x' },
      pay(USDC_ON_BASE, 10n ** 12n),
      approve,
    ]).filter((_, at) => at % 2 === 0);

    expect(moves).toEqual([
      'Lets take: unlimited USDC',
      'Moves: 1,000,000 USDC',
      'Moves: less than 0.000001 ETH',
      'Moves: 9 base units of a token Bardo does not know',
      'Moves: 0.000001 USDC',
      'Moves: 0.000001 USDC',
      'And: 3 more; their money is in the total',
    ]);
  });

  it('finds the money in batches inside', () => {
    const pull = { target: USDC_ON_BASE, value: 0n, data: transfer(STRANGER, 5_000_000n) };
    const batch = aCall(OWNER, 'execute(bytes32,bytes)', [BATCH_MODE, encodeBatch([pull, pull])]);

    expect(rows([{ target: OWNER, value: 0n, data: batch.data }])[0]).toBe('Moves: 5 USDC');
  });
});
