import { describe, expect, it } from 'vitest';
import { decodeCall } from '../../../src/core/decoders/index';
import { effectsIn } from '../../../src/core/decoders/outcome';
import { explainTransaction } from '../../../src/core/insight/transaction';
import {
  anAddress,
  aScene,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const ROUTER = '0x2626664c2603336e57b271c5c0b26f421741e481';
const WETH = '0x4200000000000000000000000000000000000006';
const TO_SENDER = '0x0000000000000000000000000000000000000001';
const TO_ROUTER = '0x0000000000000000000000000000000000000002';
const SINGLE = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))';
const BY_GOLEM = aScene({ signer: SESSION_KEY });

const swap = (recipient: string, least = 2_500_000_000_000_001n, most = 10_000_000n) =>
  aCall(ROUTER, SINGLE, [[USDC_ON_BASE, WETH, 500, recipient, most, least, 0n]]);

describe('a swap on SwapRouter02', () => {
  it('says nothing about the owner’s own swaps', () => {
    expect(findingsOf(swap(OWNER), aScene())).toEqual([]);
    expect(findingsOf(swap(STRANGER), aScene())).toEqual([]);
  });

  it('tells what a Golem swaps in the owner’s name: paid rounded up, received rounded down', () => {
    const [finding] = findingsOf(swap(TO_SENDER), BY_GOLEM);

    expect(finding).toMatchObject({ level: 'info', title: 'Atlas swaps on Uniswap' });
    const facts = finding?.facts.map(({ label, value }) => `${label}: ${value}`);
    expect(facts).toContain('Pays at most: 10 USDC');
    expect(facts).toContain('Gets at least: 0.0025 WETH');
    expect(facts).toContain(`Paid out to: ${OWNER}`);
    expect(facts).toContain('Policy tier: 2');
  });

  it('warns when a delegated swap pays a stranger', () => {
    expect(findingsOf(swap(STRANGER), BY_GOLEM)[0]).toMatchObject({
      level: 'warning',
      title: 'Swap pays out to an address Bardo does not know as yours',
    });
    expect(findingsOf(swap(STRANGER), aScene({ signer: anAddress(0x44) }))[0]?.level).toBe(
      'warning',
    );
  });

  it('warns when it fills a Golem’s key past its runway', () => {
    expect(findingsOf(swap(SESSION_KEY), aScene())[0]).toMatchObject({
      level: 'warning',
      title: "Swap pays Atlas's session key, outside its runway",
    });
  });
});

describe('the amounts of a swap on SwapRouter02', () => {
  it('warns when a Golem accepts any price, also of what stays in the router', () => {
    expect(findingsOf(swap(TO_SENDER, 0n), BY_GOLEM)[0]?.title).toBe(
      'Swap accepts any price: it may return next to nothing',
    );
    expect(findingsOf(swap(TO_ROUTER, 0n), BY_GOLEM)[0]?.level).toBe('warning');
  });

  it('reads a path from both ends and an exact-output path backwards', () => {
    const path = `0x${USDC_ON_BASE.slice(2)}0001f4${anAddress(0x77).slice(2)}000bb8${WETH.slice(2)}`;
    const back = `0x${WETH.slice(2)}0001f4${USDC_ON_BASE.slice(2)}`;
    const exactIn = aCall(ROUTER, 'exactInput((bytes,address,uint256,uint256))', [
      [path, OWNER, 5_000_000n, 10n ** 15n],
    ]);
    const exactOut = aCall(ROUTER, 'exactOutput((bytes,address,uint256,uint256))', [
      [back, OWNER, 10n ** 15n, 5_000_000n],
    ]);

    for (const call of [exactIn, exactOut]) {
      const values = findingsOf(call, BY_GOLEM)[0]?.facts.map(({ value }) => value);
      expect(values?.slice(0, 2)).toEqual(['5 USDC', '0.001 WETH']);
    }
  });

  it('says that an input of 0 means what the router holds', () => {
    const [finding] = findingsOf(swap(TO_SENDER, 1n, 0n), BY_GOLEM);

    expect(finding?.facts[0]?.value).toBe('what the router holds by then');
  });

  it('finds the stranger inside a multicall', () => {
    const parts = [
      swap(TO_ROUTER).data,
      aCall(ROUTER, 'sweepToken(address,uint256,address)', [WETH, 1n, STRANGER]).data,
    ];
    const call = aCall(ROUTER, 'multicall(uint256,bytes[])', [1n, parts]);

    expect(findingsOf(call, BY_GOLEM)).toMatchObject([
      { level: 'warning', title: 'Swap pays out to an address Bardo does not know as yours' },
    ]);
  });
});

