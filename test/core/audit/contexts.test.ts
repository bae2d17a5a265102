import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { judgeShown, type Shown, unseen, unshown } from '../../../src/core/audit/contexts';
import type { Target } from '../../../src/core/audit/questions';
import { encodeContext } from '../../../src/core/delegations/delegation';
import {
  type GrantedChain,
  readGrantedChain,
} from '../../../src/core/delegations/delegation-chain';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { aGolem, aHash, BASE, NOW } from '../../vectors/builders';
import { aSignedGrant, leaseLink } from '../../vectors/leases';
import { aHeld, aTarget, listed } from '../../vectors/ledger';
import { signedBy } from '../../vectors/signed';

const owner = privateKeyToAccount(generatePrivateKey());
const guardian = privateKeyToAccount(generatePrivateKey());
const lower = (address: string) => address.toLowerCase() as Address;

/** Grant and lease, each signed by who gives it. */
async function signed(golem = 'atlas', giver = guardian): Promise<GrantedChain> {
  const grant = await aSignedGrant(owner, { delegate: lower(guardian.address) });
  const link = leaseLink(grant, { golemId: golemIdOf(golem) }, lower(guardian.address));
  const lease = await signedBy(giver, link, BASE);
  return readGrantedChain(encodeContext([lease, grant]), BASE) as GrantedChain;
}

function target(held: GrantedChain, over: Partial<Target> = {}): Target {
  const permissions = [listed(held)];
  return aTarget({ held: [], permissions, owner: lower(owner.address), ...over });
}

const shown = (held: GrantedChain, over: Partial<Shown> = {}): Shown => ({
  permissions: [listed(held)],
  contexts: [{ permission: 'atlas-runway', chainId: BASE, context: held.context }],
  ...over,
});

function verdict(of: Target, by: Shown): [string | undefined, string | undefined, number] {
  const { leases, findings } = judgeShown(of, by, NOW);
  return [findings[0]?.verdict, findings[0]?.words, leases.length];
}

describe('Signed bytes asked back', () => {
  it('are kept when owner and guardian signed them, for this Golem', async () => {
    const held = await signed();

    expect(judgeShown(target(held), shown(held), NOW)).toEqual({
      leases: [
        { golem: 'atlas', chainId: BASE, context: held.context, signedAt: NOW, by: 'shown' },
      ],
      findings: [],
    });
  });

  it('are asked for only where they are missing and the permission is in force', async () => {
    const held = await signed();

    expect(unshown(target(held))).toHaveLength(1);
    expect(unshown(target(held, { held: [held] }))).toEqual([]);
    expect(unshown(target(held, { permissions: [listed(held, { revokedAt: NOW })] }))).toEqual([]);
  });

  it('that nobody could ask for leave the terms unproven', async () => {
    expect(unseen(target(await signed()))).toMatchObject([
      { what: 'shown', of: 'atlas-runway', verdict: 'unproven' },
    ]);
  });
});

describe('A lie is a permission', () => {
  it('that is listed and not shown', async () => {
    const held = await signed();

    expect(verdict(target(held), shown(held, { contexts: [] }))).toEqual([
      'contradicted',
      expect.stringContaining('cannot show what was signed'),
      0,
    ]);
  });

  it('that is shown with other bytes', async () => {
    const other = aHeld({ generation: 9n });
    const held = await signed();
    const contexts = [{ permission: 'atlas-runway', chainId: BASE, context: other.context }];

    expect(verdict(target(held), shown(held, { contexts }))[1]).toContain('other signed bytes');
  });

  it('on another account', async () => {
    const held = await signed();
    const of = target(held, { owner: lower(guardian.address) });

    expect(verdict(of, shown(held))[1]).toContain('another account than yours');
  });

  it('that its giver did not sign', async () => {
    const held = await signed('atlas', owner);

    expect(verdict(target(held), shown(held))).toEqual([
      'contradicted',
      expect.stringContaining('not signed by who gives it'),
      0,
    ]);
  });

  it('whose lease is for another Golem of the same owner', async () => {
    const held = await signed('nyx');

    expect(verdict(target(held), shown(held))).toEqual([
      'contradicted',
      expect.stringContaining('lease is for another Golem'),
      0,
    ]);
  });
});

describe('No lie is', () => {
  it('a slice of the lease of its parent', async () => {
    const held = await signed('nyx');
    const of = target(held, { golem: aGolem({ parent: 'nyx' }) });

    expect(verdict(of, shown(held))).toEqual([undefined, undefined, 1]);
  });

  it('a permission that changed between the two requests', async () => {
    const held = await signed();
    const permissions = [listed(held, { delegationHashes: [aHash(7)] })];

    expect(verdict(target(held), shown(held, { permissions }))).toEqual([undefined, undefined, 0]);
  });

  it('one that is not among the first hundred shown', async () => {
    const held = await signed();
    const full = Array.from({ length: 100 }, (_, n) => ({
      permission: `p-${n}`,
      chainId: BASE,
      context: '0x' as const,
    }));

    expect(verdict(target(held), shown(held, { contexts: full }))[0]).toBe('unproven');
  });
});
