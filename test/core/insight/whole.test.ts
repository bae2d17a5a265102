// A transaction is judged as a whole: nothing in it hides behind another part.
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { type Execution, encodeMode, encodeSingle } from '../../../src/core/chain/execution';
import { PERMIT2, universalRoutersOn } from '../../../src/core/chain/uniswap';
import type { Insight } from '../../../src/core/findings/finding';
import {
  approve,
  batch,
  explainRaw,
  MAX,
  pay,
  redeemAll,
  send,
  token,
  toManager,
} from '../../vectors/batches';
import {
  anAddress,
  aScene,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aChain, aDelegation } from '../../vectors/delegations';
import { context, encode, watching } from '../../vectors/manager-calls';

const DM = FRAMEWORK.delegationManager;
const MILLION = 10n ** 12n;
const DUST: Execution[] = Array(4).fill(pay(1n));
const disable = toManager('disableDelegation', aDelegation());

const said = (insight: Insight | null) => [insight?.title, ...(insight?.lines ?? [])].join('\n');
const totals = (insight: Insight | null) =>
  insight?.facts.filter(({ label }) => label.endsWith('in total')).map(({ value }) => value);

describe('a redemption without any permission', () => {
  const own = (calls: Execution[], mode?: `0x${string}`) =>
    explainRaw({ to: DM, data: redeemAll([{ calls, ...(mode ? { mode } : {}) }]) }).insight;

  it('that pays a stranger is loud', () => {
    expect(own([pay(900_000_000n)])).toMatchObject({
      level: 'critical',
      title: 'Moves 900 USDC out of your account to 0x6666…6666',
      lines: expect.arrayContaining([
        'No rule limits it: it runs with all the power of your account.',
      ]),
    });
  });

  it.each([
    ['native money', [send(STRANGER, 10n ** 18n)], 'Moves 1 ETH out of your account'],
    [
      'an allowance',
      [approve(STRANGER, 5n)],
      'Lets 0x6666…6666 take 0.000005 USDC from your account',
    ],
    [
      'everything',
      [approve(STRANGER, MAX)],
      'Lets 0x6666…6666 take unlimited USDC from your account',
    ],
    [
      'an unknown token',
      [token(anAddress(7), 'transfer', STRANGER, 5n)],
      'Moves tokens Bardo does not know',
    ],
    [
      'value with a call',
      [{ ...send(STRANGER, 10n ** 18n), data: '0xdeadbeef' as const }],
      'Moves 1 ETH',
    ],
  ])('is loud about %s', (_name, calls, title) => {
    const insight = own(calls);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toContain(title);
  });

  it('is loud in every mode, in single calls, and through the own account', () => {
    const single = encodeMode({ calls: 'single', onFailure: 'try' });
    const data = encode('redeemDelegations', [
      [context([])],
      [single],
      [encodeSingle(pay(1_000_000n))],
    ]);
    const tries = own([pay(1_000_000n)], encodeMode({ calls: 'batch', onFailure: 'try' }));

    for (const insight of [
      tries,
      explainRaw({ to: DM, data }).insight,
      explainRaw({ to: OWNER, data }).insight,
      explainRaw({ to: OWNER, data: batch([{ target: DM, value: 0n, data }]) }).insight,
      explainRaw({ to: DM, data: redeemAll([{ calls: [{ target: DM, value: 0n, data }] }]) })
        .insight,
      explainRaw({ to: DM, data }, aScene({ watched: null })).insight,
    ]) {
      expect(insight?.level).toBe('critical');
      expect(said(insight)).toContain('Moves 1 USDC out of your account');
    }
  });

  it('is loud about a vault that pays a stranger, and about calls nobody can read', () => {
    const vault = aCall(anAddress(0x44), 'withdraw(uint256,address,address)', [
      5n,
      STRANGER,
      OWNER,
    ]);
    const insight = own([{ target: anAddress(0x44), value: 0n, data: vault.data }]);
    const unread = own([{ target: STRANGER, value: 0n, data: '0xdeadbeef' }]);

    expect(insight?.level).toBe('critical');
    expect(said(insight)).toContain('Vault payout goes to an address Bardo does not know as yours');
    expect(unread?.level).toBe('warning');
    expect(unread?.lines).toContain('Bardo cannot read 1 of 1 calls in it.');
  });

  it('stays a call of the own account where nothing leaves it', () => {
    expect(own([pay(1n, OWNER)])).toMatchObject({
      level: 'info',
      title: 'Runs a call from your account itself',
    });
  });

  it('beside one with a permission hides behind nothing', () => {
    const data = redeemAll([{ links: aChain(2), calls: [pay(1n)] }, { calls: [pay(MILLION)] }]);
    const { insight } = explainRaw({ from: OWNER, to: DM, data }, watching());

    expect(insight).toMatchObject({
      level: 'critical',
      title: 'Moves 1000000 USDC out of your account to 0x6666…6666',
    });
  });
});