describe('a multicall on SwapRouter02', () => {
  const many = (...parts: { data: string }[]) =>
    aCall(ROUTER, 'multicall(bytes[])', [parts.map(({ data }) => data)]);
  const unwrap = (least: bigint) => aCall(ROUTER, 'unwrapWETH9(uint256,address)', [least, OWNER]);
  const sweep = (token: string, least: bigint) =>
    aCall(ROUTER, 'sweepToken(address,uint256)', [token, least]);
  const levelOf = (call: ReturnType<typeof aCall>) =>
    explainTransaction({ ...call, authorizations: null }, BY_GOLEM).insight?.level;

  it('is bounded by the step that pays out', () => {
    expect(levelOf(many(swap(TO_ROUTER, 0n), unwrap(10n ** 15n)))).toBe('info');
    expect(levelOf(many(swap(TO_ROUTER, 0n), sweep(WETH, 10n ** 15n)))).toBe('info');
  });

  it('warns when none of its steps sets a floor', () => {
    expect(levelOf(many(swap(TO_ROUTER, 0n), unwrap(0n)))).toBe('warning');
    expect(levelOf(many(swap(TO_ROUTER, 0n), sweep(WETH, 0n)))).toBe('warning');
    expect(levelOf(many(swap(TO_ROUTER, 0n), sweep(USDC_ON_BASE, 5n)))).toBe('warning');
    expect(levelOf(many(swap(TO_ROUTER, 0n)))).toBe('warning');
  });
});

