// Rules that hold for the words of every decoder, whoever of the people in a call is the Golem.
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import type { Golem } from '../../../src/core/protocol/status';
import { aGolem, anAddress, aScene, aStatus, OWNER } from '../../vectors/builders';
import { callOf, findingsOf, VECTORS, type Vector } from '../../vectors/calls';

const MAX_NAME = 'Wwwwwwwww Mmmmmmmmmm Wwww';
const NAMES: Partial<Golem>[] = [
  { name: 'Atlas' },
  { name: MAX_NAME.slice(0, 24) },
  { id: 'm'.repeat(64), name: '[click](http://evil.example)' },
];

/** Each address of the call in each part, and each part on either side of the signature. */
function scenesOf(vector: Vector): { scene: Scene; from: `0x${string}` }[] {
  const text = JSON.stringify(vector.decoded.args);
  const found = [...new Set(text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? [])].slice(0, 12);
  const people = [...found, anAddress(0x99)] as `0x${string}`[];
  return people.flatMap((who) =>
    NAMES.flatMap((name) => {
      const golems = [
        aGolem({ chainId: vector.chainId, sessionKey: who, guardian: null, ...name }),
      ];
      const guarded = [
        aGolem({ chainId: vector.chainId, sessionKey: null, guardian: who, ...name }),
      ];
      const base = { chainId: vector.chainId };
      return [
        { scene: aScene({ ...base, watched: aStatus({ golems }) }), from: OWNER },
        { scene: aScene({ ...base, watched: aStatus({ golems: guarded }) }), from: OWNER },
        { scene: aScene({ ...base, watched: aStatus({ golems }), signer: who }), from: OWNER },
        { scene: aScene({ ...base, watched: aStatus({ golems }), signer: who }), from: who },
        { scene: aScene({ ...base, watched: aStatus({ owner: who }) }), from: who },
      ];
    }),
  );
}

function spokenOf(vector: Vector): Finding[] {
  return scenesOf(vector).flatMap(({ scene, from }) => findingsOf(callOf(vector, { from }), scene));
}

describe.each(
  VECTORS.map((vector) => ({ title: `${vector.decoded.contract}: ${vector.name}`, vector })),
)('$title', ({ vector }) => {
  const findings = spokenOf(vector);

  it('fits every title into two lines of a narrow panel', () => {
    for (const { title } of findings) expect(title).toSatisfy(fits, `too long: ${title}`);
  });

  it('leaves no hole in its words and no text of others outside a Copyable', () => {
    for (const { title, lines, facts } of findings) {
      const ours = facts.filter(({ kind }) => kind !== 'untrusted');
      const texts = [title, ...lines, ...ours.flatMap(({ label, value }) => [label, value])];
      for (const text of texts) {
        expect(text).not.toMatch(/undefined|null|NaN|\[object|\bnot a number\b|evil\.example/);
        expect(text.trim()).not.toBe('');
      }
    }
  });
});

function fits(title: string): boolean {
  return title.length <= 70;
}
