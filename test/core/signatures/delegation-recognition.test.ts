// What is taken for a delegation of the framework, and how each kind of grant of MetaMask is read.
import {
  createErc20TokenAllowanceCaveats,
  createErc20TokenStreamCaveats,
  createNativeTokenAllowanceCaveats,
  createNativeTokenPeriodicCaveats,
  createNativeTokenStreamCaveats,
  createTokenApprovalRevocationCaveats,
} from '@metamask/7715-permission-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaveatData, hashDelegation } from '../../../src/core/delegations/delegation';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import {
  aGolem,
  aPermission,
  aStatus,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aDelegation, aGrantMessage, enforcer, grantCaveats } from '../../vectors/delegations';
import { explain, facts, grantScene, titles } from './read-grant';

describe('recognising', () => {
  it('leaves the vote delegations of governance tokens alone', () => {
    const typed: TypedMessage = {
      primaryType: 'Delegation',
      domain: { name: 'Uniswap', chainId: 1, verifyingContract: STRANGER },
      types: {
        Delegation: [
          { name: 'delegatee', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'expiry', type: 'uint256' },
        ],
      },
      message: { delegatee: STRANGER, nonce: 1, expiry: 2 },
      metadata: null,
    };

    expect(delegationReader.recognises(typed)).toBe(false);
  });

  it('takes any casing of addresses and any writing of the salt', () => {
    const upper = (text: string) => text.toUpperCase().replace('0X', '0x');
    const message = aGrantMessage().message;

    for (const salt of ['0x5a17', '23063', 23_063]) {
      const typed = aGrantMessage(aDelegation(), {
        message: { ...message, salt, delegate: upper(GUARDIAN), delegator: upper(OWNER) },
      });

      expect(delegationReader.read(typed).args.hash).toBe(hashDelegation(aDelegation()));
    }
  });

  it('says so when a message in the domain is not a delegation or cannot be read', () => {
    const other = aGrantMessage(aDelegation(), { primaryType: 'Caveat' });
    const broken = aGrantMessage(aDelegation(), { message: { delegate: 'me' } });

    for (const typed of [other, broken]) {
      expect(titles(explain(typed))).toEqual([
        'critical: A delegation Bardo cannot read: do not sign it',
      ]);
    }
  });

  it('never throws, and keeps every title short, whatever the message says', () => {
    const message = aGrantMessage().message;
    const field = fc.constantFrom('delegate', 'delegator', 'authority', 'caveats', 'salt');

    fc.assert(
      fc.property(field, fc.jsonValue(), fc.boolean(), (key, value, watched) => {
        const scene = grantScene(watched ? {} : { watched: null });
        const typed = aGrantMessage(aDelegation(), {
          message: { ...message, [key]: value as never },
        });
        for (const { title } of explain(typed, scene)) expect(title.length).toBeLessThanOrEqual(70);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps titles short for the longest names', () => {
    const id = 'x'.repeat(64);
    const permissions = [
      aPermission({ golem: id }),
      aPermission({ golem: id, id: 'b', periodSeconds: 7 }),
    ];
    const golems = [aGolem({ id, name: '*', phase: 'terminal', chainId: BASE })];
    const scene = grantScene({ watched: aStatus({ golems, permissions }) });

    for (const delegate of [GUARDIAN, SESSION_KEY]) {
      for (const { title } of explain(aGrantMessage(aDelegation({ delegate })), scene)) {
        expect(title.length).toBeLessThanOrEqual(70);
      }
    }
  });
});

const justification = 'why';
const base = { isAdjustmentAllowed: true as boolean };
const stream = {
  initialAmount: '0x1',
  maxAmount: '0xf4240',
  amountPerSecond: '0x1',
  startTime: NOW,
  justification,
} as const;
const native = {
  nativeTokenPeriodTransferEnforcer: enforcer('NativeTokenPeriodTransfer'),
  nativeTokenStreamingEnforcer: enforcer('NativeTokenStreaming'),
  exactCalldataEnforcer: enforcer('ExactCalldata'),
};
const erc20 = {
  erc20PeriodTransferEnforcer: enforcer('ERC20PeriodTransfer'),
  erc20StreamingEnforcer: enforcer('ERC20Streaming'),
  valueLteEnforcer: enforcer('ValueLte'),
};
const wei = '0x2386f26fc10000';
const grants: [string, unknown[], string][] = [
  [
    'erc20-token-allowance',
    createErc20TokenAllowanceCaveats({
      permission: {
        ...base,
        type: 'erc20-token-allowance',
        data: {
          tokenAddress: USDC_ON_BASE,
          allowanceAmount: '0x989680',
          startTime: NOW,
          justification,
        },
      },
      contracts: erc20,
    }),
    'at most 10 USDC in total, from 21 Sep 2026 14:13 UTC',
  ],
  [
    'erc20-token-stream',
    createErc20TokenStreamCaveats({
      permission: {
        ...base,
        type: 'erc20-token-stream',
        data: { ...stream, tokenAddress: USDC_ON_BASE },
      },
      contracts: erc20,
    }),
    '0.000001 USDC, growing by 0.0864 USDC a day, at most 1 USDC in total, from 21 Sep 2026 14:13 UTC',
  ],
  [
    'native-token-periodic',
    createNativeTokenPeriodicCaveats({
      permission: {
        ...base,
        type: 'native-token-periodic',
        data: { periodAmount: wei, periodDuration: 86_400, startTime: NOW, justification },
      },
      contracts: native,
    }),
    'at most 0.01 ETH every day, from 21 Sep 2026 14:13 UTC',
  ],
  [
    'native-token-allowance',
    createNativeTokenAllowanceCaveats({
      permission: {
        ...base,
        type: 'native-token-allowance',
        data: { allowanceAmount: wei, startTime: NOW, justification },
      },
      contracts: native,
    }),
    'at most 0.01 ETH in total, from 21 Sep 2026 14:13 UTC',
  ],
  [
    'native-token-stream',
    createNativeTokenStreamCaveats({
      permission: {
        ...base,
        type: 'native-token-stream',
        data: {
          ...stream,
          maxAmount: '0xde0b6b3a7640000',
          amountPerSecond: '0x174876e800',
          initialAmount: wei,
        },
      },
      contracts: native,
    }),
    '0.01 ETH, growing by 0.00864 ETH a day, at most 1 ETH in total, from 21 Sep 2026 14:13 UTC',
  ],
  [
    'token-approval-revocation',
    createTokenApprovalRevocationCaveats({
      permission: {
        ...base,
        type: 'token-approval-revocation',
        data: {
          erc20Approve: true,
          erc721Approve: false,
          erc721SetApprovalForAll: true,
          permit2Approve: false,
          permit2Lockdown: false,
          permit2InvalidateNonces: false,
          justification,
        },
      },
      contracts: { approvalRevocationEnforcer: enforcer('ApprovalRevocation') },
    }),
    'may only take back approvals: token allowances, NFT operators',
  ],
];

it.each(grants)('a grant of %s is read in words and found bounded', (_, caveats, words) => {
  const all = [...(caveats as CaveatData[]), ...grantCaveats().slice(2)];

  const findings = explain(aGrantMessage(aDelegation({ caveats: all })));

  expect(facts(findings)['Rule 1']).toBe(words);
  expect(findings.every((finding) => finding.level === 'info')).toBe(true);
});
