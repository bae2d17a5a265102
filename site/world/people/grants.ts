// What an owner's wallet does before a Golem can live on its money: upgrade the account (EIP-7702) and sign
// MetaMask's own bytes for a permission (ERC-7715). The demo world and every test sign their grants here.
import { randomBytes } from 'node:crypto';
import { type Address, type createWalletClient, numberToHex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { mined } from '../../../contracts/mined';
import type { AgentChain } from '../../../src/agent/chain/chain';
import { answerTo } from '../../../src/core/chain/answers';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { type Delegation, digestOf } from '../../../src/core/delegations/delegation';
import { CHAIN_ID } from '../chain/anvil';
import { viemChain } from '../chain/viem-chain';
import { contract, delegationOf } from '../wallet/permission/delegation';
import { parseRequests, type Wanted } from '../wallet/permission/request';

const USDC = 1_000_000n;

export type GrantWish = {
  type?: 'erc20-token-periodic' | 'native-token-periodic';
  cap?: bigint;
  days?: number;
  /** Seconds of a period. */
  every?: number;
  to?: Address;
  /** MetaMask's rules besides the end. */
  redeemers?: Address[];
  payees?: Address[];
};

export async function signDelegation(
  account: PrivateKeyAccount,
  unsigned: Omit<Delegation, 'salt' | 'signature'>,
  chainId: number = CHAIN_ID,
): Promise<Delegation> {
  // Another salt each time, also where the caller brought one.
  const delegation = { ...unsigned, salt: BigInt(`0x${randomBytes(32).toString('hex')}`) };
  const signature = await account.sign({ hash: digestOf(delegation, chainId) });
  return { ...delegation, signature };
}

/** MetaMask does it before the first grant. */
export async function upgradeAccount(
  owner: PrivateKeyAccount,
  wallet: (account: PrivateKeyAccount) => ReturnType<typeof createWalletClient>,
  link: AgentChain,
): Promise<void> {
  const client = wallet(owner);
  const authorization = await client.signAuthorization({
    account: owner,
    contractAddress: contract('EIP7702StatelessDeleGatorImpl'),
    executor: 'self',
  });
  const hash = await client.sendTransaction({
    account: owner,
    chain: viemChain(link.chainId),
    to: owner.address,
    authorizationList: [authorization],
  });
  await mined(link.client, hash);
}

/** MetaMask's own bytes for these terms, signed by the owner. */
export async function grantBy(
  owner: PrivateKeyAccount,
  terms: GrantWish,
  { link, usdc }: { link: AgentChain; usdc: Address },
): Promise<Delegation> {
  const { timestamp } = await link.head();
  const asked = requestOf(terms, { chainId: link.chainId, usdc }, timestamp);
  const [wanted] = parseRequests([asked], timestamp) as [Wanted];
  const nonce = await answerTo(link.client, QUESTIONS.nonce, [owner.address]);
  const unsigned = delegationOf(wanted, owner.address, numberToHex(nonce));
  return signDelegation(owner, unsigned, link.chainId);
}

/** As a site sends it to `wallet_requestExecutionPermissions`. */
function requestOf(
  {
    type = 'erc20-token-periodic',
    cap,
    days = 7,
    every = 86_400,
    to,
    redeemers,
    payees,
  }: GrantWish,
  { chainId, usdc }: { chainId: number; usdc: Address },
  now: number,
) {
  const native = type === 'native-token-periodic';
  const amount = cap ?? (native ? parseEther('0.01') : 10n * USDC);
  const rule = (name: string, addresses?: Address[]) =>
    addresses ? [{ type: name, data: { addresses } }] : [];
  return {
    chainId: numberToHex(chainId),
    to,
    permission: {
      type,
      isAdjustmentAllowed: false,
      data: {
        ...(native ? {} : { tokenAddress: usdc }),
        periodAmount: numberToHex(amount),
        periodDuration: every,
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
