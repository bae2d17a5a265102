import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../../src/core/chain/chains/list';
import {
  orderKindAt,
  PERMIT2,
  reactorsOn,
  swapRoutersOn,
  swapTokenOf,
  universalRoutersOn,
} from '../../../src/core/chain/uniswap';
import { STRANGER, USDC_ON_BASE } from '../../vectors/builders';

const NUMBERS = CHAINS.map(({ id }) => id);

describe('Addresses of Uniswap', () => {
  it('are in lower case, and none stands for two things on one chain', () => {
    for (const chain of NUMBERS) {
      const all = [
        PERMIT2,
        ...swapRoutersOn(chain),
        ...universalRoutersOn(chain),
        ...reactorsOn(chain),
      ];

      for (const address of all) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('tell how a reactor lays out its orders, on its own chain only', () => {
    for (const chain of NUMBERS) {
      for (const reactor of reactorsOn(chain)) expect(orderKindAt(chain, reactor)).not.toBeNull();
    }
    expect(orderKindAt(8453, '0x000000001EC5656dcdB24D90DFa42742738De729')).toBe('priority');
    expect(orderKindAt(1, '0x000000001ec5656dcdb24d90dfa42742738de729')).toBeNull();
    expect(orderKindAt(8453, null)).toBeNull();
    expect(reactorsOn(31_337)).toEqual([]);
  });
});

it('names either side of a swap only where Bardo knows it itself', () => {
  expect(swapTokenOf(8453, USDC_ON_BASE)?.symbol).toBe('USDC');
  expect(swapTokenOf(8453, '0x4200000000000000000000000000000000000006')?.symbol).toBe('WETH');
  expect(swapTokenOf(1, '0x4200000000000000000000000000000000000006')).toBeNull();
  expect(swapTokenOf(8453, `0x${'0'.repeat(40)}`)?.symbol).toBe('ETH');
  expect(swapTokenOf(137, `0x${'0'.repeat(40)}`)?.symbol).toBe('POL');
  expect(swapTokenOf(4217, `0x${'0'.repeat(40)}`)?.symbol).toBe('native currency');
  expect(swapTokenOf(8453, STRANGER)).toBeNull();
});
