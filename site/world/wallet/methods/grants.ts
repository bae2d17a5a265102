// ERC-7715. There is no method to revoke: MetaMask does not wire it, so a site sends a transaction instead. 13.13 has
// no method to ask what can be granted or was.

import { encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem';
import { decodeContext, hashDelegation } from '../../../../src/core/delegations/delegation';
import { methodNotFound, RpcError, unauthorized } from '../errors';
import { accountOf, accountsFor, type Wallet } from '../host/wallet';
import { DELEGATION_MANAGER } from '../permission/delegation';
import { RULE_TYPES } from '../permission/fields';
import { GRANT_TYPES, parseRequests } from '../permission/request';
import { type Granted, grant } from './grant';
import type { Call, Methods } from './method';

const manager = parseAbi(['function disabledDelegations(bytes32) view returns (bool)']);
const records = new WeakMap<Wallet, { origin: string; granted: Granted }[]>();
const busy = new WeakSet<Wallet>();

export const grantMethods: Methods = {
  wallet_getSupportedExecutionPermissions: async ({ wallet }) => {
    assertNewer(wallet, 'wallet_getSupportedExecutionPermissions');
    const support = { chainIds: [wallet.chain.chainId], ruleTypes: RULE_TYPES };
    return Object.fromEntries(GRANT_TYPES.map((type) => [type, support]));
  },
  wallet_getGrantedExecutionPermissions: async ({ wallet, origin }) => {
    assertNewer(wallet, 'wallet_getGrantedExecutionPermissions');
    const own = (records.get(wallet) ?? []).filter((record) => record.origin === origin);
    const live = await Promise.all(own.map(({ granted }) => isLive(wallet, granted)));
    return own.filter((_, index) => live[index]).map(({ granted }) => granted);
  },
  wallet_requestExecutionPermissions: async (call) => {
    const { wallet } = call;
    if (accountsFor(wallet, call.origin).length === 0 && !wallet.lock.locked())
      throw unauthorized();
    const block = await wallet.chain.client.getBlock();
    const wanted = parseRequests(call.params, Number(block.timestamp), wallet.memory.form);
    for (const one of wanted) assertGrantable(call, one);
    if (busy.has(wallet)) throw new RpcError(-32005, 'Another request is already in progress.');
    busy.add(wallet);
    try {
      return await grantAll(call, wanted);
    } finally {
      busy.delete(wallet);
    }
  },
};

export function contextsGivenBy(wallet: Wallet): Hex[] {
  return (records.get(wallet) ?? []).map(({ granted }) => granted.context);
}

/** All or nothing: one refusal ends the request, though what was signed before stays signed. */
async function grantAll({ wallet, origin }: Call, wanted: ReturnType<typeof parseRequests>) {
  const all: Granted[] = [];
  for (const one of wanted) all.push(await grant(wallet, origin, one));
  const kept = all.map((granted) => ({ origin, granted }));
  records.set(wallet, [...(records.get(wallet) ?? []), ...kept]);
  return wallet.memory.form === '13.13' ? all.map(inOlderForm) : all;
}

function inOlderForm(granted: Granted) {
  const { chainId, from, to, permission, rules, context, delegationManager } = granted;
  return {
    chainId,
    address: from,
    signer: { type: 'account', data: { address: to } },
    permission,
    rules: rules.map((rule) => ({ ...rule, isAdjustmentAllowed: true })),
    context,
    dependencyInfo: [],
    signerMeta: { delegationManager },
  };
}

function assertNewer({ memory }: Wallet, method: string): void {
  if (memory.form === '13.13') throw methodNotFound(method);
}

function assertGrantable(
  { wallet }: Call,
  { chainId, from }: { chainId: Hex; from: string | null },
) {
  if (chainId !== wallet.chain.chainId) throw new RpcError(-32000, `Unsupported chain: ${chainId}`);
  if (from !== null && !accountOf(wallet, from)) throw new RpcError(-32001, 'Account not found.');
}

async function isLive(wallet: Wallet, { context }: Granted): Promise<boolean> {
  const root = decodeContext(context).at(-1);
  if (!root) return false;
  const data = encodeFunctionData({ abi: manager, args: [hashDelegation(root)] });
  const disabled = await wallet.chain.askHex('eth_call', [
    { to: DELEGATION_MANAGER, data },
    'latest',
  ]);
  return hexToBigInt(disabled) === 0n;
}
