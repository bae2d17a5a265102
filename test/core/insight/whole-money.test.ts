// Money of the own account that moves in a whole, and routers inside of one.
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import type { Execution } from '../../../src/core/chain/execution';
import { universalRoutersOn } from '../../../src/core/chain/uniswap';
import type { Insight } from '../../../src/core/findings/finding';
import {
  batch,
  explainRaw,
  MAX,
  pay,
  redeemAll,
  send,
  token,
  toManager,
} from '../../vectors/batches';
import { OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aDelegation } from '../../vectors/delegations';
import { watching } from '../../vectors/manager-calls';

const DM = FRAMEWORK.delegationManager;
const MILLION = 10n ** 12n;
const disable = toManager('disableDelegation', aDelegation());

const said = (insight: Insight | null) => [insight?.title, ...(insight?.lines ?? [])].join('\n');

describe('money of the own account in a batch', () => {
  const WETH = '0x4200000000000000000000000000000000000006';
  const ETHER = 10n ** 18n;
  const own = (...calls: Execution[]) =>
    explainRaw({ to: OWNER, data: batch([disable, ...calls]) }, watching()).insight;
  const hidden = (...calls: Execution[]): Execution => ({
    target: DM,
    value: 0n,
    data: redeemAll([{ calls }]),
  });
  const sent = (target: `0x${string}`, data: `0x${string}`, value = 1000n * ETHER) => ({
    target,
    value,
    data,
  });

  it.each([
    ['bytes nobody knows', '0xdeadbeef'],
    ['less than a selector', '0x00'],
    ['a mark of an app', `0x61626303${'00'}${'8021'.repeat(8)}`],
    ['the bytes of a transfer', pay(1n, OWNER).data],
    ['the bytes of a batch', batch([])],
  ] as const)('is a payment also with %s', (_name, data) => {
    const insight = own(sent(STRANGER, data));

    expect(insight).toMatchObject({
      level: 'warning',
      title: 'Moves 1,000 ETH out of your account to 0x6666…6666',
    });
  });

  it('that a known router cannot read is a payment too', () => {
    const router = universalRoutersOn(8453)[0] as `0x${string}`;

    expect(said(own(sent(router, '0xdeadbeef')))).toContain('Moves 1,000 ETH out of your account');
    expect(said(own(sent(router, '0x')))).toContain('Moves 1,000 ETH out of your account');
  });

  it('that buys something where Bardo knows the contract is none', () => {
    const [router] = universalRoutersOn(8453);
    const wrap = `${OWNER.slice(2).padStart(64, '0')}${ETHER.toString(16).padStart(64, '0')}`;
    const swap = aCall(router as `0x${string}`, 'execute(bytes,bytes[],uint256)', [
      '0x0b',
      [`0x${wrap}`],
      9_999_999_999n,
    ]);

    for (const call of [
      sent(WETH, '0xd0e30db0', ETHER),
      sent(WETH, '0x', ETHER),
      sent(router as `0x${string}`, swap.data, ETHER),
    ]) {
      expect(said(own(call))).not.toContain('Moves');
    }
  });

  it.each([
    [
      'hidden dust before an open million',
      [hidden(pay(1n)), pay(MILLION)],
      '1,000,000.000001 USDC',
    ],
    ['a hidden million before open dust', [hidden(pay(MILLION)), pay(1n)], '1,000,000.000001 USDC'],
    [
      'hidden dust of ether before an open million',
      [hidden(send(STRANGER, 1n)), pay(MILLION)],
      '1,000,000 USDC and less than 0.000001 ETH',
    ],
  ])('is told with its worst part: %s', (_name, calls, money) => {
    const insight = own(...calls);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toContain(`Moves ${money}`);
    expect(said(insight)).toContain('No rule limits 1 of 2 payments');
  });

  it('of several kinds names each, as no kind can be weighed against another', () => {
    const ether = send(STRANGER, 19n * 10n ** 17n);

    expect(own(pay(2_000_000n), ether)?.title).toBe(
      'Moves 2 USDC and 1.9 ETH out of your account to 0x6666…6666',
    );
    expect(own(pay(MILLION), ether)?.title).toContain('Moves 1,000,000 USDC and 1.9 ETH out of');
    expect(own(pay(2_000_000n), ether, token(WETH, 'transfer', STRANGER, ETHER))?.title).toContain(
      'Moves 2 USDC, 1.9 ETH and 1 WETH out of',
    );
  });
});

describe('a router inside of a whole', () => {
  const [router = OWNER] = universalRoutersOn(8453);
  const input = encodeAbiParameters(parseAbiParameters('address, address, uint160'), [
    ...([USDC_ON_BASE, STRANGER, MILLION] as const),
  ]);
  const { data } = aCall(router, 'execute(bytes,bytes[])', ['0x02', [input]]);
  const step: Execution = { target: router, value: 0n, data };

  it('that pays a stranger is loud in a batch and with all the power of the account', () => {
    const title = 'Moves 1,000,000 USDC out of your account to 0x6666…6666';
    const batched = explainRaw({ to: OWNER, data: batch([disable, step]) }, watching()).insight;
    const redeemed = explainRaw({ to: DM, data: redeemAll([{ calls: [step] }]) }).insight;

    expect(batched?.level).toBe('warning');
    expect(said(batched)).toContain(title);
    expect(redeemed).toMatchObject({ level: 'critical', title });
  });

  const plan = (code: string, text: string, values: readonly unknown[], value = 0n): Execution => {
    const encoded = encodeAbiParameters(parseAbiParameters(text) as never, values as never);
    return {
      target: router,
      value,
      data: aCall(router, 'execute(bytes,bytes[])', [code, [encoded]]).data,
    };
  };
  const permit = (spender: string) =>
    plan('0x0a', '((address, uint160, uint48, uint48), address, uint256), bytes', [
      [[USDC_ON_BASE, 2n ** 160n - 1n, 0, 0], spender, MAX],
      '0x',
    ]);

  it('that carries a permit for a stranger is loud in every form', () => {
    const { target, data } = permit(STRANGER);
    const title = 'Lets 0x6666…6666 take unlimited USDC from your account';

    for (const raw of [
      { to: target, data },
      { to: OWNER, data: batch([disable, permit(STRANGER)]) },
      { to: DM, data: redeemAll([{ calls: [permit(STRANGER)] }]) },
    ]) {
      expect(explainRaw(raw, watching()).insight).toMatchObject({ level: 'critical', title });
    }
  });

  it('that lets only the router in stays an everyday swap', () => {
    const { target, data } = permit(router);

    expect(explainRaw({ to: target, data }, watching()).insight).toBeNull();
  });

  it('that keeps money which is sent along is a payment', () => {
    const kept = plan('0x40', 'uint256', [1n], 10n ** 18n);
    const batched = explainRaw({ to: OWNER, data: batch([disable, kept]) }, watching()).insight;
    const redeemed = explainRaw({ to: DM, data: redeemAll([{ calls: [kept] }]) }).insight;

    expect(said(batched)).toContain('Moves 1 ETH out of your account to');
    expect(redeemed?.level).toBe('critical');
  });
});

it('calls wrapping and unwrapping no payment and no riddle, also with all the power of the account', () => {
  const target = '0x4200000000000000000000000000000000000006' as const;
  const calls = [
    { target, value: 10n ** 18n, data: '0xd0e30db0' as const },
    { target, value: 0n, data: aCall(target, 'withdraw(uint256)', [5n]).data },
  ];

  expect(explainRaw({ to: DM, data: redeemAll([{ calls }]) }).insight).toMatchObject({
    level: 'info',
    title: 'Runs 2 calls from your account itself',
  });
});
