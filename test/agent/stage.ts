// A Golem's people on the twin: an upgraded owner with dollars, a guardian that signs leases as the Snap will,
// and grants built by MetaMask's own functions.
import { randomBytes } from 'node:crypto';
import { createErc20TokenPeriodicCaveats } from '@metamask/7715-permission-types';
import { createNonceTerms, createTimestampTerms } from '@metamask/delegation-core';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { type AgentChain, connectChain } from '../../src/agent/chain';
import { type GolemPolicyTerms, golemPolicy } from '../../src/core/caveats/golem-policy';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type CaveatData,
  type Delegation,
  digestOf,
  encodeContext,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/permissions/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { Chain } from '../world/chain';

export const USDC = 1_000_000n;
export const PAYEE: Address = '0xcacacacacacacacacacacacacacacacacacacaca';
const FRAMEWORK = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<string, Address>;
const usdcAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
]);

export type Stage = {
  chain: Chain;
  link: AgentChain;
  golem: string;
  owner: PrivateKeyAccount;
  guardian: PrivateKeyAccount;
  now: () => Promise<number>;
  /** MetaMask's `erc20-token-periodic` grant of the owner to the guardian, or to whom is named. */
  grant: (over?: { cap?: bigint; days?: number; to?: Address }) => Promise<Delegation>;
  /** The guardian's lease on it, as a context. */
  lease: (grant: Delegation, key: Address, over?: Partial<GolemPolicyTerms>) => Promise<Hex>;
  fund: (address: Address, ether?: string) => Promise<void>;
  send: (
    account: PrivateKeyAccount,
    call: { to: Address; data?: Hex; value?: bigint },
  ) => Promise<void>;
  usdcOf: (address: Address) => Promise<bigint>;
};

let count = 0;

export async function aStage(chain: Chain): Promise<Stage> {
  const link = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId });
  const owner = privateKeyToAccount(generatePrivateKey());
  const guardian = privateKeyToAccount(generatePrivateKey());
  count += 1;
  const wallet = (account: PrivateKeyAccount) =>
    createWalletClient({ account, chain: baseSepolia, transport: http(chain.rpcUrl) });
  const send: Stage['send'] = async (account, call) => {
    // After a 7702 upgrade anvil's count of pending transactions lags behind the mined one.
    const { address } = account;
    const nonce = await link.client.getTransactionCount({ address, blockTag: 'latest' });
    const hash = await wallet(account).sendTransaction({ ...call, nonce });
    await link.client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  };
  const fund: Stage['fund'] = (address, ether = '1') =>
    chain
      .cheat('anvil_setBalance', [address, numberToHex(parseEther(ether))])
      .then(() => undefined);
  await Promise.all([fund(owner.address), fund(guardian.address)]);
  await upgrade(owner, wallet, link);
  const mint = { abi: usdcAbi, functionName: 'mint', args: [owner.address, 1000n * USDC] } as const;
  await send(owner, { to: chain.usdc, data: encodeFunctionData(mint) });
  const now = async () => (await link.head()).timestamp;
  return {
    chain,
    link,
    golem: `atlas-${count}`,
    owner,
    guardian,
    now,
    fund,
    send,
    grant: async ({ cap = 10n * USDC, days = 7, to = guardian.address } = {}) =>
      signed(owner, {
        delegate: to,
        delegator: owner.address,
        authority: ROOT_AUTHORITY,
        caveats: grantCaveats(chain.usdc, cap, await now(), days),
      }),
    lease: async (grant, key, over = {}) => {
      const terms = { ...leaseTerms(chain.usdc, `atlas-${count}`, await now()), ...over };
      const leaseOf = { owner: owner.address, sessionKey: key, ...over };
      const caveat = {
        enforcer: golemPolicy.address,
        terms: golemPolicy.encode({ ...terms, ...leaseOf }),
        args: '0x' as Hex,
      };
      const lease = await signed(guardian, {
        delegate: key,
        delegator: guardian.address,
        authority: hashDelegation(grant),
        caveats: [caveat],
      });
      return encodeContext([lease, grant]);
    },
    usdcOf: (address) =>
      link.client.readContract({
        address: chain.usdc,
        abi: usdcAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
  };
}

/** The guardian opens the Golem's record at the oracle; the session key reports. */
export async function register(stage: Stage, reporter: Address): Promise<void> {
  const data = encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'register',
    args: [golemIdOf(stage.golem), reporter],
  });
  await stage.send(stage.guardian, { to: BARDO.vitalityOracle, data });
}

export async function signed(
  account: PrivateKeyAccount,
  unsigned: Omit<Delegation, 'salt' | 'signature'>,
): Promise<Delegation> {
  const delegation = { ...unsigned, salt: BigInt(`0x${randomBytes(32).toString('hex')}`) };
  const signature = await account.sign({ hash: digestOf(delegation, 84_532) });
  return { ...delegation, signature };
}

async function upgrade(
  owner: PrivateKeyAccount,
  wallet: (account: PrivateKeyAccount) => ReturnType<typeof createWalletClient>,
  link: AgentChain,
): Promise<void> {
  const client = wallet(owner);
  const authorization = await client.signAuthorization({
    account: owner,
    contractAddress: FRAMEWORK.EIP7702StatelessDeleGatorImpl as Address,
    executor: 'self',
  });
  const hash = await client.sendTransaction({
    account: owner,
    chain: baseSepolia,
    to: owner.address,
    authorizationList: [authorization],
  });
  await link.client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
}

function grantCaveats(token: Address, cap: bigint, now: number, days: number): CaveatData[] {
  const budget = createErc20TokenPeriodicCaveats({
    permission: {
      type: 'erc20-token-periodic',
      isAdjustmentAllowed: false,
      data: {
        tokenAddress: token,
        periodAmount: numberToHex(cap),
        periodDuration: 86_400,
        startTime: now,
        justification: 'Atlas lives on this',
      },
    },
    contracts: {
      erc20PeriodTransferEnforcer: FRAMEWORK.ERC20PeriodTransferEnforcer as Address,
      valueLteEnforcer: FRAMEWORK.ValueLteEnforcer as Address,
    },
  }) as CaveatData[];
  const until = { afterThreshold: 0, beforeThreshold: now + days * 86_400 };
  const rest = { TimestampEnforcer: createTimestampTerms(until), NonceEnforcer: noNonce() };
  return [
    ...budget,
    ...Object.entries(rest).map(([name, terms]) => ({
      enforcer: FRAMEWORK[name] as Address,
      terms: terms as Hex,
      args: '0x' as Hex,
    })),
  ];
}

function noNonce(): Hex {
  return createNonceTerms({ nonce: `0x${'00'.repeat(32)}` });
}

function leaseTerms(token: Address, golem: string, now: number) {
  return {
    token,
    cap: 5n * USDC,
    unitExponent: 2,
    replicantCap: 2n * USDC,
    expiry: BigInt(now + 5 * 86_400),
    epoch: 0n,
    budgetId: 1n,
    generation: 1n,
    golemId: golemIdOf(golem),
    maxAge: 86_400n,
    payees: [PAYEE],
  };
}
