// What an owner reads when a site with MetaMask's kit asks for a delegation: each of the framework's enforcers
// alone, and in the mixes that the kit makes. Terms and addresses are MetaMask's own.
import * as kit from '@metamask/delegation-core';
import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { logicalOrWrapper } from '../../../src/core/caveats/list';
import { type Insight, insightOf } from '../../../src/core/findings/finding';
import { delegationReader } from '../../../src/core/signatures/delegation';
import { anAddress, aScene, aStatus, NOW, OWNER, USDC_ON_BASE } from '../../vectors/builders';
import { aCaveat, aDelegation, aGrantMessage } from '../../vectors/delegations';

const SHOP = anAddress(0x51);
const NFT = anAddress(0x52);
const ZERO = anAddress(0);
const DAY = 86_400;
const ETHER = 10n ** 18n;

type Rules = ReturnType<typeof aCaveat>[];

function insightFor(...caveats: Rules): Insight {
  const scene = aScene({ watched: aStatus({ permissions: [] }) });
  const typed = aGrantMessage(aDelegation({ caveats }));
  const insight = insightOf(delegationReader.read(typed).explain(scene));
  if (!insight) throw new Error('a delegation always has an insight');
  return insight;
}

function textOf(insight: Insight): string {
  return [insight.title, ...insight.lines].join('\n');
}

const until = aCaveat(
  'Timestamp',
  kit.createTimestampTerms({ afterThreshold: 0, beforeThreshold: NOW + 7 * DAY }),
);
const noValue = aCaveat('ValueLte', kit.createValueLteTerms({ maxValue: 0n }));
const once = aCaveat('LimitedCalls', kit.createLimitedCallsTerms({ limit: 1 }));
const targets = aCaveat('AllowedTargets', kit.createAllowedTargetsTerms({ targets: [SHOP] }));
const methods = aCaveat(
  'AllowedMethods',
  kit.createAllowedMethodsTerms({ selectors: ['0xd09de08a'] }),
);
const usdcTotal = aCaveat(
  'ERC20TransferAmount',
  kit.createERC20TransferAmountTerms({ tokenAddress: USDC_ON_BASE, maxAmount: 5_000_000n }),
);
const balance = (over: object = {}) => ({
  tokenAddress: USDC_ON_BASE as Address,
  recipient: OWNER as Address,
  balance: 5_000_000n,
  changeType: kit.BalanceChangeType.Decrease,
  ...over,
});
const period = (over: object = {}) => ({
  token: USDC_ON_BASE as Address,
  periodAmount: 5_000_000n,
  periodDuration: DAY,
  startDate: NOW,
  ...over,
});
const tokens = (...tokenConfigs: ReturnType<typeof period>[]) =>
  aCaveat('MultiTokenPeriod', kit.createMultiTokenPeriodTerms({ tokenConfigs }));
const either = (...caveatGroups: Rules[]) =>
  aCaveat(
    'LogicalOrWrapper',
    kit.createLogicalOrWrapperTerms({ caveatGroups: filled(caveatGroups) }),
  );

/** MetaMask's encoder wants bytes where a caveat has none. */
function filled(groups: Rules[]) {
  return groups.map((group) => group.map((one) => ({ ...one, args: '0x00' as Hex })));
}

/** Each alone leaves the account open: no other rule says which calls may be made. */
const OPEN: [string, Hex][] = [
  ['ArgsEqualityCheck', kit.createArgsEqualityCheckTerms({ args: '0x1234' })],
  ['Deployed', kit.createDeployedTerms({ contractAddress: SHOP, salt: '0x07', bytecode: '0x60' })],
  ['ERC20BalanceChange', kit.createERC20BalanceChangeTerms(balance())],
  ['ERC721BalanceChange', kit.createERC721BalanceChangeTerms({ ...balance(), amount: 1n })],
  ['ERC1155BalanceChange', kit.createERC1155BalanceChangeTerms({ ...balance(), tokenId: 1n })],
  ['NativeBalanceChange', kit.createNativeBalanceChangeTerms(balance())],
  ['NativeTokenPayment', kit.createNativeTokenPaymentTerms({ recipient: SHOP, amount: ETHER })],
  ['Id', kit.createIdTerms({ id: 7n })],
];

