// A Golem's people on the twin: an upgraded owner with dollars, a guardian that signs leases as the Snap will,
// and grants as MetaMask gives them.

import { randomBytes } from 'node:crypto';
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
import { mined } from '../../contracts/mined';
import { type AgentChain, connectChain } from '../../src/agent/chain/chain';
import { nonceEnforcerAbi } from '../../src/agent/chain/framework';
import { type GolemPolicyTerms, golemPolicy } from '../../src/core/caveats/golem-policy';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type Delegation,
  digestOf,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { baseSepolia } from '../world/base-sepolia';
import type { Chain } from '../world/chain';
import { delegationOf } from '../world/wallet/host/grant/delegation';
import { parseRequests, type Wanted } from '../world/wallet/host/grant/request';

export const USDC = 1_000_000n;
export const PAYEE: Address = '0xcacacacacacacacacacacacacacacacacacacaca';
const FRAMEWORK = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<string, Address>;
const usdcAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
]);

export type GrantTerms = {
  type?: 'erc20-token-periodic' | 'native-token-periodic';
  cap?: bigint;
  days?: number;
  to?: Address;
  /** MetaMask's rules besides the end. */
  redeemers?: Address[];
  payees?: Address[];
};

export type Stage = {
  chain: Chain;
  link: AgentChain;
  golem: string;
  owner: PrivateKeyAccount;
  guardian: PrivateKeyAccount;
  now: () => Promise<number>;
  /** MetaMask's periodic grant of the owner (dollars, or ether) to the guardian, or to whom is named. */
  grant: (over?: GrantTerms) => Promise<Delegation>;
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
    await mined(link.client, hash);
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
    grant: (over = {}) =>
      grantBy(owner, { to: guardian.address, ...over }, { link, usdc: chain.usdc }),
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
  // Another salt each time, also where the caller brought one.
  const delegation = { ...unsigned, salt: BigInt(`0x${randomBytes(32).toString('hex')}`) };
  const signature = await account.sign({ hash: digestOf(delegation, 84_532) });
  return { ...delegation, signature };
}

/** MetaMask does it before the first grant. */
export async function upgrade(
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
  await mined(link.client, hash);
}

/** MetaMask's own bytes for these terms, signed by the owner. */
export async function grantBy(
  owner: PrivateKeyAccount,
  terms: GrantTerms,
  { link, usdc }: { link: AgentChain; usdc: Address },
): Promise<Delegation> {
  const { timestamp } = await link.head();
  const asked = requestOf(terms, usdc, timestamp);
  const [wanted] = parseRequests([asked], timestamp) as [Wanted];
  const nonce = await link.client.readContract({
    address: FRAMEWORK.NonceEnforcer as Address,
    abi: nonceEnforcerAbi,
    functionName: 'currentNonce',
    args: [link.manager, owner.address],
  });
  return signed(owner, delegationOf(wanted, owner.address, numberToHex(nonce)));
}

/** As a site sends it to `wallet_requestExecutionPermissions`. */
function requestOf(
  { type = 'erc20-token-periodic', cap, days = 7, to, redeemers, payees }: GrantTerms,
  usdc: Address,
  now: number,
) {
  const native = type === 'native-token-periodic';
  const amount = cap ?? (native ? parseEther('0.01') : 10n * USDC);
  const rule = (name: string, addresses?: Address[]) =>
    addresses ? [{ type: name, data: { addresses } }] : [];
  return {
    chainId: numberToHex(84_532),
    to,
    permission: {
      type,
      isAdjustmentAllowed: false,
      data: {
        ...(native ? {} : { tokenAddress: usdc }),
        periodAmount: numberToHex(amount),
        periodDuration: 86_400,
        startTime: now,
        justification: 'Atlas lives on this',
      },
    },
    rules: [
      { type: 'expiry', data: { timestamp: now + days * 86_400 } },
      ...rule('redeemer', redeemers),
      ...rule('payee', payees),
    ],
  };
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
