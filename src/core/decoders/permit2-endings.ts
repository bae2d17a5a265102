// Permit2 calls that take power away: said where a Golem loses it.
import type { Address } from 'viem';
import { address, type Finding } from '../findings/finding';
import { firstGolem, partyName } from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';
import { listed } from './permit2-words';

export function explainLockdown(
  scene: Scene,
  approvals: readonly { token: Address; spender: Address }[],
): Finding[] {
  const ended = approvals.filter(({ spender }) => firstGolem(scene, [spender]));
  const found = firstGolem(
    scene,
    ended.map(({ spender }) => spender),
  );
  if (!found) return [];
  return [
    {
      level: 'info',
      title: `Ends Permit2 allowances of ${partyName(found)}`,
      lines: ['Runways and plain token approvals stay as they are.'],
      facts: listed(ended, ({ token }) => address('Token', token)),
    },
  ];
}

export function explainVoidedNonces(scene: Scene, token: Address, spender: Address): Finding[] {
  const found = firstGolem(scene, [spender]);
  if (!found) return [];
  return [
    {
      level: 'info',
      title: `Voids unused Permit2 signatures for ${partyName(found)}`,
      lines: ['An allowance already given stays: only signatures not yet submitted become void.'],
      facts: [address('Token', token), address(`${nameOf(found.golem)}'s ${found.role}`, spender)],
    },
  ];
}
