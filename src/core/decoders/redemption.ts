// What one redemption means: whose account pays, through which chain of delegations, and whether
// MetaMask's contract would let it through at all.
import type { Address } from 'viem';
import { sameAddress, shortHex } from '../chain/addresses';
import { type Execution, type Mode, modeWords } from '../chain/execution';
import { dateWords } from '../chain/time';
import { brokenLink, type Delegation, hashDelegation, isOpen } from '../delegations/delegation';
import { accountName, delegateWords, isOwn, knownName } from '../findings/delegation';
import { address, type Fact, type Finding, words } from '../findings/finding';
import {
  isLive,
  permissionsOn,
  type Scene,
  shortName,
  type WatchedPermission,
} from '../findings/scene';
import type { Permission } from '../protocol/status';
import type { Call } from './decoder';
import { moveFacts } from './redemption-moves';

export type Redemption = {
  /** Leaf first; empty = on the redeemer's own authority. */
  links: readonly Delegation[];
  mode: Mode;
  executions: readonly Execution[];
  redeemer: Address;
  /** The account the calls run from: the root delegator. */
  account: Address;
};

export function explainRedemption(redemption: Redemption, call: Call, scene: Scene): Finding[] {
  if (redemption.links.length === 0) return [];
  const refusal = refusalOf(redemption);
  const used = permissionUsed(redemption, scene);
  const own = isOwn(scene, redemption.account);
  const name = used?.golem ? shortName(used.golem) : null;
  return [
    {
      level: own || name !== null ? 'warning' : 'info',
      title: refusal ? refusedTitle(name) : titleOf(redemption, name, scene),
      lines: [
        ...(refusal ? [`MetaMask's contract will refuse it: ${refusal}.`] : []),
        ...(used ? overLines(used.permission, scene) : []),
        ...(redemption.mode.onFailure === 'try'
          ? ['A call that fails is skipped; the rest goes on.']
          : []),
      ],
      facts: factsOf(redemption, call, scene),
    },
  ];
}

function titleOf({ account }: Redemption, name: string | null, scene: Scene): string {
  return `Acts from ${accountName(scene, account)} with ${permissionName(name)}`;
}

function refusedTitle(name: string | null): string {
  return `Will be refused: a use of ${permissionName(name)}`;
}

function permissionName(name: string | null): string {
  return name === null ? 'a permission' : `${name}'s permission`;
}

function overLines(permission: Permission, scene: Scene): string[] {
  if (isLive(permission, scene)) return [];
  return permission.revokedAt === null
    ? [`Bardo knows this permission as expired on ${dateWords(permission.expiresAt)}.`]
    : ['Bardo knows this permission as ended.'];
}

/** Why the chain refuses this redemption whatever was signed; null when nothing shows against it. */
function refusalOf({ links, redeemer }: Redemption): string | null {
  const [leaf] = links;
  if (leaf && !isOpen(leaf) && !sameAddress(leaf.delegate, redeemer)) {
    return `only ${shortHex(leaf.delegate)} may use it, not ${shortHex(redeemer)}`;
  }
  return brokenLink(links);
}

function permissionUsed({ links }: Redemption, scene: Scene): WatchedPermission | null {
  if (!scene.watched || scene.watched.permissions.length === 0) return null;
  for (const link of links) {
    const [found] = permissionsOn(scene, hashDelegation(link));
    if (found) return found;
  }
  return null;
}

function factsOf(redemption: Redemption, call: Call, scene: Scene): Fact[] {
  const { links, mode, executions, redeemer, account } = redemption;
  return [
    ...moveFacts(executions, call.chainId, scene),
    address(isOwn(scene, account) ? 'Paid by (your account)' : 'Paid by', account),
    address(`Used by (${delegateWords(scene, redeemer)})`, redeemer),
    words('Chain', chainOf(links, scene)),
    words('Runs', modeWords(mode)),
    ...(sameAddress(redeemer, call.from) ? [] : [address('Sent by', call.from)]),
  ];
}

/** "your account → Atlas's guardian → 0x1234…abcd", root first. */
function chainOf(links: readonly Delegation[], scene: Scene): string {
  const root = links.at(-1);
  const delegates = [...links].reverse().map((link) => holderName(scene, link));
  return [root ? accountName(scene, root.delegator) : '', ...delegates].join(' → ');
}

function holderName(scene: Scene, link: Delegation): string {
  if (isOpen(link)) return 'anyone';
  return knownName(scene, link.delegate) ?? shortHex(link.delegate);
}
