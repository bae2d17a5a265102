import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../src/core/chain/execution';
import { moveFacts } from '../../../src/core/decoders/redemption-moves';
import {
  anAddress,
  aScene,
  BASE,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';

function transfer(to: string, amount: bigint): `0x${string}` {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}

function rows(executions: Execution[], scene = aScene()): string[] {
  return moveFacts(executions, BASE, scene).map(({ label, value }) => `${label}: ${value}`);
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
      'Moves: 0.000001 USDC',
      `To (Atlas's session key): ${SESSION_KEY}`,
      'Moves: 0.001 ETH',
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
    const approve = `0x095ea7b3${'00'.repeat(64)}` as const;
    const padded = `${transfer(STRANGER, 1n)}00` as const;
    const dirty = transfer(STRANGER, 1n).replace('0xa9059cbb00', '0xa9059cbb01') as `0x${string}`;

    for (const [data, name] of [
      [approve, '0x095ea7b3 (approve)'],
      [padded, '0xa9059cbb (transfer)'],
      [dirty, '0xa9059cbb (transfer)'],
    ] as const) {
      expect(rows([{ target: USDC_ON_BASE, value: 2n * 10n ** 18n, data }])).toEqual([
        'Moves: 2 ETH',
        `Calls: ${name}`,
        `On: ${USDC_ON_BASE}`,
      ]);
    }
  });

  it('is counted past the fourth call', () => {
    const call: Execution = { target: STRANGER, value: 1n, data: '0x' };

    expect(rows(Array(5).fill(call)).at(-1)).toBe('And: 1 more call');
    expect(rows(Array(9).fill(call)).at(-1)).toBe('And: 5 more calls');
    expect(rows(Array(4).fill(call))).toHaveLength(8);
  });
});
