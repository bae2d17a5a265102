// Ending a mandate. Its account is a contract that obeys the EntryPoint and the manager, not its owner's
// transactions. So the owner signs one order as the account, to their own key – exactly this call, once – and
// redeems it by a plain transaction: no bundler, no gas on the account, nobody else to ask.
import type { Address, Hex } from 'viem';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { concat } from '../bytes/hex';
import { exactExecution } from '../caveats/exact-execution';
import { limitedCalls } from '../caveats/limited-calls';
import { FRAMEWORK } from '../chain/addresses';
import type { Call } from '../chain/call';
import { type Execution, encodeMode, encodeSingle } from '../chain/execution';
import {
  type Delegation,
  disableData,
  encodeContext,
  ROOT_AUTHORITY,
} from '../delegations/delegation';

const REDEEM = '0xcef6d209';

/** Unsigned: the owner of the account signs it as typed data. `salt` must be fresh. */
export function mandateEnding({
  mandate,
  owner,
  salt,
}: {
  mandate: Delegation;
  owner: Address;
  salt: bigint;
}): Delegation {
  const rule = (enforcer: Address, terms: Hex) => ({ enforcer, terms, args: '0x' as const });
  const execution = disabling(mandate);
  return {
    delegate: owner,
    delegator: mandate.delegator,
    authority: ROOT_AUTHORITY,
    caveats: [
      rule(exactExecution.address, exactExecution.encode(execution)),
      rule(limitedCalls.address, limitedCalls.encode({ limit: 1n })),
    ],
    salt,
    signature: '0x',
  };
}

/** The owner's transaction, with the order they signed. */
export function mandateEndingCall(order: Delegation, mandate: Delegation, chainId: number): Call {
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  const args = encodeAbiParameters(
    [{ type: 'bytes[]' }, { type: 'bytes32[]' }, { type: 'bytes[]' }],
    [[encodeContext([order])], [mode], [encodeSingle(disabling(mandate))]],
  );
  const data = concat([REDEEM, args]);
  return { chainId, from: order.delegate, to: FRAMEWORK.delegationManager, value: 0n, data };
}

/** Signatures are outside the hash: without one the order is shorter, and the same. */
function disabling(mandate: Delegation): Execution {
  const data = disableData({ ...mandate, signature: '0x' });
  return { target: FRAMEWORK.delegationManager, value: 0n, data };
}
