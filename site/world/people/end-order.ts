// A guardian's order that ends all leases of a budget below a generation, as the Snap signs it.
import type { PrivateKeyAccount } from 'viem/accounts';
import { lower } from '../../../src/core/bytes/hex';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { contractTypedData } from '../../../src/core/protocol/messages';
import { CHAIN_ID } from '../chain/anvil';

/** No lease of the budget works any more. */
export const ENDED = 0xffff_ffff;

export async function signEndOrder(
  guardian: PrivateKeyAccount,
  over: { budgetId?: bigint; generation?: number; chainId?: number } = {},
) {
  const { budgetId = 1n, generation = ENDED, chainId = CHAIN_ID } = over;
  const manager = FRAMEWORK.delegationManager;
  const place = { chainId, contract: BARDO.golemPolicyEnforcer };
  const message = { manager, guardian: lower(guardian.address), budgetId, generation };
  const signature = await guardian.signTypedData(contractTypedData('Raise', place, message));
  return { chainId, ...message, budgetId: `${budgetId}`, signature };
}
