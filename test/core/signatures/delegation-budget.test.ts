// What a grant gives, in its title and beside what the Golem already has.
import { createERC20StreamingTerms } from '@metamask/delegation-core';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { logicalOrWrapper } from '../../../src/core/caveats/list';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { delegationReader } from '../../../src/core/signatures/delegation';
import { aScene, aStatus, NOW, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  aCaveat,
  aDelegation,
  aGrantMessage,
  grantCaveats,
  PERMISSION_SNAP,
} from '../../vectors/delegations';

const [BUDGET, NO_VALUE, ...RULES] = grantCaveats() as [CaveatData, CaveatData, ...CaveatData[]];

function explain(caveats: CaveatData[], permissions = aStatus().permissions.slice(0, 0)) {
  const scene = aScene({ origin: PERMISSION_SNAP, watched: aStatus({ permissions }) });
  return delegationReader.read(aGrantMessage(aDelegation({ caveats }))).explain(scene);
}

const titles = (...args: Parameters<typeof explain>) => explain(...args).map(({ title }) => title);

type Stream = { initialAmount?: bigint; amountPerSecond?: bigint; startTime?: number };

function stream(maxAmount: bigint, over: Stream = {}): CaveatData {
  const terms = createERC20StreamingTerms({
    tokenAddress: USDC_ON_BASE,
    initialAmount: 0n,
    maxAmount,
    amountPerSecond: 116n,
    startTime: NOW,
    ...over,
  });
  return aCaveat('ERC20Streaming', terms as Hex);
}

const OVER = 'Over the usual limits of a runway: sign only if you chose this';
const USDC = 1_000_000n;
const ETHER = 10n ** 18n;
const words = (...values: (bigint | number)[]) => values.map(word).join('');
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
/** As MetaMask grants ether: a budget, and plain sends only. */
const ether = (name: string, ...terms: (bigint | number)[]) => [
  aCaveat(name, `0x${terms.map(word).join('')}`),
  aCaveat('ExactCalldata', '0x'),
  ...RULES,
];

describe('the budget of a grant', () => {
  it('of a stream is what can be taken now, what it grows by, and the most until its end', () => {
    const title = 'Gives Atlas nothing now, 10.0224 USDC a day, at most 70.156684 USDC';

    expect(titles([stream(100_000_000n), NO_VALUE, ...RULES])).toEqual([title]);
    expect(titles([stream(2n ** 256n - 1n), NO_VALUE, ...RULES])).toEqual([title]);
    expect(titles([stream(20_000_000n), NO_VALUE, ...RULES])).toEqual([
      'Gives Atlas nothing now, 10.0224 USDC a day, at most 20 USDC',
    ]);
  });

  it('of a stream adds up with a live permission as any other', () => {
    const { permissions } = aStatus();

    expect(titles([stream(100_000_000n), NO_VALUE, ...RULES], permissions)[0]).toBe(
      'Budgets add up: Atlas already has a live permission',
    );
  });

  it('adds up in every asset that it names, not in the first alone', () => {
    const { permissions } = aStatus();
    const period = (token: string, amount: bigint) => `${token}${words(amount, 86_400, NOW)}`;
    const etherAndUsdc = `0x${period('00'.repeat(20), 1n)}${period(USDC_ON_BASE.slice(2), 5n * USDC)}`;
    const twice = `0x${period(USDC_ON_BASE.slice(2), 5n * USDC).repeat(2)}`;
    const either = logicalOrWrapper.encode({
      groups: [{ caveats: ether('NativeTokenTransferAmount', 1n) }, { caveats: [BUDGET] }],
    });
    const several = (terms: string) => [aCaveat('MultiTokenPeriod', terms as Hex), ...RULES];
    const [mixed] = explain(several(etherAndUsdc), permissions);

    expect(mixed?.title).toBe('Budgets add up: Atlas could spend 15 USDC every day');
    expect(mixed?.lines[0]).toBe(
      'Together can be taken: 15 USDC now, 30 USDC in any 24 hours, 95 USDC until 28 Sep 2026 14:13 UTC.',
    );
    expect(titles(several(twice), permissions)[0]).toBe(
      'Budgets add up: Atlas could spend 20 USDC every day',
    );
    expect(
      titles([aCaveat('LogicalOrWrapper', either), ...RULES], permissions).some((title) =>
        title.startsWith('Budgets add up'),
      ),
    ).toBe(true);
  });

  it('of a fixed payment and a count adds up as well', () => {
    const pay = `${USDC_ON_BASE}${words(0)}a9059cbb${words(BigInt(STRANGER), 3n * USDC)}`;
    const caveats = [
      aCaveat('ExactExecution', pay as Hex),
      aCaveat('LimitedCalls', `0x${words(2)}`),
    ];

    expect(explain([...caveats, ...RULES], aStatus().permissions)).toContainEqual(
      expect.objectContaining({
        title: 'Budgets add up: Atlas already has a live permission',
        lines: [expect.stringContaining('16 USDC now'), expect.any(String)],
      }),
    );
  });

  it('is no title while anything else can leave as well', () => {
    const toUsdc = aCaveat('AllowedTargets', USDC_ON_BASE);
    const ether = `0x${'01'.padStart(64, '0')}${(86_400).toString(16).padStart(64, '0')}${NOW.toString(16).padStart(64, '0')}`;

    expect(titles([BUDGET, ...RULES]).at(-1)).toBe('Gives Atlas power over your account');
    expect(
      titles([aCaveat('NativeTokenPeriodTransfer', ether as Hex), toUsdc, ...RULES]).at(-1),
    ).toBe('Gives Atlas power over your account');
  });

  it('that only takes approvals back is called so', () => {
    const caveats = [aCaveat('ApprovalRevocation', '0x01'), ...RULES];

    expect(titles(caveats)).toEqual(['Lets Atlas take back approvals, nothing else']);
  });

  it('of an hour counts every hour that 24 hours can touch', () => {
    const caveats = grantCaveats({ periodAmount: '0x0f4240', periodDuration: 3600 });

    expect(explain(caveats)[0]?.lines[0]).toBe(
      'Can be taken: 1 USDC now, 25 USDC in any 24 hours, 168 USDC until 28 Sep 2026 14:13 UTC.',
    );
  });
});

