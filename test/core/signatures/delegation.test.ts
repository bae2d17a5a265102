import {
  createErc20TokenAllowanceCaveats,
  createErc20TokenStreamCaveats,
  createNativeTokenAllowanceCaveats,
  createNativeTokenPeriodicCaveats,
  createNativeTokenStreamCaveats,
  createTokenApprovalRevocationCaveats,
} from '@metamask/7715-permission-types';
import fc from 'fast-check';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { type CaveatData, hashDelegation } from '../../../src/core/delegations/delegation';
import type { Finding } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import {
  aGolem,
  anAddress,
  aPermission,
  aScene,
  aStatus,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import {
  aDelegation,
  aGrantMessage,
  enforcer,
  grantCaveats,
  PERMISSION_SNAP,
} from '../../vectors/delegations';

/** The wallet's own grant screen, with Atlas watched and no permission yet. */
function grantScene(over: Partial<Scene> = {}): Scene {
  return aScene({ origin: PERMISSION_SNAP, watched: aStatus({ permissions: [] }), ...over });
}

function explain(typed: TypedMessage, scene: Scene = grantScene()): Finding[] {
  return delegationReader.read(typed).explain(scene);
}

function titles(findings: Finding[]): string[] {
  return findings.map((finding) => `${finding.level}: ${finding.title}`);
}

const facts = (findings: Finding[]) =>
  Object.fromEntries(
    findings.flatMap((finding) => finding.facts).map((one) => [one.label, one.value]),
  );

describe('an ERC-7715 grant to the guardian of a Golem', () => {
  it('is read calmly: who, how much, until when, which site', () => {
    const findings = explain(aGrantMessage());

    expect(titles(findings)).toEqual(['info: Gives Atlas at most 10 USDC every day']);
    expect(findings[0]?.lines).toEqual([
      'Can be taken: 10 USDC now, 20 USDC in any 24 hours, 70 USDC until 28 Sep 2026 14:13 UTC.',
    ]);
    expect(facts(findings)).toEqual({
      "Delegate (Atlas's guardian)": getAddress(GUARDIAN),
      'Account (yours)': getAddress(OWNER),
      Power: 'acts from the account itself',
      'Rule 1': 'at most 10 USDC every day, from 21 Sep 2026 14:13 UTC',
      'Rule 2': 'sends no ETH',
      'Rule 3': 'until 28 Sep 2026 14:13 UTC',
      'Rule 4': 'until the account ends all its grants at once (counter 0)',
      'Asked by': 'https://bardo.ai',
      'Its reason': 'Atlas lives on this',
    });
  });

  it('names the payee', () => {
    const caveats = grantCaveats({ payee: anAddress(0x77) });

    expect(facts(explain(aGrantMessage(aDelegation({ caveats }))))['Rule 4']).toBe(
      `only to ${anAddress(0x77)} (the call's first argument)`,
    );
  });

  it('warns that budgets add up when one is live, with the sum', () => {
    const scene = grantScene({ watched: aStatus() });

    const findings = explain(aGrantMessage(), scene);

    expect(titles(findings)).toContain(
      'warning: Budgets add up: Atlas could spend 20 USDC every day',
    );
    expect(facts(findings)['Already granted']).toBe(
      '10 USDC every day until 27 Sep 2026 14:13 UTC',
    );
  });

  it('adds up nothing that is over, in another token, or this very delegation', () => {
    const permissions = [
      aPermission({ id: 'a', revokedAt: NOW - 5 }),
      aPermission({ id: 'b', expiresAt: NOW - 5 }),
      aPermission({ id: 'c', token: null }),
      aPermission({ id: 'd', golem: 'other' }),
      aPermission({ id: 'e', chainId: 1 }),
      aPermission({ id: 'f', delegationHashes: [hashDelegation(aDelegation())] }),
    ];

    expect(
      titles(explain(aGrantMessage(), grantScene({ watched: aStatus({ permissions }) }))),
    ).toEqual(['info: Gives Atlas at most 10 USDC every day']);
  });

  it('counts permissions that hang on one grant once', () => {
    const permissions = [aPermission(), aPermission({ id: 'child' })];

    expect(
      titles(explain(aGrantMessage(), grantScene({ watched: aStatus({ permissions }) }))),
    ).toContain('warning: Budgets add up: Atlas could spend 20 USDC every day');
  });

  it('does not add unlike periods', () => {
    const permissions = [aPermission({ periodSeconds: 3600 })];

    expect(
      titles(explain(aGrantMessage(), grantScene({ watched: aStatus({ permissions }) }))),
    ).toContain('warning: Budgets add up: Atlas already has a live permission');
  });

  it('warns about a missing expiry, an old one, a long one and a large budget', () => {
    const withCaveats = (over: Parameters<typeof grantCaveats>[0]) =>
      titles(explain(aGrantMessage(aDelegation({ caveats: grantCaveats(over) }))));

    expect(withCaveats({ expiry: null })).toContain(
      'warning: Never expires: it must be ended by hand',
    );
    expect(withCaveats({ expiry: NOW - 60 })).toContain(
      'warning: Already expired: nothing can be done with it',
    );
    expect(withCaveats({ expiry: NOW + 91 * 86_400 })).toContain(
      'warning: Over the usual limits of a runway: sign only if you chose this',
    );
    expect(withCaveats({ periodAmount: '0x5f5e101' })).toContain(
      'warning: Over the usual limits of a runway: sign only if you chose this',
    );
    expect(withCaveats({ periodAmount: '0x5f5e100', expiry: NOW + 90 * 86_400 })).toHaveLength(1);
  });

  it('warns when it passes by the guardian, feeds the dead, or is for another chain', () => {
    const watched = (golem: object) =>
      grantScene({ watched: aStatus({ golems: [aGolem(golem)], permissions: [] }) });

    expect(titles(explain(aGrantMessage(aDelegation({ delegate: SESSION_KEY }))))).toContain(
      "warning: Straight to Atlas's key: no guardian in between",
    );
    expect(titles(explain(aGrantMessage(), watched({ phase: 'terminal' })))).toContain(
      'warning: Atlas is terminal: this feeds a dead Golem',
    );
    expect(titles(explain(aGrantMessage(), watched({ chainId: 1 })))).toContain(
      'warning: Atlas does not live on Base',
    );
  });
});

describe('a delegate that is not a Golem', () => {
  const typed = aGrantMessage(aDelegation({ delegate: STRANGER }));

  it('is named as such', () => {
    const findings = explain(typed);

    expect(titles(findings)).toEqual([
      'warning: Gives 0x6666…6666 power over your account: not one of your Golems',
    ]);
    expect(facts(findings)['Delegate (not one of your Golems)']).toBe(STRANGER);
  });

  it('is not judged while Bardo knows no Golems', () => {
    expect(titles(explain(typed, grantScene({ watched: null })))).toEqual([
      'info: Gives 0x6666…6666 power over your account',
    ]);
  });
});

describe('a redelegation', () => {
  it('says whose permission it passes on and claims nothing about its parent', () => {
    const authority = hashDelegation(aDelegation());
    const permissions = [aPermission({ delegationHashes: [authority] })];
    const scene = grantScene({ watched: aStatus({ permissions }) });
    const typed = aGrantMessage(aDelegation({ delegator: STRANGER, authority, caveats: [] }));

    const findings = explain(typed, scene);

    expect(titles(findings)).toContain(
      'warning: Passes on all the power it has, with no limit of its own',
    );
    expect(titles(findings).join()).not.toContain('Unlimited');
    expect(facts(findings).Power).toMatch(/^passes on part of Atlas's permission 0x/);
  });
});

describe('an impostor', () => {
  const domain = aGrantMessage().domain;
  const { types } = aGrantMessage();

  it.each([
    [
      'another contract',
      { domain: { ...domain, verifyingContract: STRANGER } },
      'is not for MetaMask',
    ],
    [
      'no contract',
      { domain: { name: 'DelegationManager', version: '1', chainId: BASE } },
      'is not for',
    ],
    ['another version', { domain: { ...domain, version: '2' } }, 'domain'],
    ['another name', { domain: { ...domain, name: 'Manager' } }, 'domain'],
    ['a salted domain', { domain: { ...domain, salt: '0x00' } }, 'domain'],
    ['another chain', { domain: { ...domain, chainId: 1 } }, 'It is for Ethereum, not for Base.'],
    ['an unknown chain', { domain: { ...domain, chainId: 31_337 } }, 'not known on chain 31337'],
    [
      'more fields',
      {
        types: { ...types, Delegation: [...(types.Delegation ?? []), { name: 'x', type: 'bool' }] },
      },
      'types',
    ],
    ['fewer fields', { types: { ...types, Caveat: [] } }, 'types'],
    [
      'another domain type',
      { types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] } },
      'types',
    ],
  ])('is called one: %s', (_, over, line) => {
    const typed = aGrantMessage(aDelegation(), over as Partial<TypedMessage>);

    const findings = explain(typed);

    expect(delegationReader.recognises(typed)).toBe(true);
    expect(titles(findings)).toEqual(['critical: Poses as a MetaMask delegation: do not sign it']);
    expect(findings[0]?.lines.join(' ')).toContain(line);
  });

  it('does not get believed about who asks', () => {
    const findings = explain(aGrantMessage(), grantScene({ origin: 'https://evil.example' }));

    expect(titles(findings)).toContain(
      'warning: Carries a note about who asks that MetaMask did not write',
    );
    expect(facts(findings)['Asked by']).toBeUndefined();
  });
});

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
