import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../src/core/memory/claim';
import type { State } from '../../../src/core/memory/state';
import {
  auditPart,
  checkLines,
  deathWords,
  isSignedBeat,
  phaseSource,
  sourceFor,
} from '../../../src/core/watch/audit-rows';
import { golemListOf, type ListedGolem } from '../../../src/core/watch/golem-list';
import { aGolem, NOW } from '../../vectors/builders';
import { aClaim, aProof, aRecord, aState, aVital } from '../../vectors/memory';

function row(proof: Partial<Proof> | null, over: Partial<State> = {}): ListedGolem {
  const claims = proof ? [aProof(proof)] : [];
  const [first] = golemListOf(aState({ claims, ...over }), { now: NOW, skew: 0 });
  return first as ListedGolem;
}

const texts = (of: ListedGolem, local = NOW) => checkLines(of, local).map(({ text }) => text);

describe('Whether it could spend', () => {
  const probe = { can: 'no' as const, words: 'no: a rule refused' };

  it('is told of now only when it was just asked', () => {
    expect(texts(row({ probe }))[1]).toBe('Could it spend right now? no: a rule refused');
  });

  it('is one of the checks passed when it could', () => {
    const yes = { can: 'yes' as const, words: 'yes' };
    const claims = Array.from({ length: 6 }, (_, n) => aClaim({ what: `c-${n}`, of: null }));
    expect(texts(row({ probe: yes, claims }))).toEqual([
      '7 of 7 checks passed (block 100, at 14:13 UTC)',
    ]);
  });

  it('is told with block and time when the answer is old', () => {
    expect(texts(row({ probe }), NOW + 3600)[1]).toBe(
      'Could it spend at block 100, at 14:13 UTC? no: a rule refused',
    );
  });

  it('is told with its block when the chain gave no answer since', () => {
    const lines = texts(row({ probe, problem: 'the chain gave no answer' }), NOW + 300);

    expect(lines[1]).toMatch(/^Could it spend at block 100, at 14:13 UTC\? no/);
    expect(lines.at(-1)).toBe('Not reached since: the chain gave no answer');
  });
});

describe('The tally', () => {
  it('counts what passed at its block and time, and is marked when one is contradicted', () => {
    const claims = [aClaim(), aClaim({ what: 'left', of: 'p', verdict: 'contradicted' })];

    expect(checkLines(row({ claims }), NOW + 60)).toEqual([
      { text: '1 of 2 checks passed, 1 contradicted (block 100, at 14:13 UTC)', wrong: true },
    ]);
  });

  it('says why nothing was checked', () => {
    expect(texts(row(null))).toEqual(['Not checked on chain']);
    expect(texts(row({ seen: null, problem: 'MetaMask does not know this chain' }))).toEqual([
      'Not checked on chain: MetaMask does not know this chain',
    ]);
  });
});

describe('The source of a figure', () => {
  const claims = [aClaim({ what: 'key', of: null, source: 'signed grant and lease' })];

  it('is what verified it', () => {
    expect(sourceFor(row({ claims }), 'key')).toBe('signed grant and lease');
  });

  it('is the server when nothing verified it, or the server spoke again since', () => {
    expect(sourceFor(row({ claims }), 'phase')).toBeNull();
    expect(sourceFor(row({ claims }, { last_fetch_at: NOW + 300 }), 'key')).toBeNull();
    expect(sourceFor(row({ claims, problem: 'no answer' }), 'key')).toBeNull();
  });

  it('of the phase is the chain only for the phase the chain shows', () => {
    const golems = [aRecord({ golem: aGolem({ phase: 'declining' }) })];

    expect(phaseSource(row({ phase: 'thriving' }))).toBe('chain · block 100');
    expect(phaseSource(row({ phase: 'declining' }, { golems }))).toBe('chain · block 100');
    expect(phaseSource(row({ phase: 'stable' }, { golems }))).toBeNull();
  });

  it('of a heartbeat is its signature only for the very heartbeat that was recovered', () => {
    const heartbeat = aClaim({ what: 'heartbeat', of: null, words: 'heartbeat 7' });
    const beat = { sequence: 7, signature: `0x${'11'.repeat(65)}`, key: '0x', strange: 0 };
    const signed = (signature: string) =>
      isSignedBeat(row({ claims: [heartbeat], beat: { ...beat, signature } }));

    expect(signed(beat.signature)).toBe(true);
    expect(signed(`0x${'22'.repeat(65)}`)).toBe(false);
  });
});

describe('The page of a Golem', () => {
  it('lists the worst verdicts first, each with its source and time', () => {
    const claims = [
      aClaim(),
      aClaim({ what: 'a', of: null, verdict: 'unproven', words: 'u' }),
      aClaim({ what: 'b', of: null, verdict: 'contradicted', words: 'c' }),
    ];
    const [part] = auditPart(row({ claims }), NOW + 120);

    expect(part?.rows.map(({ label }) => label)).toEqual(['Contradicted', 'Unproven', 'Verified']);
    expect(part?.rows[0]?.source).toBe('chain · block 100, last proven at 14:13 UTC');
  });

  it('says that nothing was ever proven, and why', () => {
    const [part] = auditPart(row({ seen: null, problem: 'no answer' }), NOW);

    expect(part?.rows).toMatchObject([{ label: 'Not reached', source: 'never proven' }]);
    expect(auditPart(row(null), NOW)).toEqual([]);
  });

  it('calls a death proven only when the chain shows the terminal phase', () => {
    expect(deathWords(row({ phase: 'terminal' })).title).toBe('Atlas is dead');
    expect(deathWords(row({ phase: 'stable' })).title).toBe('Atlas is reported dead');
    expect(deathWords(row({ phase: 'terminal', seen: null })).title).toBe('Atlas is reported dead');
  });
});

describe('A look by an old block', () => {
  const seen = { at: NOW, block: 100, time: NOW - 7200 };
  const probe = { can: 'no' as const, words: 'no' };
  const old = () => row({ seen, probe }, { vitals: [aVital({ seen })] });

  it('never reads as one of now', () => {
    const [tally, spend] = checkLines(old(), NOW);

    expect(spend?.text).toBe('Could it spend at block 100, at 12:13 UTC? no');
    expect(tally).toMatchObject({ wrong: true });
    expect(tally?.text).toMatch(/\(not fresh: block 100, 2 h old by this computer's clock/);
    expect(phaseSource(old())).toBe('chain · block 100, not fresh');
    expect(JSON.stringify(auditPart(old(), NOW))).not.toContain('14:13');
  });

  it('stands on the page of the Golem with what it does not show', () => {
    const [part] = auditPart(old(), NOW);

    expect(part?.rows.map(({ label }) => label)).toEqual([
      'Life, not fresh',
      'Not fresh',
      'Could it spend at block 100, at 12:13 UTC?',
    ]);
    expect(part?.rows[1]?.value).toContain('What happened since is not known.');
  });
});
