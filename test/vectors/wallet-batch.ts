// The call that a wallet with EIP-7702 makes of a batch.
import { encodeAbiParameters } from '../../src/core/bytes/abi-encode';
import { concat } from '../../src/core/bytes/hex';
import type { Call } from '../../src/core/chain/call';
import { encodeBatch, encodeMode } from '../../src/core/chain/execution';
import type { PlannedCall } from '../../src/core/runway/revoke-plan';

/** `execute(mode, calls)` of the account on itself, all or nothing. */
export function batchCall(group: readonly PlannedCall[]): Call | null {
  const [first] = group;
  if (!first) return null;
  const { chainId, from } = first.call;
  const executions = group.map(({ call: { to, value, data } }) => ({
    target: to,
    value,
    data,
  }));
  const args = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes' }],
    [encodeMode({ calls: 'batch', onFailure: 'revert' }), encodeBatch(executions)],
  );
  return { chainId, from, to: from, value: 0n, data: concat(['0xe9ae5c53', args]) };
}
