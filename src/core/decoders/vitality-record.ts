// The oracle's record of a Golem, as the control plane last told it, and its facts in words.
import type { Address, Hex } from 'viem';
import { chainName } from '../chain/addresses';
import { address, type Fact, words } from '../findings/finding';
import { keyHolder, type Scene, shortName } from '../findings/scene';
import { golemIdOf } from '../protocol/messages';
import { type Golem, PHASES } from '../protocol/status';

/** Which record: the oracle keeps one per guardian and Golem, on each chain by itself. */
export type Subject = { guardian: Address; golemId: Hex };
export type Life = { phase: number; score: number };

export function facts(guardian: Address, ...more: Fact[]): Fact[] {
  return [address('Guardian', guardian), ...more];
}

export function lifeFacts({ phase, score }: Life): Fact[] {
  return [words('Phase', phaseWords(phase)), words('Score', scoreWords(score))];
}

type OracleRecord = {
  name: string;
  notes: string[];
  /** null: no Golem of the owner lives by this record. */
  golem: Golem | null;
};

export function recordOf({ guardian, golemId }: Subject, scene: Scene): OracleRecord {
  const known = keyHolder(scene, guardian);
  if (known?.role !== 'guardian') {
    return { name: 'a Golem Bardo does not watch', notes: [], golem: null };
  }
  const { golem } = known;
  const name = shortName(golem);
  if (golemIdOf(golem.id) !== golemId.toLowerCase()) {
    const notes = [`${name} lives by another record: nothing changes for it.`];
    return { name: 'a Golem Bardo does not watch', notes, golem: null };
  }
  if (golem.chainId === scene.chainId) return { name, notes: [], golem };
  const notes = [`${name} lives on ${chainName(golem.chainId)}: nothing changes for it there.`];
  return { name: 'a Golem of another chain', notes, golem: null };
}

export function phaseWords(phase: number): string {
  return PHASES[phase] ?? `phase ${phase}, which the oracle refuses`;
}

function scoreWords(score: number): string {
  return score > 10_000 ? `${score}, which the oracle refuses` : `${score / 100} of 100`;
}
