// Who is paid by a plan besides the one who swaps.
import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeCall } from '../../../src/core/decoders/index';
import { effectsIn } from '../../../src/core/decoders/outcome';
import { STRANGER } from '../../vectors/builders';
import {
  CALM,
  type Command,
  callOf,
  encode,
  OLD,
  portion,
  read,
  settle,
  single,
  sweep,
  TO_ROUTER,
  TO_SENDER,
  take,
  transferFrom,
  USDC,
  v3In,
  v4,
  WETH,
  wrap,
} from './router-plan';

const takePortion = (token: Address, to: Address, bips: bigint) =>
  [0x10, encode('address, address, uint256', [token, to, bips])] as const;
const MILLION = 10n ** 12n;

describe('fee shares', () => {
  const STRANGERS = 'Swap pays out to an address Bardo does not know as yours';
  const bought = v3In(TO_ROUTER, 10_000_000n, 10n ** 15n);
  const swept = sweep(WETH, TO_SENDER, 0n);

  it('of one receiver add up to a payment', () => {
    const fee = (bips: bigint) => portion(WETH, STRANGER, bips);
    expect(read([bought, fee(60n), fee(60n), swept]).title).toBe(STRANGERS);
    expect(read([bought, fee(50n), fee(50n), swept])).toMatchObject(CALM);
  });

  it('of V4 add up with the router’s', () => {
    const swap = v4(
      single(10_000_000n, 10n ** 15n),
      settle(USDC, 0n),
      takePortion(WETH, STRANGER, 60n),
      take(WETH, TO_ROUTER),
    );
    expect(read([swap, portion(WETH, STRANGER, 60n), swept]).title).toBe(STRANGERS);
    expect(read([swap, swept])).toMatchObject(CALM);
  });
});

describe('what a plan pays to others', () => {
  const paid = (commands: readonly Command[], value = 0n) =>
    effectsIn(decodeCall(callOf(commands, OLD, value)))
      .map(({ effect }) => effect)
      .filter((one) => one.kind === 'pays');
  const toStranger = { kind: 'pays', to: STRANGER, amount: MILLION };

  it.each([
    ['a transfer', [transferFrom(USDC, STRANGER as Address, MILLION)]],
    ['a swap', [v3In(STRANGER as Address, MILLION, 1n)]],
    ['a sweep', [v3In(TO_ROUTER, MILLION, 1n), sweep(WETH, STRANGER as Address, 0n)]],
    ['V4', [v4(single(MILLION, 1n), settle(USDC, 0n), take(WETH, STRANGER as Address))]],
  ] as const)('by %s is an effect', (_, commands) => {
    expect(paid(commands)).toMatchObject([toStranger]);
  });

  it('counts value where it arrives, once', () => {
    const commands = [wrap(TO_ROUTER, MILLION), sweep(WETH, STRANGER as Address, 0n)];

    expect(paid(commands, MILLION)).toMatchObject([{ ...toStranger, token: null }]);
  });

  it('is nothing where the payer gets it all', () => {
    expect(paid([v3In(TO_SENDER, MILLION, 1n)])).toEqual([]);
    expect(paid([v3In(TO_ROUTER, MILLION, 1n), sweep(WETH, TO_SENDER, 0n)])).toEqual([]);
  });
});
