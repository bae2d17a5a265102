import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/agent/runway/mandate';
import { approve, swap, transfer, withdraw } from './moves';
import { USDC } from './stage';

import { buying, chain, go, market, quote, saved, saving, seat, trade } from './trading';

describe('a swap', () => {
  it('at a fair price goes through, and what it bought is in the account', async () => {
    const expected = await quote(300n * USDC);

    const done = await go(buying(300n * USDC));

    expect(done).toMatchObject({ ok: true });
    expect(await seat.balance(market.weth)).toBe(expected);
    expect(await seat.balance(chain.usdc)).toBe(9_700n * USDC);
    expect(await seat.balance(market.weth, seat.key.address)).toBe(0n);
  });

  it('that somebody drives the price up for is refused, and nothing has moved', async () => {
    await trade(20_000n * USDC);

    const done = await go(buying(300n * USDC));

    expect(done).toEqual({
      ok: false,
      code: 'MaxSlippageEnforcer:too-little-bought',
      reason: 'the swap would lose more against the price feed than allowed',
    });
    expect(await seat.balance(chain.usdc)).toBe(10_000n * USDC);
  });

  it('so large that it moves the price itself is refused', async () => {
    expect(await go(buying(9_000n * USDC))).toMatchObject({
      ok: false,
      code: 'MaxSlippageEnforcer:too-little-bought',
    });
  });

  it('against a feed that fell silent, or that says another price, is refused', async () => {
    await market.setPrice(2_900n);
    expect(await go(buying(300n * USDC))).toMatchObject({
      code: 'MaxSlippageEnforcer:too-little-bought',
    });

    await chain.cheat('evm_increaseTime', [2 * 86_400]);
    await chain.cheat('evm_mine', []);
    expect(await go(buying(300n * USDC))).toMatchObject({
      code: 'MaxSlippageEnforcer:price-stale',
      reason: 'the price feed has been silent for too long',
    });
  });

  it('that pays somebody else, or leaves an allowance behind, is refused', async () => {
    const [, trading] = buying(300n * USDC);
    const tooMuch = approve(seat.buy, chain.usdc, market.pool, 301n * USDC);

    expect(await go(buying(300n * USDC, seat.key.address))).toMatchObject({
      code: 'GolemPhaseEnforcer:wrong-recipient',
      reason: 'the mandate pays the owner’s account only',
    });
    expect(await go([tooMuch, trading as Step])).toMatchObject({
      code: 'MaxSlippageEnforcer:allowance-left',
    });
    expect(await seat.balance(chain.usdc)).toBe(10_000n * USDC);
  });
});

describe('the vault', () => {
  it('takes deposits as long as they lose the account no more than was signed', async () => {
    const first = await go(saving(500n * USDC));
    const second = await go(saving(600n * USDC));

    expect(first).toMatchObject({ ok: true });
    expect(await saved()).toBeGreaterThan(499n * USDC);
    expect(second).toEqual({
      ok: false,
      code: 'VaultNAVEnforcer:cap-exceeded',
      reason: 'more would be lost in 24 hours than the mandate allows',
    });
    expect(await seat.balance(chain.usdc)).toBe(9_500n * USDC);
  });

  it('takes them again when the loss is a day and a bucket old', async () => {
    await go(saving(900n * USDC));
    expect(await go(saving(900n * USDC))).toMatchObject({ ok: false });
    await chain.cheat('evm_increaseTime', [28 * 3600]);
    await chain.cheat('evm_mine', []);

    expect(await go(saving(900n * USDC))).toMatchObject({ ok: true });
  });

  it('gives back only to the account', async () => {
    await go(saving(500n * USDC));

    expect(await go(withdraw(seat.save, market, 100n * USDC, seat.key.address))).toMatchObject({
      code: 'GolemPhaseEnforcer:wrong-recipient',
    });
    expect(await go(withdraw(seat.save, market, 100n * USDC))).toMatchObject({ ok: true });
    expect(await seat.balance(chain.usdc)).toBe(9_600n * USDC);
  });

  it('is all its mandate reaches: no transfer, no other spender, not the pool', async () => {
    const thief = seat.key.address;
    const refused = [
      transfer(seat.save, chain.usdc, thief, 1n),
      transfer(seat.save, market.vault, thief, 1n),
      [approve(seat.save, chain.usdc, thief, 1n)],
      swap(seat.save, market, { sold: chain.usdc, bought: market.weth, amount: 1n }),
    ];

    for (const steps of refused) {
      expect((await go(steps)) as { code: string }).toMatchObject({
        ok: false,
        code: expect.stringMatching(/^(GolemPhase|VaultNAV)Enforcer:call-not-allowed$/),
      });
    }
  });
});
