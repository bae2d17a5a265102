// A redemption with an empty context: MetaMask's manager runs the calls on the account that asks, without any
// permission and without any rule. For the owner it is a call of their own account in a costume, so it is
// told as one; what moves is judged with the whole transaction.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { type Mode, modeWords } from '../chain/execution';
import { isCommand } from '../chain/user-operation';
import { isOwn } from '../findings/delegation';
import { address, type Finding, words } from '../findings/finding';
import { keyHolder, type Scene, shortName } from '../findings/scene';
import { leavesIn, type Outcome } from './outcome';
import { moveFacts } from './redemption-moves';

export function ownPower(
  { redeemer, mode }: { redeemer: Address; mode: Mode },
  inner: readonly Outcome[],
  call: Call,
  scene: Scene,
): Finding[] {
  const who = holderName(redeemer, scene);
  if (who === null) return [];
  const leaves = inner.flatMap(leavesIn);
  const unread = unreadIn(leaves);
  const lines = [
    'It uses no permission: the calls run with all the power of that account, and no rule limits them.',
    ...(unread > 0 ? [`Bardo cannot read ${unread} of ${leaves.length} calls in it.`] : []),
    ...(sameAddress(call.from, redeemer) || isCommand(call) ? [] : [REFUSED]),
    ...(mode.onFailure === 'try' ? ['A call that fails is skipped; the rest goes on.'] : []),
  ];
  return [
    {
      level: unread > 0 ? 'warning' : 'info',
      title: `Runs ${leaves.length === 1 ? 'a call' : `${leaves.length} calls`} from ${who} itself`,
      lines,
      facts: [
        ...moveFacts(inner, scene),
        address('Runs from', redeemer),
        words('Runs', modeWords(mode)),
      ],
    },
  ];
}

const REFUSED = 'An account passes on only what it sends itself: this will be refused.';

/** "your account" or "Atlas's session key"; null for everybody else. */
export function holderName(account: string, scene: Scene): string | null {
  if (isOwn(scene, account)) return 'your account';
  const holder = keyHolder(scene, account);
  return holder ? `${shortName(holder.golem)}'s ${holder.role}` : null;
}

/** How many of the calls nobody can say anything about. */
export function unreadIn(leaves: readonly Outcome[]): number {
  return leaves.filter(({ kind, call }) => kind !== 'decoded' && call.data !== '0x').length;
}
