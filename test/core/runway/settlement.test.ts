import { describe, expect, it } from 'vitest';
import type { EndedBy } from '../../../src/core/runway/ended';
import {
  type Death,
  type Leftover,
  ownerTasks,
  settlementOf,
  settlementWords,
} from '../../../src/core/runway/settlement';
import { aHash, BASE } from '../../vectors/builders';

const aDeath = (over: Partial<Death> = {}): Death => ({
  hash: aHash(0xd1),
  by: 'expired',
  grantOpen: false,
  leftovers: [],
  outOfMoney: false,
  ...over,
});
const gas = (sweep: Leftover['sweep'], amount = 5n): Leftover => ({
  chainId: BASE,
  holder: 'session-key',
  token: null,
  amount,
  sweep,
});

describe('the usual death', () => {
  it('needs no sweep and nothing of the owner', () => {
    const settlement = settlementOf(aDeath({ leftovers: [gas(null, 0n)] }));

    expect(settlement).toEqual({
      kind: 'delegation-expiry',
      hash: aHash(0xd1),
      by: 'expired',
      grantOpen: false,
    });
    expect(ownerTasks(settlement)).toEqual([]);
    expect(settlementWords(settlement)).toContain('there is nothing to sweep');
  });

  it('leaves an open grant to end when only the lease is over', () => {
    const settlement = settlementOf(aDeath({ by: 'terminal', grantOpen: true }));

    expect(ownerTasks(settlement)).toEqual(['end-grant']);
    expect(settlementWords(settlement)).toMatch(/^It reported its own death/);
  });

  it('says by whom it came', () => {
    const cause = (by: EndedBy) => settlementWords(settlementOf(aDeath({ by }))).split('.')[0];

    expect((['disabled', 'nonce', 'epoch'] as const).map(cause)).toEqual(
      Array(3).fill('You revoked its permission'),
    );
    expect((['raised', 'superseded'] as const).map(cause)).toEqual(
      Array(2).fill('Its guardian ended its lease'),
    );
    expect(cause('exhausted')).toBe('Its permission is used up');
  });
});

describe('a death with money in its own pockets', () => {
  it('tells what came back and what is stuck', () => {
    const settlement = settlementOf(
      aDeath({ grantOpen: true, leftovers: [gas(aHash(1)), gas(null)] }),
    );

    expect(settlement).toMatchObject({ kind: 'sweep', swept: [gas(aHash(1))], stuck: [gas(null)] });
    expect(ownerTasks(settlement)).toEqual(['end-grant', 'claim-leftovers']);
    expect(settlementWords(settlement)).toContain('has not come back yet');
  });

  it('is not called settled before anybody looked at its keys', () => {
    const words = (...leftovers: Leftover[]) =>
      settlementWords(settlementOf(aDeath({ leftovers })), false);

    expect(words()).toMatch(/still hold something is not known here\.$/);
    expect(words()).not.toContain('nothing to sweep');
    expect(words(gas(aHash(1)))).toMatch(
      /^\S.* Money it held itself came back .* is not known here\.$/,
    );
    expect(words(gas(null))).toMatch(/has not come back yet\.$/);
  });

  it('is settled when all of it came back', () => {
    const words = (...leftovers: Leftover[]) =>
      settlementWords(settlementOf(aDeath({ leftovers })));

    expect(words(gas(aHash(1)))).toContain('came back (1 payment)');
    expect(words(gas(aHash(1)), gas(aHash(2)))).toContain('(2 payments)');
    expect(ownerTasks(settlementOf(aDeath({ leftovers: [gas(aHash(1))] })))).toEqual([]);
  });
});

describe('a death of exhaustion', () => {
  it('resolves like the others, and says why', () => {
    const settlement = settlementOf(aDeath({ outOfMoney: true, leftovers: [gas(null)] }));

    expect(settlement.kind).toBe('economic-exhaustion');
    expect(ownerTasks(settlement)).toEqual(['claim-leftovers']);
    expect(settlementWords(settlement)).toMatch(
      /^By its own word it could no longer pay for itself\. Its permission/,
    );
  });
});