describe('a rule that limits no calls', () => {
  it.each(OPEN)('is unlimited control alone, and known: %s', (name, terms) => {
    const insight = insightFor(aCaveat(name, terms), until);

    expect(insight.level).toBe('critical');
    expect(insight.title).toMatch(/^Unlimited control over your account: no rule limits it/);
    expect(textOf(insight)).not.toContain('Bardo cannot read');
  });

  it.each(OPEN)('is no alarm beside a budget: %s', (name, terms) => {
    const insight = insightFor(usdcTotal, noValue, aCaveat(name, terms), until);

    expect(textOf(insight)).not.toMatch(/Unlimited|cannot read|No rule limits/);
    expect(insight.level).not.toBe('critical');
  });

  it.each(OPEN)('leaves a function call what it is: %s', (name, terms) => {
    const insight = insightFor(targets, methods, noValue, aCaveat(name, terms), once, until);

    expect(textOf(insight)).not.toMatch(/Unlimited control|cannot read one/);
  });
});

describe('a rule that says which calls are made', () => {
  const nft = aCaveat(
    'ERC721Transfer',
    kit.createERC721TransferTerms({ tokenAddress: NFT, tokenId: 42n }),
  );

  it('is not unlimited: one NFT, which is named', () => {
    const insight = insightFor(nft, noValue, once, until);

    expect(textOf(insight)).not.toMatch(/Unlimited|cannot read|No rule limits|any amount/);
    expect(insight.title).toMatch(/^Lets its holder take an NFT of the contract/);
    expect(textOf(insight)).toContain('Number 42 may go to anyone');
    expect(textOf(insight)).toContain('each use moves 42 base units');
  });

  it('is loud: an NFT whose id may be an amount of a coin', () => {
    const coin = kit.createERC721TransferTerms({ tokenAddress: NFT, tokenId: ETHER });

    const text = textOf(insightFor(aCaveat('ERC721Transfer', coin), noValue, until));
    expect(text).toMatch(/No rule limits the token/);
    expect(text).toMatch(/if this is a coin/i);
  });

  it('is not unlimited: several period budgets, all of them said', () => {
    const insight = insightFor(
      tokens(period(), period({ token: ZERO, periodAmount: ETHER / 100n })),
      until,
    );

    expect(textOf(insight)).not.toMatch(/Unlimited|cannot read|No rule limits/);
    expect(JSON.stringify(insight.facts)).toMatch(
      /at most 5 USDC every day.*at most 0.01 ETH every day/,
    );
  });

  it('is loud when one of several budgets is large, or two add up', () => {
    for (const rule of [
      tokens(period(), period({ token: ZERO, periodAmount: 1000n * ETHER })),
      tokens(period(), period({ periodAmount: 900_000_000_000n })),
    ]) {
      expect(textOf(insightFor(rule, until))).toMatch(/usual limits|905,?000|900,?000|1,?000 ETH/);
    }
  });

  it('is not unlimited: a batch of exact calldata, whose targets are open', () => {
    const terms = kit.createExactCalldataBatchTerms({
      executions: [{ target: SHOP, value: 0n, callData: '0xd09de08a' }],
    });

    const text = textOf(insightFor(aCaveat('ExactCalldataBatch', terms), once, until));
    expect(text).not.toMatch(/Unlimited control|cannot read one|repeated without end/);
    expect(text).toMatch(/No rule limits the ETH it can move/);
  });

  it('is not unlimited: two given calls, by the terms of the deployed contract or of the kit', () => {
    const value = '00'.repeat(32);
    for (const calldata of ['0xd09de08a', `0x${value}d09de08a`, `0xd09de08a${value}`] as const) {
      const terms = kit.createSpecificActionERC20TransferBatchTerms({
        tokenAddress: USDC_ON_BASE as Address,
        recipient: SHOP,
        amount: 5_000_000n,
        target: SHOP,
        calldata,
      });
      const rule = aCaveat('SpecificActionERC20TransferBatch', terms);

      expect(textOf(insightFor(rule, until))).not.toMatch(/Unlimited control|cannot read one/);
    }
  });

  it('is critical: an ownership that is given away', () => {
    const shop = aCaveat(
      'OwnershipTransfer',
      kit.createOwnershipTransferTerms({ contractAddress: SHOP }),
    );
    const own = aCaveat(
      'OwnershipTransfer',
      kit.createOwnershipTransferTerms({ contractAddress: OWNER as Address }),
    );

    for (const insight of [insightFor(shop, noValue, once, until), insightFor(own, once, until)]) {
      expect(insight.level).toBe('critical');
    }
    expect(textOf(insightFor(shop, noValue, once, until))).toMatch(/take over the contract/);
    expect(textOf(insightFor(own, noValue, once, until))).toMatch(/Unlimited control/);
  });
});

