// Transactions made of several calls, as wallets and thieves send them, and what Bardo says to them.
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { type Execution, encodeBatch, encodeMode } from '../../src/core/chain/execution';
import type { Delegation } from '../../src/core/delegations/delegation';
import type { Scene } from '../../src/core/findings/scene';
import { parseTransaction } from '../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../src/core/insight/transaction';
import { aScene, OWNER, STRANGER, USDC_ON_BASE } from './builders';
import { context, encode } from './manager-calls';

export const MAX = 2n ** 256n - 1n;
export const BATCH = encodeMode({ calls: 'batch', onFailure: 'revert' });
const EXECUTE = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);

export const send = (to: Address, value: bigint): Execution => ({ target: to, value, data: '0x' });

export const token = (
  target: Address,
  name: 'transfer' | 'approve',
  to: Address,
  amount: bigint,
) => ({
  target,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: name, args: [to, amount] }),
});

export const pay = (amount: bigint, to: Address = STRANGER) =>
  token(USDC_ON_BASE, 'transfer', to, amount);

export const approve = (to: Address, amount: bigint) => token(USDC_ON_BASE, 'approve', to, amount);

export const toManager = (name: string, delegation: Delegation): Execution => ({
  target: FRAMEWORK.delegationManager,
  value: 0n,
  data: encode(name, [delegation]),
});

export const panic: Execution = {
  target: FRAMEWORK.nonceEnforcer,
  value: 0n,
  data: `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}`,
};

/** As MetaMask encodes `wallet_sendCalls`. */
export function batch(calls: readonly Execution[], mode: Hex = BATCH): Hex {
  return encodeFunctionData({ abi: EXECUTE, args: [mode, encodeBatch(calls)] });
}

/** Each use: the links, leaf first, and the calls that run on them; no links = the account's own power. */
export function redeemAll(
  uses: readonly { links?: readonly Delegation[]; calls: readonly Execution[]; mode?: Hex }[],
): Hex {
  return encode('redeemDelegations', [
    uses.map(({ links = [] }) => context(links)),
    uses.map(({ mode = BATCH }) => mode),
    uses.map(({ calls }) => encodeBatch(calls)),
  ]);
}

export type Raw = {
  from?: Address;
  to?: Address;
  data?: Hex;
  value?: Hex;
  authorizationList?: { address: Address }[];
};

export function explainRaw(raw: Raw, scene: Scene = aScene()) {
  const from = raw.from ?? OWNER;
  return explainTransaction(parseTransaction({ from, ...raw }), { ...scene, signer: from });
}