describe('a redemption of many calls', () => {
  it('says the total first and the worst of them', () => {
    const data = redeemAll([{ links: aChain(2), calls: [...DUST, pay(MILLION)] }]);
    const { insight } = explainRaw({ from: SESSION_KEY, to: DM, data }, watching());

    expect(insight?.lines[0]).toBe('It moves 1000000.000004 USDC in 5 payments.');
    expect(insight?.facts.slice(0, 3).map(({ value }) => value.toLowerCase())).toEqual([
      '1000000.000004 usdc',
      '1000000 usdc',
      STRANGER,
    ]);
  });

  it('counts over all permissions used, native money and every token', () => {
    const uses = [
      ...Array(8).fill({ links: aChain(2), calls: [pay(1n)] }),
      { links: aChain(2), calls: [send(STRANGER, 2n * 10n ** 18n), pay(MILLION)] },
      { links: aChain(2), calls: [token(anAddress(7), 'transfer', STRANGER, 5n)] },
    ];
    const { insight } = explainRaw(
      { from: SESSION_KEY, to: DM, data: redeemAll(uses) },
      watching(),
    );

    expect(totals(insight)).toEqual([
      '1000000.000008 USDC',
      '2 ETH',
      '5 base units of a token Bardo does not know',
    ]);
    expect(insight?.facts.findIndex(({ value }) => value === '1000000 USDC')).toBeLessThan(8);
  });

  it('is critical when it lets others take without limit', () => {
    const data = redeemAll([{ links: aChain(2), calls: [...DUST, approve(STRANGER, MAX)] }]);
    const { insight } = explainRaw({ from: SESSION_KEY, to: DM, data }, watching());

    expect(insight).toMatchObject({
      level: 'critical',
      title: 'Lets 0x6666…6666 take unlimited USDC from your account',
    });
  });
});

describe('a batch that ends a permission', () => {
  const beside = (...calls: Execution[]) =>
    explainRaw({ to: OWNER, data: batch([disable, ...calls]) }, watching()).insight;

  it('says unlimited when Permit2 may take everything', () => {
    expect(beside(approve(PERMIT2, MAX))).toMatchObject({
      level: 'warning',
      title: 'Lets Permit2 take unlimited USDC from your account',
      lines: expect.arrayContaining(["Ends Atlas's runway, its last live permission"]),
    });
  });

  it('is never calmer than its worst part', () => {
    const all = aCall(anAddress(7), 'setApprovalForAll(address,bool)', [STRANGER, true]).data;
    const raised = aCall(USDC_ON_BASE, 'increaseAllowance(address,uint256)', [STRANGER, MAX]).data;
    const levels = [
      beside(pay(1n)),
      beside(send(STRANGER, 1n)),
      beside(approve(STRANGER, 1n)),
      beside(approve(STRANGER, MAX)),
      beside({ target: USDC_ON_BASE, value: 0n, data: raised }),
      beside({ target: anAddress(7), value: 0n, data: all }),
      beside(token(anAddress(7), 'approve', STRANGER, MAX)),
    ].map((insight) => insight?.level);

    expect(levels).toEqual(['warning', 'warning', 'warning', ...Array(4).fill('critical')]);
  });

  it('names the largest payment and the sum, wherever it stands', () => {
    const insight = beside(...DUST, ...DUST, pay(MILLION, anAddress(0x67)), ...DUST);

    expect(insight?.title).toBe('Moves 1000000.000012 USDC out of your account to 2 addresses');
    expect(totals(insight)).toEqual(['1000000.000012 USDC']);
    expect(insight?.facts.find(({ label }) => label === 'Moves')?.value).toBe('1000000 USDC');
  });

  it('says that it makes calls that are not known', () => {
    expect(beside({ target: STRANGER, value: 0n, data: '0xdeadbeef' })?.lines).toContain(
      'It also makes a call that Bardo does not know',
    );
  });

  it('stays calm when nothing leaves, or an allowance ends', () => {
    expect(beside(approve(STRANGER, 0n), pay(5n, OWNER))?.level).toBe('info');
    expect(beside()?.level).toBe('info');
  });
});

