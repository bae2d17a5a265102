import { describe, expect, it } from 'vitest';
import type { Head, State } from '../../../src/core/memory/state';
import { auditCauses } from '../../../src/core/watch/audit-causes';
import { aGolem, BASE, NOW } from '../../vectors/builders';
import { aClaim, aLeaseRecord, aProof, aRecord, aState } from '../../vectors/memory';

const causes = (proof: Parameters<typeof aProof>[0], over: Partial<State> = {}) =>
  auditCauses(aState({ claims: [aProof(proof)], ...over }));
const lie = aClaim({ verdict: 'contradicted', words: 'The control plane says stable.' });

describe('A contradiction', () => {
  it('is told with its words and with what it was checked against', () => {
    expect(causes({ claims: [lie, aClaim({ key: 'left:p' })] })).toMatchObject([
      {
        key: 'lie:atlas:phase',
        native: 'Atlas: plane contradicted',
        body: 'The control plane says stable.',
        more: 'Checked against: chain · block 100.',
      },
    ]);
  });

  it('is one cause for each claim, and none for what is merely unproven', () => {
    const other = { ...lie, key: 'terms:p' };

    expect(causes({ claims: [lie, other] }).map(({ key }) => key)).toEqual([
      'lie:atlas:phase',
      'lie:atlas:terms:p',
    ]);
    expect(causes({ claims: [{ ...lie, verdict: 'unproven' }] })).toEqual([]);
  });

  it('about a Golem nobody lists is told under its id and leads to no page of it', () => {
    expect(causes({ golem: 'nyx', claims: [lie] })).toMatchObject([
      { native: 'nyx: plane contradicted', golem: null },
    ]);
    expect(causes({ claims: [lie] })[0]?.golem).toBe('atlas');
  });

  it('about a Golem the owner put away is not', () => {
    const golems = [aRecord({ dismissed: true, golem: aGolem({ phase: 'terminal' }) })];

    expect(causes({ claims: [lie] }, { golems })).toEqual([]);
  });
});

describe('Silence on chain', () => {
  const silent = { reportedAt: NOW - 7200 };

  it('is told as silence, never as death', () => {
    const [cause] = causes({ silent });

    expect(cause).toMatchObject({ key: 'silent:atlas', native: 'Atlas is silent on chain' });
    expect(cause?.body).toContain('That is silence, not death.');
    expect(JSON.stringify(cause)).not.toMatch(/dead|died/);
  });

  it('is no news of the dead', () => {
    expect(causes({ silent, phase: 'terminal' })).toEqual([]);
  });
});

describe('An end the owner asked for', () => {
  const ends = [
    { permission: 'atlas-runway', what: 'lease' as const, words: 'ended for good by the guardian' },
  ];

  it('is told once the chain shows it, with the block', () => {
    const revoking = [{ golem: 'atlas', at: NOW }];

    expect(causes({ ends }, { revoking })).toMatchObject([
      {
        key: 'ended-lease:atlas',
        native: 'Atlas: lease ended on chain',
        title: "Atlas's lease is ended, proven on chain",
        body: 'You asked for its end here. 1 grant above it is still open: end it on the site.',
        more: 'The chain shows it at block 100: ended for good by the guardian.',
      },
    ]);
  });

  it('is told as the end of the Golem only when no grant is left open', () => {
    const revoking = [{ golem: 'atlas', at: NOW }];
    const grant = ends.map((end) => ({ ...end, what: 'grant' as const }));

    expect(causes({ ends: grant }, { revoking })).toMatchObject([
      {
        key: 'ended:atlas',
        title: 'Atlas is ended, proven on chain',
        body: 'You asked for its end here. None of its grants is still open.',
      },
    ]);
  });

  it('is not told of an end that somebody else brought about', () => {
    expect(causes({ ends })).toEqual([]);
  });
});

describe('A chain that shows no fresh block', () => {
  const seen = { block: 100, time: NOW - 7200, at: NOW };
  const head = { chainId: BASE, seen, problem: null, failing: 0, doubt: null };
  const leases = [aLeaseRecord(), aLeaseRecord({ golem: 'nyx' })];
  const told = (over: Partial<Head>, own = leases) =>
    auditCauses(aState({ heads: [{ ...head, ...over }], leases: own }));

  it('is told after three checks, once for all Golems that are leased there', () => {
    expect(told({ stale: 2 })).toEqual([]);
    expect(told({ stale: 3 })).toMatchObject([
      {
        key: `stale:${BASE}`,
        native: 'Base shows no fresh block',
        body: '2 Golems of yours are leased there: a death or an end after block 100 of 21 Sep 2026 12:13 UTC would not be seen.',
      },
    ]);
    expect(told({ stale: 3 })[0]?.more).toContain("2 h old by this computer's clock");
  });

  it('is told as silent instead when it does not answer at all', () => {
    const causes = told({ stale: 9, failing: 3, problem: 'the chain gave no answer' });

    expect(causes.map(({ key }) => key)).toEqual([`unchecked:${BASE}`]);
  });

  it('is not announced where nothing was signed for', () => {
    expect(told({ stale: 9 }, [])).toEqual([]);
  });
});
