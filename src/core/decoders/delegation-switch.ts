// Disabling and enabling a delegation: what ends or comes back, for which Golem. Only the delegator
// may do either, directly at the manager or through their own smart account.
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { isCommand } from '../chain/user-operation';
import { type Delegation, hashDelegation } from '../delegations/delegation';
import { accountName, rulesOf } from '../findings/delegation';
import { dangersOf, hasEnded } from '../findings/delegation-dangers';
import type { Finding } from '../findings/finding';
import {
  isLive,
  keyHolder,
  permissionsAnywhere,
  permissionsOn,
  type Scene,
  shortName,
  type WatchedPermission,
} from '../findings/scene';
import { endLines, endTitle, factsOf, kindOf, unknownTitle, untouched } from './switch-words';

export type Switch = (delegation: Delegation, call: Call, scene: Scene) => Finding[];

export const explainDisable: Switch = (delegation, call, scene) => {
  const hash = hashDelegation(delegation);
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Ends nothing', lines: [obstacle], facts }];
  if (scene.after?.fails) return [{ ...WILL_FAIL, title: 'Will fail, ends nothing', facts }];
  if (scene.after?.switched.get(hash) === 'enables') {
    const title = 'Ends nothing: a later call in it re-opens the permission';
    return [{ level: 'warning', title, lines: ['It can be used after this.'], facts }];
  }
  const ended = permissionsOn(scene, hash).sort((a, b) => weight(a, scene) - weight(b, scene));
  const [first] = ended;
  if (first) {
    const lines = endLines(first, ended, hash, scene);
    return [{ level: 'info', title: endTitle(first, ended, scene), lines, facts }];
  }
  const [elsewhere] = permissionsAnywhere(scene, hash);
  if (elsewhere) return [{ ...otherChain(elsewhere, scene), facts }];
  return [
    { level: 'info', title: unknownTitle(delegation, scene), lines: untouched(scene), facts },
  ];
};

export const explainEnable: Switch = (delegation, call, scene) => {
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Re-opens nothing', lines: [obstacle], facts }];
  if (scene.after?.fails) return [{ ...WILL_FAIL, title: 'Will fail, re-opens nothing', facts }];
  const hash = hashDelegation(delegation);
  const known = permissionsOn(scene, hash);
  const golem = known[0]?.golem ?? keyHolder(scene, delegation.delegate)?.golem ?? null;
  const whose = golem ? shortName(golem) : accountName(scene, delegation.delegator);
  if (scene.after?.switched.get(hash) === 'disables') {
    const title = `Re-opens a permission of ${whose} and ends it again`;
    return [{ level: 'info', title, lines: ['It cannot be used after this.'], facts }];
  }
  const rules = rulesOf(delegation, scene);
  const dangers = dangersOf(delegation, rules, scene);
  if (hasEnded(rules, scene)) {
    const title = `Re-opens a permission of ${whose} that has expired`;
    return [{ level: 'warning', title, lines: [], facts }, ...dangers];
  }
  return [
    {
      level: golem ? 'critical' : 'warning',
      title: `Re-opens a revoked permission of ${whose}`,
      lines: [
        'It can be used again. What it had spent stays counted; its rules stay the same.',
        ...(known.some(({ permission }) => isLive(permission, scene)) ? [NOT_REVOKED] : []),
      ],
      facts,
    },
    ...dangers,
  ];
};

const WILL_FAIL = {
  level: 'warning' as const,
  lines: [
    'It switches one permission the same way twice: the contract refuses, and nothing of it happens.',
  ],
};

const NOT_REVOKED =
  'Bardo knows it as not revoked: the contract refuses to re-open what was never ended.';

/** Live ones first, then the one nearest to the account that pays: that is who loses most. */
function weight({ permission }: WatchedPermission, scene: Scene): number {
  return (isLive(permission, scene) ? 0 : 100) + permission.delegationHashes.length;
}

/** The same delegation is watched, but on another chain, where this call changes nothing. */
function otherChain({ permission, golem }: WatchedPermission, scene: Scene) {
  const whose = golem ? `${shortName(golem)}'s ${kindOf(permission)}` : 'a watched permission';
  const [here, there] = [chainName(scene.chainId), chainName(permission.chainId)];
  return {
    level: 'warning' as const,
    title: `Leaves ${whose} as it is: wrong chain`,
    lines: [`This call is for ${here}; the permission is on ${there}.`],
  };
}

/** Why the call cannot switch this delegation; null when it can. */
export function obstacleTo({ delegator }: Delegation, call: Call): string | null {
  const { chainId, to, from } = call;
  const atManager = sameAddress(to, FRAMEWORK.delegationManager) && hasFramework(chainId);
  if (!atManager && !sameAddress(to, delegator)) {
    return "It is sent neither to MetaMask's DelegationManager nor to the account that gave it.";
  }
  const isAsked = sameAddress(from, delegator) || (sameAddress(to, delegator) && isCommand(call));
  return isAsked
    ? null
    : 'Only the account that gave the permission can do this: the call will fail.';
}
