// What a guardian can be brought to sign: five kinds of message about itself, and nothing else.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { ROOT_AUTHORITY } from '../../../src/core/delegations/delegation';
import { digestFor, type Link } from '../../../src/core/runway/guardian-message';
import { raiseMessage } from '../../../src/core/runway/lease';
import { aHash, anAddress, BASE, GUARDIAN, NOW, OWNER, SESSION_KEY } from '../../vectors/builders';

const TERMS = golemPolicy.encode({
  token: anAddress(0x0c),
  cap: 5_000_000n,
  unitExponent: 2,
  replicantCap: 0n,
  expiry: BigInt(NOW),
  owner: OWNER,
  epoch: 0n,
  budgetId: 1n,
  generation: 1n,
  golemId: aHash(1),
  maxAge: 60n,
  sessionKey: SESSION_KEY,
  payees: [anAddress(0xca)],
});

const aLink = (over: Partial<Link> = {}): Link => ({
  delegate: SESSION_KEY,
  delegator: GUARDIAN,
  authority: aHash(2),
  caveats: [{ enforcer: golemPolicy.address, terms: TERMS, args: '0x' }],
  salt: 1n,
  ...over,
});

const lease = (link: Link) => digestFor(GUARDIAN, { kind: 'Lease', chainId: BASE, message: link });

describe('A guardian', () => {
  it('signs a link only under its own policy', () => {
    const other = { enforcer: anAddress(7), terms: '0x' as Hex, args: '0x' as Hex };

    expect(lease(aLink())).toMatch(/^0x[0-9a-f]{64}$/);
    for (const bad of [
      aLink({ caveats: [] }),
      aLink({ caveats: [other] }),
      aLink({ caveats: [...aLink().caveats, other] }),
      aLink({ authority: ROOT_AUTHORITY }),
      aLink({ delegate: anAddress(9) }),
      aLink({ delegator: anAddress(9) }),
    ]) {
      expect(() => lease(bad)).toThrow();
    }
  });

  it('signs nothing in the name of another guardian', () => {
    const raise = raiseMessage({
      chainId: BASE,
      guardian: anAddress(9),
      budgetId: 1n,
      generation: 2n,
    });
    expect(() => digestFor(GUARDIAN, raise)).toThrow('another guardian');
  });

  it('signs for one chain and one contract: the same words elsewhere are another digest', () => {
    const raise = (chainId: number) =>
      digestFor(
        GUARDIAN,
        raiseMessage({ chainId, guardian: GUARDIAN, budgetId: 1n, generation: 2n }),
      );
    expect(raise(1)).not.toBe(raise(BASE));
  });
});
