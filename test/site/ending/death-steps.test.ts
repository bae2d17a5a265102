// A death is proven by the chain alone: what the control plane tells is said to be its word, however long ago it was.
import { describe, expect, it } from 'vitest';
import { deathStepsOf } from '../../../site/ending/death-steps';
import { aPermission, NOW } from '../../vectors/builders';

const revoked = aPermission({ revokedAt: NOW - 60 });
const dead = { diedAt: NOW - 30 * 86_400, permissions: [revoked] };
const about = { detail: dead, facts: null, history: [], now: NOW };
const standing = (over: object) =>
  deathStepsOf({ ...about, ...over }).map(({ name, stands }) => `${name} ${stands}`);

describe('The steps of a death', () => {
  it('are the word of the control plane while no wallet looks, also long after its history', () => {
    expect(standing({})).toEqual(['terminal told', 'disabled told']);
    const detail = { ...dead, permissions: [aPermission()] };
    expect(standing({ detail })).toEqual(['terminal told', 'disabled open']);
  });

  it('are proven where the wallet saw them, and open where it did not', () => {
    const facts = { phase: 4, leaseEnded: true, grantEnded: true };
    expect(standing({ facts })).toEqual(['terminal proven', 'ended proven', 'disabled proven']);
    expect(standing({ facts: { phase: 3, leaseEnded: false, grantEnded: false } })).toEqual([
      'terminal open',
      'disabled open',
    ]);
  });
});
