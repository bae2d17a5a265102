import { describe, expect, it } from 'vitest';
import {
  chainsOf,
  leasedBy,
  livingOf,
  MOST_SUBJECTS,
  markOf,
  subjectsOf,
} from '../../../src/core/audit/subjects';
import type { State } from '../../../src/core/memory/state';
import { aGolem, aPermission, BASE, GUARDIAN, NOW } from '../../vectors/builders';
import { aContext, aHeld, aSubject, listed } from '../../vectors/ledger';
import { aClaim, aProof, aRecord, aState } from '../../vectors/memory';

const clade = (count: number) =>
  Array.from({ length: count }, (_, n) => aRecord({ golem: aGolem({ id: `g-${n}` }) }));
const mark = (n: number) => markOf(aGolem({ id: `g-${n}` }), []);
const looked = (count: number, over: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => aProof({ golem: `g-${n}`, mark: mark(n), ...over(n) }));
const ids = (over: Partial<State>) =>
  subjectsOf(aState({ permissions: [], ...over })).map(({ id }) => id);

describe('A heartbeat looks at', () => {
  it('every Golem while there are few, and at none before there is an owner', () => {
    expect(ids({ golems: clade(5) })).toHaveLength(5);
    expect(ids({ golems: clade(5), owner: null })).toEqual([]);
  });

  it('a bounded number of many', () => {
    expect(ids({ golems: clade(500) })).toHaveLength(MOST_SUBJECTS);
  });

  it('no Golem that was put away', () => {
    expect(ids({ golems: [aRecord({ dismissed: true })] })).toEqual([]);
  });

  it('whoever is contradicted, then whoever is new, before the calm', () => {
    const claims = looked(100).map((proof) => {
      if (proof.golem === 'g-90')
        return { ...proof, claims: [aClaim({ verdict: 'contradicted' })] };
      return proof.golem === 'g-80' ? { ...proof, mark: 'other words' } : proof;
    });

    expect(ids({ golems: clade(100), claims }).slice(0, 2)).toEqual(['g-90', 'g-80']);
  });

  /** Who had a turn in so many heartbeats; `answers`: whose chain replies. */
  function turns(
    ticks: number,
    golems: (tick: number) => State['golems'],
    answers: (id: string) => boolean = () => true,
  ): Set<string> {
    let claims = looked(100);
    const seen = new Set<string>();
    for (let tick = 1; tick <= ticks; tick += 1) {
      const now = NOW + tick * 300;
      const turn = ids({ golems: golems(tick), claims });
      for (const id of turn) seen.add(id);
      claims = claims.map((proof) => {
        if (!turn.includes(proof.golem)) return proof;
        const tried = { ...proof, triedAt: now };
        return answers(proof.golem)
          ? { ...tried, seen: { at: now, block: tick, time: now } }
          : tried;
      });
    }
    return seen;
  }

  it('whoever was not looked at for longest, so that everybody has a turn', () => {
    expect(turns(10, () => clade(100)).size).toBe(100);
  });

  it('everybody in turn also when most of them live on a chain that never answers', () => {
    expect(
      turns(
        10,
        () => clade(100),
        (id) => id === 'g-99',
      ).size,
    ).toBe(100);
  });

  it('everybody in turn also when the server says something new about all of them each time', () => {
    const changed = (tick: number) =>
      clade(100).map((record) => ({
        ...record,
        golem: { ...record.golem, sessionKey: `0x${String(tick).padStart(40, '0')}` },
      }));

    expect(turns(7, changed).size).toBe(100);
  });

  it('chains that the owner signed for before those a server names', () => {
    const named = [1, 10, 100, 1000, 10_000].map((chainId) => aSubject({ chainId, held: [] }));

    expect(chainsOf([...named, aSubject()])).toEqual([BASE, 1, 10, 100]);
  });

  it('Golems that were signed for here and that nobody lists, without crowding out the rest', () => {
    const leases = Array.from({ length: 40 }, (_, n) => ({
      golem: `hidden-${n}`,
      chainId: BASE,
      context: aContext(),
      signedAt: NOW,
      by: 'signed' as const,
    }));
    const turn = ids({ golems: clade(100), claims: looked(100), leases });

    expect(turn.filter((id) => id.startsWith('hidden'))).toHaveLength(3);
    expect(ids({ golems: [], leases }).length).toBe(MOST_SUBJECTS);
  });
});

describe('A subject', () => {
  it('lives on the chain its bytes were signed for, whatever the server says', () => {
    const leases = [
      { golem: 'atlas', chainId: BASE, context: aContext(), signedAt: NOW, by: 'signed' as const },
    ];
    const golems = [aRecord({ golem: aGolem({ chainId: 1 }) })];

    expect(subjectsOf(aState({ golems, leases }))[0]?.chainId).toBe(BASE);
  });

  it('has the guardian its leases name, and none by the word of the server', () => {
    expect(leasedBy(aSubject())).toBe(GUARDIAN);
    expect(leasedBy(aSubject({ held: [] }))).toBeNull();
  });

  it('pays with the listed chain of the highest generation', () => {
    const [old, fresh, hidden] = [1n, 2n, 3n].map((generation) => aHeld({ generation }));
    const held = [old, fresh, hidden].flatMap((one) => one ?? []);
    const subject = aSubject({ held, permissions: held.slice(0, 2).map((one) => listed(one)) });

    expect(livingOf(subject)?.lease?.generation).toBe(2n);
    expect(livingOf(aSubject({ permissions: [] }))).toBeNull();
  });
});

describe('The mark of what was said', () => {
  it('changes with phase, key, revocation and lease, not with heartbeats and what is left', () => {
    const base = markOf(aGolem(), [aPermission()]);

    expect(markOf(aGolem({ heartbeat: null, vitality: 1 }), [aPermission({ left: '1' })])).toBe(
      base,
    );
    expect(markOf(aGolem({ phase: 'declining' }), [aPermission()])).not.toBe(base);
    expect(markOf(aGolem(), [aPermission({ revokedAt: NOW })])).not.toBe(base);
    expect(markOf(aGolem(), [])).not.toBe(base);
  });
});