describe('what can be taken now', () => {
  it('of a stream counts its first amount', () => {
    const findings = explain([
      stream(2n ** 256n - 1n, { initialAmount: 1_000_000n * USDC }),
      NO_VALUE,
      ...RULES,
    ]);

    expect(findings.map(({ title }) => title)).toEqual([
      OVER,
      'Gives Atlas 1,000,000 USDC now, 10.0224 USDC a day',
    ]);
    expect(findings[0]?.lines[0]).toBe(
      '1,000,000 USDC can be taken now. Usual is at most 100 USDC.',
    );
  });

  it('of a stream that started in 1970 is what has gathered since, up to its total', () => {
    const old = { startTime: 1, amountPerSecond: 1n };

    expect(titles([stream(100n * USDC, old), NO_VALUE, ...RULES])).toEqual([
      'Gives Atlas at most 100 USDC in total',
    ]);
    expect(titles([stream(2n ** 256n - 1n, old), NO_VALUE, ...RULES])[0]).toBe(OVER);
  });

  it('of a stream that starts later is nothing, and the day it starts still counts', () => {
    const later = { startTime: NOW + 86_400, initialAmount: 500n * USDC };
    const found = explain([stream(500n * USDC, later), NO_VALUE, ...RULES]);

    expect(found[0]?.title).toBe(OVER);
    expect(found.at(-1)?.lines[0]).toContain('nothing now, 500 USDC in any 24 hours');
  });

  it('of terms that the enforcer refuses is nothing', () => {
    const terms = [2n * USDC, 1n * USDC, 116n, BigInt(NOW)].map(word).join('');
    const refused = aCaveat('ERC20Streaming', `${USDC_ON_BASE}${terms}`);

    expect(explain([refused, NO_VALUE, ...RULES]).at(-1)?.lines).toEqual([
      'Its rules let no money be taken.',
    ]);
  });

  it('of ether is judged as well', () => {
    const huge = ether('NativeTokenStreaming', 1000n * ETHER, 1000n * ETHER, 1n, NOW);

    expect(titles(huge)).toEqual([OVER, 'Gives Atlas at most 1,000 ETH in total']);
    expect(titles(ether('NativeTokenPeriodTransfer', ETHER / 20n, 86_400, NOW))).toEqual([
      'Gives Atlas at most 0.05 ETH every day',
    ]);
    expect(titles(ether('NativeTokenPeriodTransfer', ETHER / 20n + 1n, 86_400, NOW))[0]).toBe(OVER);
    expect(titles(ether('NativeTokenTransferAmount', 10n * ETHER))[0]).toBe(OVER);
  });

  it('is judged for a delegate that is no Golem, and while none is known', () => {
    const caveats = ether('NativeTokenTransferAmount', 10n * ETHER);
    const typed = aGrantMessage(aDelegation({ caveats, delegate: STRANGER }));
    const scene = aScene({ origin: PERMISSION_SNAP, watched: null });

    expect(delegationReader.read(typed).explain(scene)[0]?.title).toBe(OVER);
  });
});

describe('over the usual limits', () => {
  const period = (amount: bigint, seconds: number, expiry = NOW + 7 * 86_400) =>
    titles(
      grantCaveats({
        periodAmount: `0x${amount.toString(16)}`,
        periodDuration: seconds,
        expiry,
      }),
    );

  it('is what is too much at once, in a day, or in the end', () => {
    expect(period(100n * USDC, 86_400, NOW + 90 * 86_400)).toHaveLength(1);
    expect(period(1000n * USDC, 30 * 86_400)[0]).toBe(OVER);
    expect(period(50n * USDC, 3600)[0]).toBe(OVER);
    expect(period(50n * USDC, 43_200)).toHaveLength(1);
    expect(
      titles([
        aCaveat('ERC20TransferAmount', `${USDC_ON_BASE}${word(101n * USDC)}`),
        NO_VALUE,
        ...RULES,
      ])[0],
    ).toBe(OVER);
    expect(
      titles([
        aCaveat('ERC20TransferAmount', `${USDC_ON_BASE}${word(100n * USDC)}`),
        NO_VALUE,
        ...RULES,
      ]),
    ).toHaveLength(1);
  });

  it('is a stream that gathers for weeks what one day may not take', () => {
    const caveats = grantCaveats({ expiry: NOW + 60 * 86_400 }).slice(2);
    const found = explain([stream(2n ** 256n - 1n), NO_VALUE, ...caveats]);

    expect(found[0]?.lines[0]).toContain('USDC can be taken in any 24 hours. Usual is at most 200');
  });

  it('is not said of money that Bardo does not know: it says that instead', () => {
    const unknown = aCaveat('ERC20TransferAmount', `${STRANGER}${word(5n)}`);

    expect(titles([unknown, NO_VALUE, ...RULES])[0]).toBe(
      'Bardo cannot judge whether this is much',
    );
  });
});
