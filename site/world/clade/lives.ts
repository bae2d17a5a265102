// Who lives in the demo world, and how long each phase of a life lasts here. A real Golem takes weeks for it.
import { type Address, parseUnits } from 'viem';
import type { Vitals } from '../../../src/agent/life/golem';
import type { Phase } from '../../../src/core/protocol/status';

export type Act = 'replicate' | 'rotate' | 'feed';

export type Life = {
  id: string;
  name: string;
  /** Phase by age in seconds, in order; the last one stays. */
  phases: readonly { from: number; phase: Phase }[];
  /** USDC a beat, in whole and part. */
  spends: number;
  /** What else it does once, at this age. */
  acts: readonly { at: number; act: Act }[];
};

const COMPUTE: Address = '0x00000000000000000000000000000000c0de0001';
const INFERENCE: Address = '0x00000000000000000000000000000000c0de0002';
export const PAYEES = [COMPUTE, INFERENCE];

export const GRANT = { cap: usdc('10'), days: 14 };
export const LEASE = { cap: usdc('5'), replicantCap: usdc('1'), days: 7 };
/** The feeding: more a day, for longer. */
export const FED = { cap: usdc('8'), replicantCap: usdc('1'), days: 13 };
export const SLICE = { cap: usdc('0.5'), days: 2 };

const LIVES: readonly Life[] = [
  {
    id: 'atlas',
    name: 'Atlas',
    phases: [{ from: 0, phase: 'thriving' }],
    spends: 0.02,
    acts: [{ at: 25, act: 'replicate' }],
  },
  {
    id: 'orpheus',
    name: 'Orpheus',
    phases: [
      { from: 0, phase: 'thriving' },
      { from: 25, phase: 'stable' },
      { from: 40, phase: 'conservation' },
      { from: 55, phase: 'declining' },
      { from: 75, phase: 'terminal' },
    ],
    spends: 0.03,
    acts: [],
  },
  {
    id: 'vesta',
    name: 'Vesta',
    phases: [
      { from: 0, phase: 'thriving' },
      { from: 20, phase: 'stable' },
    ],
    spends: 0.02,
    acts: [{ at: 35, act: 'rotate' }],
  },
  {
    id: 'ceres',
    name: 'Ceres',
    phases: [
      { from: 0, phase: 'stable' },
      { from: 20, phase: 'conservation' },
    ],
    spends: 0.02,
    acts: [{ at: 45, act: 'feed' }],
  },
  {
    id: 'janus',
    name: 'Janus',
    phases: [
      { from: 0, phase: 'conservation' },
      { from: 20, phase: 'declining' },
    ],
    spends: 0.005,
    acts: [],
  },
];

/**
 * Those who live now. An id that has died stays dead on chain: once all of a generation have, others are born under ids
 * of their own, so that no start shows an empty world.
 */
export function livesNow(hasDied: (id: string) => boolean): {
  generation: number;
  lives: readonly Life[];
} {
  for (let generation = 1; ; generation += 1) {
    const lives = LIVES.map((life) => ofGeneration(life, generation));
    if (!lives.every(({ id }) => hasDied(id))) return { generation, lives };
  }
}

function ofGeneration(life: Life, generation: number): Life {
  if (generation === 1) return life;
  return { ...life, id: `${life.id}-${generation}`, name: `${life.name} ${generation}` };
}

/** Middle of each phase, in basis points. */
const VITALITY: Record<Phase, number> = {
  thriving: 9000,
  stable: 7000,
  conservation: 4500,
  declining: 1500,
  terminal: 0,
};

export function vitalsAt({ phases }: Pick<Life, 'phases'>, age: number): Vitals {
  const { phase } = phases.filter(({ from }) => age >= from).at(-1) ?? { phase: 'thriving' };
  return { phase, vitality: VITALITY[phase] };
}

function usdc(text: string): bigint {
  return parseUnits(text, 6);
}
