import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/core/chain/call';
import { type Delegation, hashDelegation } from '../../../src/core/delegations/delegation';
import { aGolem, aPermission, aScene, NOW, OWNER, STRANGER } from '../../vectors/builders';
import { aDelegation, grantCaveats } from '../../vectors/delegations';

import { aCall, encode, explain, watching } from '../../vectors/manager-calls';

describe('disableDelegation', () => {
  const data = encode('disableDelegation', [aDelegation()]);

  it("says that it ends a Golem's last permission", () => {
    expect(explain(aCall(data))).toMatchObject([
      {
        level: 'info',
        title: "Ends Atlas's runway, its last live permission",
        lines: ['Bardo knows no other. What Atlas already holds stays with it.'],
      },
    ]);
  });

  it('says what stays', () => {
    const hash = hashDelegation(aDelegation());
    const permissions = [
      aPermission({ delegationHashes: [hash] }),
      aPermission({ id: 'gas', token: null, delegationHashes: [`0x${'aa'.repeat(32)}`] }),
    ];

    expect(explain(aCall(data), watching({ permissions }))).toMatchObject([
      {
        title: "Ends Atlas's runway, not its other permissions",
        lines: ['Atlas keeps 1 live permission on this chain.'],
      },
    ]);
  });

  it('says that a middle link ends only what hangs on it, and for whom', () => {
    const hash = hashDelegation(aDelegation());
    const golems = [
      aGolem(),
      aGolem({ id: 'child', name: 'Spark', sessionKey: STRANGER, guardian: null }),
    ];
    const delegationHashes: Hex[] = [hash, `0x${'bb'.repeat(32)}`];
    const permissions = [
      aPermission({ delegationHashes }),
      aPermission({ id: 'two', golem: 'child', delegationHashes }),
    ];

    expect(explain(aCall(data), watching({ golems, permissions }))[0]?.lines.slice(1)).toEqual([
      'Also ends what Spark got from it.',
      'Only this link and everything below it end. The grant above it stays open.',
    ]);
  });

  it('works through the own account and inside a batch of it', () => {
    expect(explain(aCall(data, { to: OWNER }))[0]?.title).toBe(
      "Ends Atlas's runway, its last live permission",
    );
  });
});

describe('disableDelegation of something else', () => {
  const data = encode('disableDelegation', [aDelegation()]);
  const hash = hashDelegation(aDelegation());

  it('counts what the Golem keeps on other chains', () => {
    const permissions = [
      aPermission({ delegationHashes: [hash] }),
      aPermission({ id: 'far', chainId: 1, delegationHashes: [`0x${'aa'.repeat(32)}`] }),
    ];

    expect(explain(aCall(data), watching({ permissions }))).toMatchObject([
      {
        title: "Ends Atlas's runway, not its other permissions",
        lines: ['Atlas keeps 1 live permission on Ethereum.'],
      },
    ]);
  });

  it('says that the same delegation on another chain leaves the permission as it is', () => {
    const permissions = [aPermission({ delegationHashes: [hash], chainId: 1 })];

    expect(explain(aCall(data), watching({ permissions }))).toMatchObject([
      {
        level: 'warning',
        title: "Leaves Atlas's runway as it is: wrong chain",
        lines: ['This call is for Base; the permission is on Ethereum.'],
      },
    ]);
  });

  it('names the Golem next to the account, whose record may come last or be replaced', () => {
    const golems = [aGolem({ id: 'kid', name: 'Spark', sessionKey: STRANGER }), aGolem()];
    const links: Hex[] = [`0x${'bb'.repeat(32)}`, `0x${'cc'.repeat(32)}`, hash];
    const permissions = [
      aPermission({ id: 'kid', golem: 'kid', delegationHashes: links }),
      aPermission({ id: 'old', delegationHashes: [hash], revokedAt: NOW - 9 }),
      aPermission({ delegationHashes: links.slice(1) }),
    ];

    const [finding] = explain(aCall(data), watching({ golems, permissions }));

    expect(finding?.title).toBe("Ends Atlas's runway, its last live permission");
    expect(finding?.lines).toContain('Also ends what Spark got from it.');
  });

  it('says when it ends nothing', () => {
    const lines = (over: Partial<Call>) =>
      explain(aCall(data, over)).map((one) => [one.title, ...one.lines]);

    expect(lines({ from: STRANGER })).toEqual([
      [
        'Ends nothing',
        'Only the account that gave the permission can do this: the call will fail.',
      ],
    ]);
    expect(lines({ to: STRANGER })[0]?.[1]).toContain('sent neither to');
  });

  it('is calm about permissions Bardo does not watch', () => {
    const title = (delegation: Delegation, scene = watching()) =>
      explain(aCall(encode('disableDelegation', [delegation])), scene)[0]?.title;

    expect(title(aDelegation({ salt: 1n }))).toBe('Ends an unwatched permission of Atlas');
    expect(title(aDelegation({ delegate: STRANGER }))).toBe(
      'Ends a permission that none of your watched Golems uses',
    );
    expect(title(aDelegation(), aScene({ watched: null }))).toBe(
      'Ends a permission this account has given',
    );
  });

  it('says when the permission was over before', () => {
    const permissions = [
      aPermission({ delegationHashes: [hashDelegation(aDelegation())], revokedAt: NOW - 9 }),
    ];

    expect(explain(aCall(data), watching({ permissions }))[0]?.title).toBe(
      "Ends Atlas's runway, which was already over",
    );
  });
});

describe('enableDelegation', () => {
  const data = (delegation = aDelegation()) => encode('enableDelegation', [delegation]);

  it('is critical when a Golem gets its power back', () => {
    expect(explain(aCall(data()))).toMatchObject([
      { level: 'critical', title: 'Re-opens a revoked permission of Atlas' },
    ]);
  });

  it('is a warning for others, with what the permission leaves open', () => {
    const delegation = aDelegation({ delegate: STRANGER, caveats: grantCaveats({ expiry: null }) });

    expect(explain(aCall(data(delegation))).map((one) => one.title)).toEqual([
      'Re-opens a revoked permission of your account',
      'Never expires: it must be ended by hand',
    ]);
  });

  it('says when the permission cannot be used again, or was never ended', () => {
    const expired = aDelegation({ caveats: grantCaveats({ expiry: NOW - 10 }) });
    const [over] = explain(aCall(data(expired)));
    expect(over).toMatchObject({
      level: 'warning',
      title: 'Re-opens a permission of Atlas that has expired',
    });

    const permissions = [aPermission({ delegationHashes: [hashDelegation(aDelegation())] })];
    const [live] = explain(aCall(data()), watching({ permissions }));
    expect(live?.lines.join()).toContain('knows it as not revoked');
  });

  it('says when it re-opens nothing', () => {
    expect(explain(aCall(data(), { from: STRANGER }))[0]?.title).toBe('Re-opens nothing');
  });
});
