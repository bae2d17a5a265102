// Delegations of random rules, as an owner would be told of them: what is bounded is not called unlimited, what is not
// is never calm, and a rule that nobody knows is always loud.
import { describe, expect, it } from 'vitest';
import type { CaveatData } from '../../../src/core/delegations/delegation';
import { routesOfOne } from '../../../src/core/delegations/exposure';
import type { WorstCase } from '../../../src/core/delegations/pots';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import { beyondUsual } from '../../../src/core/runway/usual';
import { delegationReader } from '../../../src/core/signatures/delegation';
import { anyLink } from '../../drain/any-link';
import { diceOf } from '../../drain/dice';
import {
  anAddress,
  aScene,
  BASE,
  GUARDIAN,
  NOW,
  OWNER,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aDelegation, aGrantMessage, PERMISSION_SNAP } from '../../vectors/delegations';

const COIN = anAddress(0xc0);
const LINKS = Array.from({ length: 120 }, (_, seed) =>
  anyLink({
    dice: diceOf(seed),
    now: NOW,
    block: 1_000_000n,
    tokens: [USDC_ON_BASE, COIN],
    account: OWNER,
    payee: STRANGER,
    giver: OWNER,
    holder: GUARDIAN,
    keys: [GUARDIAN, anAddress(0x71), anAddress(0x72)],
  }),
);
const UNKNOWN: CaveatData = { enforcer: anAddress(0xee), terms: '0x1234', args: '0x' };

function told(caveats: CaveatData[]) {
  const typed = aGrantMessage(aDelegation({ caveats }));
  return delegationReader.read(typed).explain(aScene({ origin: PERMISSION_SNAP }));
}

function figures(caveats: CaveatData[]): WorstCase[] {
  return worstCaseOf(routesOfOne(aDelegation({ caveats }), BASE), { now: NOW, holdings: [] });
}

const isEndless = ({ now, weighed }: WorstCase) => now.uncapped === 'unlimited' && !weighed;

describe('any delegation', () => {
  it('whose figures are all bounded is not called unlimited', () => {
    for (const caveats of LINKS) {
      if (figures(caveats).some(({ untilEnd }) => untilEnd.uncapped === 'unlimited')) continue;
      const titles = told(caveats)
        .map(({ title }) => title)
        .join(' · ');
      expect(titles).not.toMatch(/Unlimited control|No rule limits/);
    }
  });

  it('that lets any amount be taken at once is never calm', () => {
    const endless = LINKS.filter((caveats) => figures(caveats).some(isEndless));

    expect(endless.length).toBeGreaterThan(10);
    for (const caveats of endless) {
      const levels = told(caveats).map(({ level }) => level);
      expect(levels.some((level) => level !== 'info')).toBe(true);
      expect(told(caveats)[0]?.level).not.toBe('info');
    }
  });

  it('that is calm lets no more be taken than usual, of money that Bardo knows', () => {
    const calm = LINKS.filter((caveats) => told(caveats).every(({ level }) => level === 'info'));

    expect(calm.length).toBeGreaterThan(2);
    for (const caveats of calm) {
      for (const worst of figures(caveats)) {
        expect(beyondUsual(worst)).toEqual([]);
        expect([null, USDC_ON_BASE.toLowerCase()]).toContain(worst.token);
      }
    }
  });

  it('with a rule that nobody knows says so, and counts on nothing from it', () => {
    for (const caveats of LINKS) {
      const more = [...caveats, UNKNOWN];
      expect(told(more).map(({ title }) => title)).toContainEqual(
        expect.stringMatching(/^Bardo cannot read .* of its rules, so do not rely on it$/),
      );
      const without = figures(caveats).map(({ token, untilEnd }) => [token, untilEnd]);
      expect(figures(more).map(({ token, untilEnd }) => [token, untilEnd])).toEqual(without);
    }
  });
});