describe('sets of rules to choose from', () => {
  it('are not unlimited when every set is bounded', () => {
    const insight = insightFor(either([usdcTotal, noValue], [tokens(period())]), until);

    expect(textOf(insight)).not.toMatch(/Unlimited|cannot read|No rule limits/);
  });

  it('are unlimited when one set is open, empty or unknown', () => {
    const unknown = { enforcer: anAddress(0x99), terms: '0x12' as Hex, args: '0x' as Hex };
    const price = aCaveat(
      'NativeTokenPayment',
      kit.createNativeTokenPaymentTerms({ recipient: SHOP, amount: 1n }),
    );
    const noPrice = aCaveat('Id', kit.createIdTerms({ id: 1n }));

    for (const open of [[unknown], [noPrice], [noPrice, unknown]]) {
      const insight = insightFor(either([usdcTotal, noValue], open), until);
      expect(insight.level).toBe('critical');
      expect(insight.title).toMatch(/^Unlimited control/);
    }
    // A price cannot stand in a set: nobody ever picks that one.
    const refused = insightFor(either([usdcTotal, noValue], [price]), until);
    expect(refused.level).not.toBe('critical');
  });

  it('say what is wrong in them even when all of them end', () => {
    const unknown = { enforcer: anAddress(0x99), terms: '0x12' as Hex, args: '0x' as Hex };
    const insight = insightFor(either([usdcTotal, noValue, until, unknown]));

    expect(textOf(insight)).toMatch(/a rule Bardo does not know, judged by the contract 0x9999/i);
    expect(insight.level).toBe('warning');
  });

  it('are unlimited with an empty set', () => {
    // The kit writes no empty set; a hostile site does.
    const groups = [{ caveats: [usdcTotal, noValue] }, { caveats: [] }];
    const insight = insightFor(
      aCaveat('LogicalOrWrapper', logicalOrWrapper.encode({ groups })),
      until,
    );

    expect(insight.level).toBe('critical');
    expect(insight.title).toMatch(/^Unlimited control/);
  });

  it('never hide the widest budget behind the first', () => {
    const large = aCaveat(
      'ERC20TransferAmount',
      kit.createERC20TransferAmountTerms({ tokenAddress: USDC_ON_BASE, maxAmount: 10n ** 12n }),
    );
    const insight = insightFor(either([usdcTotal, noValue], [large, noValue]), until);

    expect(insight.title).not.toMatch(/at most 5 USDC/);
    expect(textOf(insight)).toMatch(/usual limits|1,000,000 USDC|1,000,005 USDC/);
  });
});

it('counts the first of two period budgets, not the smaller', () => {
  const budget = (periodAmount: bigint) =>
    aCaveat(
      'ERC20PeriodTransfer',
      kit.createERC20TokenPeriodTransferTerms({
        tokenAddress: USDC_ON_BASE,
        periodAmount,
        periodDuration: DAY,
        startDate: NOW,
      }),
    );
  const insight = insightFor(budget(10n ** 12n), budget(1_000_000n), noValue, until);

  expect(textOf(insight)).toMatch(/does not count/);
  expect(insight.title).not.toMatch(/at most 1 USDC/);
});