it('says nothing about batches that concern no Golem', () => {
  const calls = [pay(MILLION), approve(PERMIT2, MAX), approve(STRANGER, MAX)];

  expect(explainRaw({ to: OWNER, data: batch(calls) }).insight).toBeNull();
});

describe('an account update', () => {
  const authorizationList = [{ address: FRAMEWORK.smartAccount7702 }];
  const update = (raw: object) => explainRaw({ authorizationList, ...raw }).insight;

  it('with a payment in its batch explains the payment', () => {
    expect(update({ to: OWNER, data: batch([pay(5_000_000n)]) })).toMatchObject({
      level: 'warning',
      title: 'Moves 5 USDC out of your account to 0x6666…6666',
    });
    expect(update({ to: STRANGER, value: '0xde0b6b3a7640000' })?.title).toBe(
      'Moves 1 ETH out of your account to 0x6666…6666',
    );
    expect(said(update({ to: OWNER, data: batch([approve(STRANGER, MAX)]) }))).toContain(
      'unlimited USDC',
    );
  });

  it('is a warning where MetaMask’s account is not known to be', () => {
    const insight = explainRaw(
      { to: OWNER, authorizationList },
      aScene({ chainId: 999_999 }),
    ).insight;

    expect(insight).toMatchObject({
      level: 'warning',
      title: "Account update, but MetaMask's account is not known there",
    });
  });

  it('alone, or with questions only, moves no money', () => {
    const question: Execution = { target: DM, value: 0n, data: '0x5c975abb' };

    expect(update({ to: OWNER })?.lines).toContain('The update moves no money.');
    expect(update({ to: OWNER, data: batch([question, question]) })).toMatchObject({
      level: 'info',
      title: "Account update to MetaMask's smart account",
      lines: expect.arrayContaining(['Reads only from DelegationManager: changes nothing']),
    });
  });
});

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
      title: 'Moves 1000 ETH out of your account to 0x6666…6666',
    });
  });

  it('that a known router cannot read is a payment too', () => {
    const router = universalRoutersOn(8453)[0] as `0x${string}`;

    expect(said(own(sent(router, '0xdeadbeef')))).toContain('Moves 1000 ETH out of your account');
    expect(said(own(sent(router, '0x')))).toContain('Moves 1000 ETH out of your account');
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
    ['hidden dust before an open million', [hidden(pay(1n)), pay(MILLION)], '1000000.000001 USDC'],
    ['a hidden million before open dust', [hidden(pay(MILLION)), pay(1n)], '1000000.000001 USDC'],
    [
      'hidden dust of ether before an open million',
      [hidden(send(STRANGER, 1n)), pay(MILLION)],
      '1000000 USDC and less than 0.000001 ETH',
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
    expect(own(pay(MILLION), ether)?.title).toContain('Moves 1000000 USDC and 1.9 ETH out of');
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
    const title = 'Moves 1000000 USDC out of your account to 0x6666…6666';
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

describe('calls that hide in the number or the depth of others', () => {
  const nested = (times: number): Execution => {
    const inner = times === 0 ? pay(MILLION) : nested(times - 1);
    return { target: DM, value: 0n, data: redeemAll([{ calls: [inner] }]) };
  };
  const many = [...Array(64).fill(pay(1n)), approve(STRANGER, MAX)];

  it.each([
    ['a redemption too deep', { to: DM, data: nested(7).data }],
    ['a redemption too long', { to: DM, data: redeemAll([{ calls: many }]) }],
    ['a batch too long', { to: OWNER, data: batch(many) }],
    ['a batch cut short', { to: OWNER, data: batch([pay(1n)]).slice(0, -64) as `0x${string}` }],
  ])('are critical: %s', (_name, raw) => {
    const insight = explainRaw(raw, watching()).insight;

    expect(insight?.level).toBe('critical');
    expect(said(insight)).toContain('Bardo cannot read this');
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
