import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/audit/facts';
import { type GolemCheck, needsThen, proofOf } from '../../../src/core/audit/proof';
import type { Target } from '../../../src/core/audit/questions';
import { aGolem, aHash, BASE, NOW } from '../../vectors/builders';
import { aHeld, aTarget, listed, someFacts } from '../../vectors/ledger';
import { aClaim, aProof } from '../../vectors/memory';

const look = (over: Partial<GolemCheck> = {}): GolemCheck => ({
  now: NOW,
  fresh: true,
  serverTime: NOW,
  facts: someFacts(),
  atSpoken: null,
  spoken: null,
  beat: null,
  extra: [],
  probe: null,
  ...over,
});
const proof = (facts: Partial<Facts>, target: Target = aTarget()) =>
  proofOf(target, look({ facts: someFacts(facts) }), null);

describe('A look', () => {
  it('leaves block and time, phase, what is left and that the grant lives', () => {
    expect(proof({})).toMatchObject({
      seen: { at: NOW, block: 100, time: NOW },
      phase: 'thriving',
      silent: null,
      ends: [],
      alive: ['atlas-runway'],
      left: [{ permission: 'atlas-runway', amount: '5000000' }],
      gas: '1000000',
    });
  });

  it('counts no more left than the account holds', () => {
    expect(proof({ balance: () => 3n }).left[0]?.amount).toBe('3');
  });

  it('tells silence by the lease’s own limit, and not for the dead alone', () => {
    const silent = (age: number) =>
      proof({ vitality: () => ({ phase: 'stable', reportedAt: NOW - age }) }).silent;

    expect(silent(3600)).toBeNull();
    expect(silent(3601)).toEqual({ reportedAt: NOW - 3601 });
  });

  it('tells the end of a grant before that of its lease', () => {
    const budget = () => ({ floor: 2n, units: 0n });

    expect(proof({ budget }).ends).toMatchObject([{ what: 'lease' }]);
    expect(proof({ budget, disabled: () => true }).ends).toMatchObject([{ what: 'grant' }]);
  });
});

describe('Without signed bytes', () => {
  const bare = aTarget({ held: [], permissions: [listed(aHeld())] });

  it('no phase is proven, and no end of a lease: both hang on the guardian the server names', () => {
    const facts = {
      vitality: () => ({ phase: 'terminal' as const, reportedAt: NOW }),
      budget: () => ({ floor: 2n, units: 0n }),
    };

    expect(proof(facts, bare)).toMatchObject({ phase: null, ends: [], alive: [], left: [] });
  });
});

describe('When the chain does not answer', () => {
  const before = aProof({ claims: [aClaim({ verdict: 'contradicted' })], phase: 'stable' });
  const gone = look({ facts: { problem: 'the chain gave no answer' } });

  it('what was seen before stays, with its time, and the reason is noted', () => {
    const known = proofOf(aTarget(), look(), null);
    const after = proofOf(aTarget(), gone, known);

    expect(after.seen).toEqual(known.seen);
    expect(after.problem).toBe('the chain gave no answer');
    expect(after.claims).toEqual(known.claims);
  });

  it('a verdict on words the server has replaced since is none on the new ones', () => {
    const after = proofOf(aTarget(), gone, { ...before, fingerprint: 'other words' });

    expect(after.claims).toMatchObject([{ what: 'phase', of: null, verdict: 'unproven' }]);
    expect(after.fingerprint).toBe('other words');
  });
});

describe('The block the server speaks of is asked', () => {
  it('only when something differs', () => {
    const declined = aTarget({ golem: aGolem({ phase: 'declining' }) });

    expect(needsThen(aTarget(), look())).toBe(false);
    expect(needsThen(declined, look())).toBe(true);
    expect(needsThen(declined, look({ facts: { problem: 'no answer' } }))).toBe(false);
  });

  it('and decides', () => {
    const declined = aTarget({ golem: aGolem({ phase: 'declining' }) });
    const spoken = { chainId: BASE, block: 99, hash: aHash(1), at: NOW - 2 };
    const verdict = (atSpoken: Facts) =>
      proofOf(declined, look({ spoken, atSpoken }), null).claims.find(
        ({ what }) => what === 'phase',
      )?.verdict;

    expect(verdict(someFacts({ block: 99 }))).toBe('contradicted');
    expect(verdict(someFacts({ vitality: () => ({ phase: 'declining', reportedAt: NOW }) }))).toBe(
      'unproven',
    );
  });

  it('and is not held against words from before the server fell silent', () => {
    const declined = aTarget({ golem: aGolem({ phase: 'declining' }) });
    const after = proofOf(declined, look({ fresh: false }), null);

    expect(after.claims.map(({ verdict }) => verdict)).not.toContain('contradicted');
  });
});
