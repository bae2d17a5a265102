// Ending what the Golem gave: a plain transaction of the link's own delegator to the manager.
import { encodeFunctionData } from 'viem';
import type { Delegation } from '../../core/delegations/delegation';
import type { AgentChain } from '../chain/chain';
import { managerAbi } from '../chain/framework';
import type { Call } from '../payments/call';

export function planDisable({ manager }: Pick<AgentChain, 'manager'>, link: Delegation): Call {
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'disableDelegation',
    args: [link],
  });
  return { to: manager, data };
}
