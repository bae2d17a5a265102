import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import {
  aGolem,
  anAddress,
  aPermission,
  aStatus,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
} from '../../vectors/builders';
import { aDelegation, aGrantMessage, grantCaveats } from '../../vectors/delegations';
import { explain, facts, grantScene, titles } from './read-grant';

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