describe('what SwapRouter02 keeps and pays to others', () => {
  const many = (parts: { data: string }[], value = 0n) => ({
    ...aCall(ROUTER, 'multicall(bytes[])', [parts.map(({ data }) => data)]),
    value,
  });
  const buy = (amount: bigint) =>
    aCall(ROUTER, SINGLE, [[WETH, USDC_ON_BASE, 500, TO_SENDER, amount, 5n, 0n]]);
  const refund = aCall(ROUTER, 'refundETH()', []);
  const labels = (call: ReturnType<typeof aCall>) =>
    findingsOf(call, BY_GOLEM).flatMap(({ facts }) => facts.map(({ label }) => label));
  const got = (call: ReturnType<typeof aCall>) =>
    findingsOf(call, BY_GOLEM).flatMap(({ facts }) =>
      facts.filter(({ label }) => label === 'Gets at least').map(({ value }) => value),
    );
  const paid = (call: ReturnType<typeof aCall>) =>
    effectsIn(decodeCall(call)).map(({ effect }) => effect);

  it('warns of value that is not sold and not given back', () => {
    expect(labels(many([buy(10n ** 15n)], 2n * 10n ** 15n))).toContain('Left in the router');
    expect(labels({ ...buy(10n ** 15n), value: 2n * 10n ** 15n })).toContain('Left in the router');
    expect(labels(many([buy(10n ** 15n), refund], 2n * 10n ** 15n))).not.toContain(
      'Left in the router',
    );
    expect(labels({ ...buy(10n ** 15n), value: 10n ** 15n })).not.toContain('Left in the router');
  });

  it('warns of what is pulled or bought and stays, also in a multicall inside another', () => {
    const pull = aCall(ROUTER, 'pull(address,uint256)', [USDC_ON_BASE, 5n]);
    for (const call of [many([pull]), many([swap(TO_ROUTER)]), many([many([pull])])]) {
      expect(findingsOf(call, BY_GOLEM)[0]?.title).toBe(
        'Leaves money in the router, where anyone can take it',
      );
    }
  });

  it('shows no floor of zero for what a later step pays out', () => {
    const unwrap = aCall(ROUTER, 'unwrapWETH9(uint256,address)', [10n ** 15n, OWNER]);

    expect(got(many([swap(TO_ROUTER, 0n), unwrap]))).toEqual(['0.001 ETH']);
    expect(labels(swap(TO_SENDER, 0n))).not.toContain('Gets at least');
  });

  it.each([
    [
      'sweepTokenWithFee(address,uint256,address,uint256,address)',
      [WETH, 10n ** 18n, OWNER],
      'WETH',
    ],
    ['sweepTokenWithFee(address,uint256,uint256,address)', [WETH, 10n ** 18n], 'WETH'],
    ['unwrapWETH9WithFee(uint256,address,uint256,address)', [10n ** 18n, OWNER], 'ETH'],
    ['unwrapWETH9WithFee(uint256,uint256,address)', [10n ** 18n], 'ETH'],
  ])('takes the fee of %s off what arrives', (text, args, symbol) => {
    const payout = (bips: bigint) => aCall(ROUTER, text, [...args, bips, STRANGER]);

    expect(got(many([swap(TO_ROUTER, 0n), payout(100n)]))).toEqual([`0.99 ${symbol}`]);
    expect(got(many([swap(TO_ROUTER, 2n * 10n ** 18n), payout(25n)]))).toEqual([`1.995 ${symbol}`]);
    expect(paid(many([swap(TO_ROUTER, 0n), payout(100n)]))).toEqual([]);
  });

  it('adds the shares of one receiver up to a payment', () => {
    const fee = aCall(ROUTER, 'sweepTokenWithFee(address,uint256,address,uint256,address)', [
      ...[WETH, 0n, TO_ROUTER, 100n, STRANGER],
    ]);
    const sweep = aCall(ROUTER, 'sweepToken(address,uint256,address)', [WETH, 10n ** 15n, OWNER]);

    expect(paid(many([swap(TO_ROUTER), fee, fee, sweep]))).toMatchObject([{ to: STRANGER }]);
    expect(paid(many([swap(TO_ROUTER), fee, sweep]))).toEqual([]);
  });

  it('warns of a swap along a path that leads nowhere', () => {
    const text = 'exactInput((bytes,address,uint256,uint256))';

    expect(findingsOf(aCall(ROUTER, text, [['0x1234', OWNER, 5n, 5n]]), BY_GOLEM)[0]?.title).toBe(
      'Uniswap call with steps that Bardo cannot read',
    );
  });

  it('publishes what a stranger gets, once, and nothing of the payer’s own swaps', () => {
    const sweep = aCall(ROUTER, 'sweepToken(address,uint256,address)', [WETH, 1n, STRANGER]);
    const payment = { kind: 'pays', payer: OWNER, to: STRANGER, amount: 10_000_000n };
    for (const call of [
      swap(STRANGER),
      many([swap(STRANGER)]),
      many([many([swap(STRANGER)])]),
      many([swap(TO_ROUTER), sweep]),
    ]) {
      expect(paid(call)).toMatchObject([payment]);
    }
    expect(paid(swap(TO_SENDER))).toEqual([]);
    expect(paid(swap(OWNER))).toEqual([]);
  });

  it('warns of an exact output without a ceiling', () => {
    const text = 'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))';
    const call = aCall(ROUTER, text, [
      [USDC_ON_BASE, WETH, 500, TO_SENDER, 5n, 2n ** 128n - 1n, 0n],
    ]);

    expect(findingsOf(call, BY_GOLEM)[0]?.title).toBe(
      'Swap accepts any price: it may return next to nothing',
    );
  });
});
