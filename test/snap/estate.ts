// An owner with a Golem on the far world: grants as the wallet signs them, pulls of the session key, and what
// the chain shows afterwards.

import { randomBytes } from 'node:crypto';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { mined } from '../../contracts/mined';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { nonce } from '../../src/core/caveats/nonce';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { golemPolicyEnforcerAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { encodeMode, encodeSingle } from '../../src/core/chain/execution';
import {
  type CaveatData,
  type Delegation,
  encodeContext,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import { signedBy } from '../vectors/signed';
import type { FarWorld } from './far-world';

export const USDC = 1_000_000n;
export const DAY = 86_400;
export const PAYEE: Address = '0xcacacacacacacacacacacacacacacacacacacaca';
const ABI = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
  'function incrementNonce(address manager)',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
]);

export type Estate = Awaited<ReturnType<typeof anEstate>>;

export function aKey(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

export async function anEstate(chain: FarWorld, owner = aKey()) {
  const transport = http(chain.rpcUrl);
  const client = createPublicClient({ chain: baseSepolia, transport, pollingInterval: 50 });
  const fund = (address: Address) =>
    chain.node('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`]);
  const send = async (account: PrivateKeyAccount, to: Address, data: Hex) => {
    const wallet = createWalletClient({ account, chain: baseSepolia, transport });
    const hash = await wallet.sendTransaction({ to, data, gas: 2_000_000n });
    const receipt = await mined(client, hash);
    if (receipt.status !== 'success') throw new Error('reverted');
  };
  await fund(owner.address);
  const mint = { abi: ABI, functionName: 'mint', args: [owner.address, 1000n * USDC] } as const;
  await send(owner, chain.usdc as Address, encodeFunctionData(mint));
  // What an EIP-7702 upgrade leaves behind.
  const code = `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`;
  await chain.node('anvil_setCode', [owner.address, code]);
  const now = async () => Number((await client.getBlock()).timestamp);
  return {
    owner,
    chain,
    client,
    fund,
    send,
    now,
    paid: () =>
      client.readContract({
        address: chain.usdc as Address,
        abi: ABI,
        functionName: 'balanceOf',
        args: [PAYEE],
      }),
    /** The owner's grant as the wallet returns it. */
    grant: async (to: Address, over: Partial<Delegation> = {}, cap = 10n * USDC, days = 7) =>
      encodeContext([
        await signedBy(owner, {
          delegate: to,
          delegator: owner.address,
          authority: ROOT_AUTHORITY,
          caveats: grantCaveats(chain.usdc as Address, cap, await now(), days),
          salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
          ...over,
        }),
      ]),
    /** The owner ends all grants at once. */
    endGrants: () => {
      const args = [FRAMEWORK.delegationManager] as const;
      const data = encodeFunctionData({ abi: ABI, functionName: 'incrementNonce', args });
      return send(owner, FRAMEWORK.nonceEnforcer, data);
    },
    /** The session key pulls; throws when the chain refuses. */
    pull: async (key: PrivateKeyAccount, context: Hex, amount: bigint) => {
      await fund(key.address);
      const data = encodeFunctionData({
        abi: ABI,
        functionName: 'transfer',
        args: [PAYEE, amount],
      });
      const execution = encodeSingle({ target: chain.usdc as Address, value: 0n, data });
      const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
      const args = [[context], [mode], [execution]] as const;
      const call = encodeFunctionData({ abi: ABI, functionName: 'redeemDelegations', args });
      await send(key, FRAMEWORK.delegationManager, call);
    },
    floor: async (guardian: Address) => {
      const [floor] = await client.readContract({
        address: BARDO.golemPolicyEnforcer,
        abi: golemPolicyEnforcerAbi,
        functionName: 'getBudget',
        args: [FRAMEWORK.delegationManager, guardian, 1n],
      });
      return floor;
    },
  };
}

export function grantCaveats(
  token: Address,
  periodAmount: bigint,
  now: number,
  days: number,
  every = DAY,
): CaveatData[] {
  const rule = (enforcer: Address, terms: Hex): CaveatData => ({ enforcer, terms, args: '0x' });
  const budget = { token, periodAmount, periodDuration: BigInt(every), startDate: BigInt(now) };
  const until = { after: 0n, before: BigInt(now + days * DAY) };
  return [
    rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(budget)),
    rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
    rule(timestamp.address, timestamp.encode(until)),
    rule(nonce.address, nonce.encode({ nonce: 0n })),
  ];
}
