// A transaction is judged as a whole: nothing in it hides behind another part.
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { type Execution, encodeMode, encodeSingle } from '../../../src/core/chain/execution';
import { PERMIT2 } from '../../../src/core/chain/uniswap';
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
      title: 'Moves 1,000,000 USDC out of your account to 0x6666…6666',
    });
  });
});

describe('a redemption of many calls', () => {
  it('says the total first and the worst of them', () => {
    const data = redeemAll([{ links: aChain(2), calls: [...DUST, pay(MILLION)] }]);
    const { insight } = explainRaw({ from: SESSION_KEY, to: DM, data }, watching());

    expect(insight?.lines[0]).toBe('It moves 1,000,000.000004 USDC in 5 payments.');
    expect(insight?.facts.slice(0, 3).map(({ value }) => value.toLowerCase())).toEqual([
      '1,000,000.000004 usdc',
      '1,000,000 usdc',
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
      '1,000,000.000008 USDC',
      '2 ETH',
      '5 base units of a token Bardo does not know',
    ]);
    expect(insight?.facts.findIndex(({ value }) => value === '1,000,000 USDC')).toBeLessThan(8);
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

    expect(insight?.title).toBe('Moves 1,000,000.000012 USDC out of your account to 2 addresses');
    expect(totals(insight)).toEqual(['1,000,000.000012 USDC']);
    expect(insight?.facts.find(({ label }) => label === 'Moves')?.value).toBe('1,000,000 USDC');
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
