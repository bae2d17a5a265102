// What a grant gives, in its title and beside what the Golem already has.
import { createERC20StreamingTerms } from '@metamask/delegation-core';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { delegationReader } from '../../../src/core/signatures/delegation';
import { aScene, aStatus, NOW, USDC_ON_BASE } from '../../vectors/builders';
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

function stream(maxAmount: bigint): CaveatData {
  const terms = createERC20StreamingTerms({
    tokenAddress: USDC_ON_BASE,
    initialAmount: 0n,
    maxAmount,
    amountPerSecond: 116n,
    startTime: NOW,
  });
  return aCaveat('ERC20Streaming', terms as Hex);
}

describe('the budget of a grant', () => {
  it('of a stream is its total, or what it grows by each day', () => {
    expect(titles([stream(100_000_000n), NO_VALUE, ...RULES])).toEqual([
      'Gives Atlas at most 100 USDC in total',
    ]);
    expect(titles([stream(2n ** 256n - 1n), NO_VALUE, ...RULES])).toEqual([
      'Gives Atlas a growing budget: 10.0224 USDC a day',
    ]);
  });

  it('of a stream adds up with a live permission as any other', () => {
    const { permissions } = aStatus();

    expect(titles([stream(100_000_000n), NO_VALUE, ...RULES], permissions)[0]).toBe(
      'Budgets add up: Atlas already has a live permission',
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

  it('of an hour is said in words', () => {
    const caveats = grantCaveats({ periodAmount: '0x0f4240', periodDuration: 3600 });

    expect(explain(caveats)[0]?.lines[0]).toContain('up to 2 USDC can go out within 1 hour.');
  });
});
