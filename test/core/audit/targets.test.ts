import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { questionsOf, type Target } from '../../../src/core/audit/questions';
import {
  batchesOf,
  chainsOf,
  leasedBy,
  livingOf,
  MAX_QUESTIONS,
  targetsOf,
} from '../../../src/core/audit/targets';
import { fingerprintOf, MAX_TARGETS } from '../../../src/core/audit/turns';
import { MAX_CALLS } from '../../../src/core/chain/multicall';
import { encodeContext } from '../../../src/core/delegations/delegation';
import type { State } from '../../../src/core/memory/state';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { aGolem, aPermission, BASE, GUARDIAN, NOW, STRANGER } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';
import { aContext, aHeld, aTarget, listed } from '../../vectors/ledger';
import { aClaim, aLeaseRecord, aProof, aRecord, aState } from '../../vectors/memory';

const clade = (count: number) =>
  Array.from({ length: count }, (_, n) => aRecord({ golem: aGolem({ id: `g-${n}` }) }));
const fingerprint = (n: number) => fingerprintOf(aGolem({ id: `g-${n}` }), []);
const looked = (count: number, over: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) =>
    aProof({ golem: `g-${n}`, fingerprint: fingerprint(n), ...over(n) }),
  );
const ids = (over: Partial<State>) =>
  targetsOf(aState({ permissions: [], ...over }), 0).map(({ id }) => id);

describe('A heartbeat looks at', () => {
  it('every Golem while there are few, and at none before there is an owner', () => {
    expect(ids({ golems: clade(5) })).toHaveLength(5);
    expect(ids({ golems: clade(5), owner: null })).toEqual([]);
  });

  it('a bounded number of many', () => {
    expect(ids({ golems: clade(500) })).toHaveLength(MAX_TARGETS);
  });

  it('no Golem that was put away', () => {
    expect(ids({ golems: [aRecord({ dismissed: true })] })).toEqual([]);
  });

  it('whoever is contradicted, then whoever is new, before the calm', () => {
    const claims = looked(100).map((proof) => {
      if (proof.golem === 'g-90')
        return { ...proof, claims: [aClaim({ verdict: 'contradicted' })] };
      return proof.golem === 'g-80' ? { ...proof, fingerprint: 'other words' } : proof;
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
        golem: { ...record.golem, sessionKey: `0x${String(tick).padStart(40, '0')}` as const },
      }));

    expect(turns(7, changed).size).toBe(100);
  });

  it('chains that the owner signed for before those a server names', () => {
    const named = [1, 10, 100, 1000, 10_000].map((chainId) => aTarget({ chainId, held: [] }));

    const signed = aTarget({ guardian: GUARDIAN });

    expect(chainsOf([...named, signed], { heads: [] })).toEqual([BASE, 1, 10, 100]);
  });

  it('Golems leased here first, listed or not, and keeps places for the others', () => {
    const leases = Array.from({ length: 40 }, (_, n) => ({
      golem: `hidden-${n}`,
      chainId: BASE,
      context: aContext(),
      signedAt: NOW,
      by: 'signed' as const,
    }));
    const turn = ids({ golems: clade(100), claims: looked(100), leases });

    expect(turn.slice(0, 12).every((id) => id.startsWith('hidden'))).toBe(true);
    expect(turn.filter((id) => id.startsWith('g-'))).toHaveLength(4);
    expect(ids({ golems: [], leases }).length).toBe(MAX_TARGETS);
  });
});

describe('A target', () => {
  it('lives on the chain its bytes were signed for, whatever the server says', () => {
    const leases = [
      { golem: 'atlas', chainId: BASE, context: aContext(), signedAt: NOW, by: 'signed' as const },
    ];
    const golems = [aRecord({ golem: aGolem({ chainId: 1 }) })];

    expect(targetsOf(aState({ golems, leases }), 0)[0]?.chainId).toBe(BASE);
  });

  it('has the guardian its leases name, and none by the word of the server', () => {
    expect(leasedBy(aTarget())).toBe(GUARDIAN);
    expect(leasedBy(aTarget({ held: [] }))).toBeNull();
  });

  it('pays with the listed chain of the highest generation', () => {
    const [old, fresh, hidden] = [1n, 2n, 3n].map((generation) => aHeld({ generation }));
    const held = [old, fresh, hidden].flatMap((one) => one ?? []);
    const target = aTarget({ held, permissions: held.slice(0, 2).map((one) => listed(one)) });

    expect(livingOf(target)?.lease?.terms.generation).toBe(2n);
    expect(livingOf(aTarget({ permissions: [] }))).toBeNull();
  });
});

