// The facts of one redemption, and the permission it draws on.
import type { Address } from 'viem';
import { sameAddress, shortHex } from '../chain/addresses';
import type { Call } from '../chain/call';
import { type Execution, type Mode, modeWords } from '../chain/execution';
import { isCommand } from '../chain/user-operation';
import { type Delegation, hashDelegation, isOpen } from '../delegations/delegation';
import { accountName, delegateWords, isOwn, knownName } from '../findings/delegation';
import { address, type Fact, words } from '../findings/finding';
import { permissionsOn, type Scene, type WatchedPermission } from '../findings/scene';
import type { Outcome } from './outcome';
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

export type Part = { redemption: Redemption; inner: readonly Outcome[] };

export function permissionUsed({ links }: Redemption, scene: Scene): WatchedPermission | null {
  if (!scene.watched || scene.watched.permissions.length === 0) return null;
  for (const link of links) {
    const [found] = permissionsOn(scene, hashDelegation(link));
    if (found) return found;
  }
  return null;
}

export function factsOf({ redemption, inner }: Part, call: Call, scene: Scene): Fact[] {
  const { links, mode, redeemer, account } = redemption;
  return [
    ...moveFacts(inner, scene),
    address(isOwn(scene, account) ? 'Paid by (your account)' : 'Paid by', account),
    address(`Used by (${delegateWords(scene, redeemer)})`, redeemer),
    words('Chain', chainOf(links, scene)),
    words('Runs', modeWords(mode)),
    ...(sameAddress(redeemer, call.from) || isCommand(call) ? [] : [address('Sent by', call.from)]),
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
