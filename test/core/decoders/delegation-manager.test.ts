import { DelegationManager, EIP7702StatelessDeleGator } from '@metamask/delegation-abis';
import { decodeDelegations, encodeDelegations } from '@metamask/delegation-core';
import fc from 'fast-check';
import { type Abi, encodeFunctionData, getAddress, type Hex, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeCall } from '../../../src/core/decoders';
import { Unreadable } from '../../../src/core/decoders/abi';
import type { Call } from '../../../src/core/decoders/decoder';
import { delegationManager } from '../../../src/core/decoders/delegation-manager';
import type { Finding } from '../../../src/core/insight/finding';
import type { Scene } from '../../../src/core/insight/scene';
import { type Delegation, hashDelegation } from '../../../src/core/permissions/delegation';
import { encodeBatch, encodeMode, encodeSingle } from '../../../src/core/permissions/execution';
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
import vectors from '../../vectors/calls/delegation-manager.json';
import { aChain, aDelegation, grantCaveats } from '../../vectors/delegations';

const DM = FRAMEWORK.delegationManager;
const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
const TRY_BATCH = encodeMode({ calls: 'batch', onFailure: 'try' });
const TRANSFER: Hex = `0xa9059cbb${anAddress(0x77).slice(2).padStart(64, '0')}${'16e360'.padStart(64, '0')}`;
const PULL = encodeSingle({ target: USDC_ON_BASE, value: 0n, data: TRANSFER });

function encode(
  functionName: string,
  args: readonly unknown[],
  abi: unknown = DelegationManager,
): Hex {
  return encodeFunctionData({ abi: abi as Abi, functionName, args });
}

function context(links: readonly Delegation[]): Hex {
  return encodeDelegations(links.map((link) => ({ ...link, caveats: [...link.caveats] })));
}

function redeem(links: readonly Delegation[], mode: Hex = SINGLE, data: Hex = PULL): Hex {
  return encode('redeemDelegations', [[context(links)], [mode], [data]]);
}

function aCall(data: Hex, over: Partial<Call> = {}): Call {
  return { chainId: BASE, from: OWNER, to: DM, value: 0n, data, ...over };
}

function read(call: Call) {
  const outcome = decodeCall(call);
  if (outcome.kind !== 'decoded') throw new Error(`Expected a decoded call, got ${outcome.kind}.`);
  return outcome.decoded;
}

function explain(call: Call, scene: Scene = watching()): Finding[] {
  return read(call).explain(scene);
}

/** Atlas lives on the grant that `aDelegation` is. */
function watching(over: Parameters<typeof aStatus>[0] = {}): Scene {
  const permissions = [aPermission({ delegationHashes: [hashDelegation(aDelegation())] })];
  return aScene({ watched: aStatus({ permissions, ...over }) });
}

const facts = (findings: Finding[]) =>
  Object.fromEntries(
    findings.flatMap((finding) => finding.facts).map((one) => [one.label, one.value]),
  );

it('knows the selectors of the three functions', () => {
  for (const { selector, signature } of delegationManager.functions) {
    expect(toFunctionSelector(signature)).toBe(selector);
  }
});

it("reads the same delegations as MetaMask's library in a real transaction", () => {
  const real = vectors[0]?.data as Hex;
  const outcome = decodeCall(aCall(real, { chainId: 84_532 }));
  const bytes = real.slice(2 + 8 + 6 * 64, 2 + 8 + 6 * 64 + 0x3a0 * 2);

  const [official] = decodeDelegations(`0x${bytes}`);

  expect(outcome).toMatchObject({
    kind: 'decoded',
    decoded: {
      args: {
        permissionContexts: [
          [
            {
              salt: official?.salt.toString(),
              caveats: [{ name: 'LimitedCallsEnforcer' }, { name: 'ExactExecutionEnforcer' }],
            },
          ],
        ],
      },
    },
  });
});

