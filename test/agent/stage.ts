// A Golem's people on the twin: an upgraded owner with dollars, a guardian that signs leases as the Snap will,
// and grants as MetaMask gives them.

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
import type { Chain } from '../../site/world/chain/chain';
import { viemChain } from '../../site/world/chain/viem-chain';
import {
  type GrantWish,
  grantBy,
  signDelegation,
  upgradeAccount,
} from '../../site/world/people/grants';
import { type AgentChain, connectChain } from '../../src/agent/chain/chain';
import { type GolemPolicyTerms, golemPolicy } from '../../src/core/caveats/golem-policy';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';

export const USDC = 1_000_000n;
export const PAYEE: Address = '0xcacacacacacacacacacacacacacacacacacacaca';
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
  /** MetaMask's periodic grant of the owner (dollars, or ether) to the guardian, or to whom is named. */
  grant: (over?: GrantWish) => Promise<Delegation>;
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
    createWalletClient({ account, chain: viemChain(chain.chainId), transport: http(chain.rpcUrl) });
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
  await upgradeAccount(owner, wallet, link);
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
      const unsigned = {
        delegate: key,
        delegator: guardian.address,
        authority: hashDelegation(grant),
        caveats: [caveat],
      };
      const lease = await signDelegation(guardian, unsigned, chain.chainId);
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
