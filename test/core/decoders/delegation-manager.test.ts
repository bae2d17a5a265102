import { EIP7702StatelessDeleGator } from '@metamask/delegation-abis';
import { decodeDelegations } from '@metamask/delegation-core';
import fc from 'fast-check';
import { getAddress, type Hex, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { encodeBatch, encodeSingle } from '../../../src/core/chain/execution';
import { decodeCall } from '../../../src/core/decoders';
import { delegationManager } from '../../../src/core/decoders/delegation-manager';
import { type Delegation, hashDelegation } from '../../../src/core/delegations/delegation';
import {
  aGolem,
  anAddress,
  aPermission,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import vectors from '../../vectors/calls/delegation-manager.json';
import { aChain, aDelegation } from '../../vectors/delegations';

import {
  aCall,
  context,
  encode,
  explain,
  facts,
  PULL,
  read,
  redeem,
  SINGLE,
  TRANSFER,
  TRY_BATCH,
  watching,
} from '../../vectors/manager-calls';
import { workMs } from '../../vectors/work';

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
        lines: ["Atlas's key alone decides over what arrives there."],
      },
    ]);
  });

  it('runs them from the sender when the context is empty', () => {
    const batch = encodeBatch([{ target: USDC_ON_BASE, value: 0n, data: TRANSFER }]);
    const call = aCall(redeem([], TRY_BATCH, batch), { from: STRANGER });

    expect(read(call).calls.map((inner) => inner.call)).toMatchObject([
      { from: STRANGER, unbounded: true },
    ]);
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

it('throws nothing but Unreadable, and keeps titles short, for any bytes', () => {
  const all = vectors.map(({ data }) => data as Hex);
  const started = workMs();

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
          const findings = reader?.read(call).explain(watching(), []) ?? [];
          for (const { title } of findings) expect(title.length).toBeLessThanOrEqual(70);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      },
    ),
    { numRuns: 300 },
  );

  expect(workMs() - started).toBeLessThan(10_000);
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
