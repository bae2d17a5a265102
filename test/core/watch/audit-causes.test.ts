import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { causesOf } from '../../../src/core/watch/causes';
import { keyOf } from '../../../src/core/watch/kinds';
import { listedIn } from '../../../src/core/watch/notices';
import { aGolem, NOW } from '../../vectors/builders';
import { aClaim, aProof, aRecord, aState } from '../../vectors/memory';

const causes = (proof: Parameters<typeof aProof>[0], over: Partial<State> = {}) =>
  found({ claims: [aProof(proof)], ...over });
const found = (over: Partial<State>) =>
  causesOf(aState(over), { now: NOW, skew: 0 }).map((one) => ({ ...one, key: keyOf(one) }));
const lie = aClaim({ verdict: 'contradicted', words: 'The control plane says stable.' });

describe('A contradiction', () => {
  it('is told with its words and with what it was checked against', () => {
    expect(causes({ claims: [lie, aClaim({ what: 'left', of: 'p' })] })).toMatchObject([
      {
        key: 'lie:atlas:phase',
        native: 'Atlas: plane contradicted',
        body: 'The control plane says stable.',
        more: 'Checked against: chain · block 100.',
      },
    ]);
  });

  it('is one cause for each claim, and none for what is merely unproven', () => {
    const other = { ...lie, what: 'terms', of: 'p' };

    expect(causes({ claims: [lie, other] }).map(({ key }) => key)).toEqual([
      'lie:atlas:phase',
      'lie:atlas:terms:p',
    ]);
    expect(causes({ claims: [{ ...lie, verdict: 'unproven' }] })).toEqual([]);
  });

  it('about a Golem nobody lists is told under its id and leads to no page of it', () => {
    expect(causes({ golem: 'nyx', claims: [lie] })).toMatchObject([
      { native: 'nyx: plane contradicted', golem: 'nyx' },
    ]);
    expect(listedIn(aState(), 'nyx')).toBeNull();
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
    expect(causes({ silent, phase: 'terminal' }).map(({ kind }) => kind)).toEqual(['died']);
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