describe('However much is listed of one Golem', () => {
  const hashes = (n: number) =>
    Array.from(
      { length: 8 },
      (_, m): Hex => `0x${String(n).padStart(4, '0')}${String(m).repeat(60)}`,
    );
  const flood = Array.from({ length: 2000 }, (_, n) =>
    aPermission({ id: `p-${n}`, delegationHashes: hashes(n), revokedAt: NOW }),
  );
  const leases = [aLeaseRecord({ context: aContext() })];
  const own = listed(aHeld());
  const state = (over: Partial<State> = {}) =>
    aState({ permissions: [...flood, own], leases, ...over });
  const target = (turn: number, over: Partial<State> = {}) => targetsOf(state(over), turn)[0];

  it('its questions are bounded, and what was signed here is among them', () => {
    const one = target(0);

    expect(questionsOf([one as Target], null).size).toBeLessThanOrEqual(MAX_QUESTIONS);
    expect(one?.permissions[0]).toEqual(own);
    expect((one?.permissions.length ?? 0) + (one?.unasked.length ?? 0)).toBe(2001);
  });

  it('another part of the rest has its turn each time', () => {
    const [first, second] = [0, 1].map((turn) => target(turn)?.permissions.slice(1) ?? []);

    expect(first?.some((one) => second?.includes(one))).toBe(false);
  });

  it('what is proven to be over waits behind the rest, under its own hashes only', () => {
    const over = (leaf: string) => [
      aProof({ ends: [{ permission: 'p-0', what: 'grant', words: 'revoked', leaf }] }),
    ];
    const asked = (leaf: string) => target(0, { claims: over(leaf) })?.permissions[1]?.id;

    expect(asked(hashes(0)[0] ?? '')).toBe('p-1');
    expect(asked(hashes(5)[0] ?? '')).toBe('p-0');
  });

  it('no other Golem is left out of the batches because of it', () => {
    const targets = Array.from({ length: 16 }, () => target(0) as Target).map((one, n) => ({
      ...one,
      id: `g-${n}`,
      permissions: one.permissions.map((permission, m) => ({
        ...permission,
        delegationHashes: hashes(100 * n + m),
      })),
    }));
    const batches = batchesOf(targets);

    expect(batches.flat()).toHaveLength(16);
    for (const batch of batches) expect(questionsOf(batch, 7).size).toBeLessThanOrEqual(MAX_CALLS);
  });

  it('bytes under a guardian of somebody else say nothing about a Golem leased here', () => {
    const grant = aDelegation({ delegate: STRANGER });
    const terms = { golemId: golemIdOf('atlas'), generation: 4_000_000_000n };
    const context = encodeContext([leaseLink(grant, terms, STRANGER), grant]);
    const shown = aLeaseRecord({ context, by: 'shown' });

    expect(
      target(0, { leases: [shown, ...leases] })?.held.map(({ lease }) => lease?.guardian),
    ).toEqual([GUARDIAN]);
    expect(leasedBy(target(0, { leases: [shown] }) as Target)).toBe(STRANGER);
  });
});

describe('The fingerprint of what was said', () => {
  it('changes with phase, key, revocation and lease, not with heartbeats and what is left', () => {
    const base = fingerprintOf(aGolem(), [aPermission()]);

    expect(
      fingerprintOf(aGolem({ heartbeat: null, vitality: 1 }), [aPermission({ left: '1' })]),
    ).toBe(base);
    expect(fingerprintOf(aGolem({ phase: 'declining' }), [aPermission()])).not.toBe(base);
    expect(fingerprintOf(aGolem(), [aPermission({ revokedAt: NOW })])).not.toBe(base);
    expect(fingerprintOf(aGolem(), [])).not.toBe(base);
  });
});