describe('redeemDelegations', () => {
  it('runs the calls from the root delegator', () => {
    const { calls, args } = read(aCall(redeem(aChain(3)), { from: STRANGER }));

    expect(calls.map((inner) => inner.call)).toEqual([
      {
        chainId: BASE,
        from: getAddress(OWNER),
        to: getAddress(USDC_ON_BASE),
        value: 0n,
        data: TRANSFER,
        delegated: true,
      },
    ]);
    expect(calls[0]).toMatchObject({
      kind: 'decoded',
      decoded: { contract: 'ERC-20', name: 'transfer' },
    });
    expect(args.modes).toEqual(['one call']);
  });

  it('says in its title when MetaMask’s contract will refuse it', () => {
    const [finding] = explain(aCall(redeem(aChain(2)), { from: STRANGER }));

    expect(finding?.title).toMatch(/^Will be refused: a use of /);
    expect(finding?.lines[0]).toContain('only 0x5e5E…5E5e may use it');
  });

  it('knows an expired permission, and does not take one of another chain for it', () => {
    const delegationHashes = [hashDelegation(aDelegation())];
    const use = (over: Parameters<typeof aPermission>[0]) =>
      explain(
        aCall(redeem(aChain(1)), { from: GUARDIAN }),
        watching({ permissions: [aPermission({ delegationHashes, ...over })] }),
      )[0];

    expect(use({ expiresAt: NOW - 1 })?.lines[0]).toContain('expired on 21 Sep 2026');
    expect(use({ chainId: 1 })?.title).toBe('Acts from your account with a permission');
  });

  it('does not call a payment under a permission outside of it', () => {
    const pull = encodeSingle({
      target: USDC_ON_BASE,
      value: 0n,
      data: `0xa9059cbb${SESSION_KEY.slice(2).padStart(64, '0')}${'01'.padStart(64, '0')}`,
    });
    const { calls } = read(aCall(redeem(aChain(2), SINGLE, pull), { from: SESSION_KEY }));
    const [inner] = calls;

    if (inner?.kind !== 'decoded') throw new Error('the transfer was not read');
    expect(inner.decoded.explain(watching())).toMatchObject([
      {
        title: "Sends tokens to Atlas's session key",
        lines: ["What arrives there, Atlas's key alone decides over."],
      },
    ]);
  });

  it('runs them from the sender when the context is empty, and says nothing itself', () => {
    const batch = encodeBatch([{ target: USDC_ON_BASE, value: 0n, data: TRANSFER }]);
    const call = aCall(redeem([], TRY_BATCH, batch), { from: STRANGER });

    expect(read(call).calls.map((inner) => inner.call.from)).toEqual([STRANGER]);
    expect(explain(call)).toEqual([]);
  });

  it('runs them from the smart account it is sent through', () => {
    const data = encode(
      'redeemDelegations',
      [[context([])], [SINGLE], [PULL]],
      EIP7702StatelessDeleGator,
    );

    expect(read(aCall(data, { to: STRANGER })).calls.map((inner) => inner.call.from)).toEqual([
      STRANGER,
    ]);
  });

  it('says who pays and whose permission is used', () => {
    const [finding] = explain(aCall(redeem(aChain(2)), { from: SESSION_KEY }));

    expect(finding).toMatchObject({
      level: 'warning',
      title: "Acts from your account with Atlas's permission",
      lines: [],
    });
    expect(facts(finding ? [finding] : [])).toEqual({
      Moves: '1.5 USDC',
      To: anAddress(0x77),
      'Paid by (your account)': getAddress(OWNER),
      "Used by (Atlas's session key)": SESSION_KEY,
      Chain: "your account → Atlas's guardian → Atlas's session key",
      Runs: 'one call',
    });
  });

  it('is only told, not warned about, between strangers', () => {
    const links = [aDelegation({ delegator: anAddress(0x21), delegate: STRANGER })];

    expect(explain(aCall(redeem(links), { from: STRANGER }))).toMatchObject([
      { level: 'info', title: 'Acts from 0x2121…2121 with a permission' },
    ]);
  });

  it('says when the contract will refuse it', () => {
    const [leaf, root] = aChain(2) as [Delegation, Delegation];
    const lines = (links: Delegation[], from = SESSION_KEY) =>
      explain(aCall(redeem(links), { from }))[0]?.lines.join(' ');

    expect(lines([leaf, root], STRANGER)).toContain('only 0x5e5E…5E5e may use it, not 0x6666…6666');
    expect(lines([leaf])).toContain('it does not end in a root delegation');
    expect(lines([leaf, { ...root, salt: 9n }])).toContain('another parent');
  });

  it('says when the permission has ended and when failures are skipped', () => {
    const permissions = [
      aPermission({ delegationHashes: [hashDelegation(aDelegation())], revokedAt: NOW - 9 }),
    ];
    const batch = encodeBatch([{ target: USDC_ON_BASE, value: 0n, data: TRANSFER }]);

    const [finding] = explain(
      aCall(redeem(aChain(1), TRY_BATCH, batch), { from: GUARDIAN }),
      watching({ permissions }),
    );

    expect(finding?.lines).toEqual([
      'Bardo knows this permission as ended.',
      'A call that fails is skipped; the rest goes on.',
    ]);
  });

  it('is unreadable, never ignored, when its parts do not fit', () => {
    const bad: [string, Hex][] = [
      ['differ in length', encode('redeemDelegations', [[context([])], [], [PULL]])],
      ['mode', redeem([], `0xff${'00'.repeat(31)}`)],
      ['cut short', encode('redeemDelegations', [['0x1234'], [SINGLE], [PULL]])],
      ['single call', redeem([], SINGLE, '0x12')],
      ['malformed', encode('redeemDelegations', [[`${context(aChain(1))}00`], [SINGLE], [PULL]])],
      [
        'more than 64 calls',
        encode('redeemDelegations', [
          Array(65).fill(context([])),
          Array(65).fill(SINGLE),
          Array(65).fill(PULL),
        ]),
      ],
    ];

    for (const [reason, data] of bad) {
      expect(decodeCall(aCall(data))).toMatchObject({
        kind: 'unreadable',
        reason: expect.stringContaining(reason),
      });
    }
  });
});

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
    const delegationHashes = [hash, `0x${'bb'.repeat(32)}`];
    const permissions = [
      aPermission({ delegationHashes }),
      aPermission({ id: 'two', golem: 'child', delegationHashes }),
    ];

    expect(explain(aCall(data), watching({ golems, permissions }))[0]?.lines.slice(1)).toEqual([
      'Also ends what Spark got from it.',
      'Only this link and what hangs on it ends: the grant above it stays open.',
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
    const links = [`0x${'bb'.repeat(32)}`, `0x${'cc'.repeat(32)}`, hash];
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

it('throws nothing but Unreadable, and keeps titles short, for any bytes', () => {
  const all = vectors.map(({ data }) => data as Hex);
  const started = performance.now();

  fc.assert(
    fc.property(
      fc.constantFrom(...all),
      fc.nat(4000),
      fc.nat(255),
      fc.nat(70),
      (data, at, byte, cut) => {
        const start = 10 + 2 * (at % Math.floor((data.length - 10) / 2));
        const changed =
          data.slice(0, start) + byte.toString(16).padStart(2, '0') + data.slice(start + 2);
        const call = aCall(changed.slice(0, changed.length - cut) as Hex);
        const reader = delegationManager.functions.find((one) => data.startsWith(one.selector));
        try {
          const findings = reader?.read(call).explain(watching()) ?? [];
          for (const { title } of findings) expect(title.length).toBeLessThanOrEqual(70);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      },
    ),
    { numRuns: 300 },
  );

  expect(performance.now() - started).toBeLessThan(10_000);
});

it('keeps titles short for the longest names', () => {
  const golems = [aGolem({ id: 'x'.repeat(64), name: '*' })];
  const permissions = [
    aPermission({
      golem: 'x'.repeat(64),
      token: null,
      delegationHashes: [hashDelegation(aDelegation())],
    }),
  ];
  const calls = [
    encode('disableDelegation', [aDelegation()]),
    encode('enableDelegation', [aDelegation()]),
    redeem(aChain(1)),
  ];

  for (const data of calls) {
    for (const { title } of explain(aCall(data), watching({ golems, permissions }))) {
      expect(title.length).toBeLessThanOrEqual(70);
    }
  }
});
