// A Golem with mandates on the twin: a plain key owns a Hybrid account with dollars in it, and signs what the
// Golem may do from there as a wallet would sign it.

import { randomBytes } from 'node:crypto';
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseEther,
  toFunctionSelector,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { mined } from '../../contracts/mined';
import type { Chain } from '../../site/world/chain/chain';
import { type AgentChain, connectChain } from '../../src/agent/chain/chain';
import { SessionKey } from '../../src/agent/key/session-key';
import { planReport } from '../../src/agent/life/oracle';
import type { Sender } from '../../src/agent/payments/call';
import { plainSender } from '../../src/agent/payments/sender';
import { type Mandate, readMandate } from '../../src/agent/runway/mandate';
import { createEvents } from '../../src/agent/store/events';
import { golemPhase, type PhaseRule } from '../../src/core/caveats/golem-phase';
import { maxSlippage } from '../../src/core/caveats/max-slippage';
import { timestamp } from '../../src/core/caveats/timestamp';
import { vaultNav } from '../../src/core/caveats/vault-nav';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type CaveatData,
  type Delegation,
  encodeContext,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import { contractTypedData, golemIdOf } from '../../src/core/protocol/messages';
import { PHASES, type Phase } from '../../src/core/protocol/status';
import { aGrantMessage } from '../vectors/delegations';
import { openHybrid } from './hybrid';
import { FEED_DECIMALS, type Market, marketAbi } from './market';

export const USDC = 1_000_000n;
const DAY = 86_400;

export type Seat = {
  link: AgentChain;
  golem: string;
  owner: PrivateKeyAccount;
  /** The Hybrid account; it holds 10,000 dollars. */
  account: Address;
  key: SessionKey;
  sender: Sender;
  /** Dollars to ether until the Golem is in conservation, ether to dollars until it dies. */
  buy: Mandate;
  sell: Mandate;
  /** In and out of the vault, losing at most one dollar a day; no new deposit from conservation on. */
  save: Mandate;
  report: (phase: Phase) => Promise<void>;
  send: (account: PrivateKeyAccount, to: Address, data: Hex) => Promise<void>;
  balance: (token: Address, of?: Address) => Promise<bigint>;
};

let count = 0;

export async function aSeat(chain: Chain, market: Market): Promise<Seat> {
  count += 1;
  const golem = `hermes-${count}`;
  const link = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId });
  const owner = privateKeyToAccount(generatePrivateKey());
  const key = SessionKey.generate({ events: createEvents(), now: () => Date.now() / 1000 });
  const sender = plainSender(link, key);
  for (const address of [owner.address, key.address]) {
    await chain.cheat('anvil_setBalance', [address, numberToHex(parseEther('1'))]);
  }
  const send: Seat['send'] = async (by, to, data) => {
    const wallet = createWalletClient({
      account: by,
      chain: baseSepolia,
      transport: http(chain.rpcUrl),
    });
    const hash = await wallet.sendTransaction({ to, data });
    await mined(link.client, hash);
  };
  const account = await openHybrid(chain, owner.address);
  const mint = [account, 10_000n * USDC] as const;
  const data = encodeFunctionData({ abi: marketAbi, functionName: 'mint', args: mint });
  await send(owner, chain.usdc, data);

  const { timestamp: now } = await link.head();
  const scene = { chain, market, golem, expiry: BigInt(now + 30 * DAY) };
  const given = async (caveats: CaveatData[]) => {
    const signed = await sign(owner, mandateOf({ account, key: key.address, caveats }));
    return readMandate(encodeContext([signed]), chain.chainId);
  };
  return {
    link,
    golem,
    owner,
    account,
    key,
    sender,
    buy: await given(buyCaveats(scene)),
    sell: await given(sellCaveats(scene)),
    save: await given(saveCaveats(scene)),
    report: async (phase) => {
      const vitals = { phase, vitality: 5000 };
      await sender.send(planReport({ guardian: account, golem }, vitals));
    },
    send,
    balance: (token, of = account) =>
      link.client.readContract({
        address: token,
        abi: marketAbi,
        functionName: 'balanceOf',
        args: [of],
      }),
  };
}

/** What a relay gets: the account opens its Golem's record by its owner's signature (ERC-1271). */
export async function signedRegistration(
  { account, golem, key, link }: Seat,
  signer: PrivateKeyAccount,
): Promise<Hex> {
  const deadline = BigInt((await link.head()).timestamp + 3600);
  const place = { chainId: link.chainId, contract: BARDO.vitalityOracle };
  const record = { guardian: account, golemId: golemIdOf(golem), reporter: key.address };
  const typed = contractTypedData('Register', place, { ...record, nonce: 0n, deadline });
  const signature = await signer.signTypedData(typed);
  return encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'registerFor',
    args: [account, record.golemId, key.address, deadline, signature],
  });
}

/** The typed data that a site hands to `eth_signTypedData_v4`. */
export function typedDataOf(delegation: Delegation, chainId: number) {
  const message = aGrantMessage(delegation);
  const { metadata: _, ...typed } = { ...message, domain: { ...message.domain, chainId } };
  return typed;
}

/** Signs the typed data itself, not a digest that our own code computed. */
export async function sign(owner: PrivateKeyAccount, unsigned: Delegation): Promise<Delegation> {
  const { types, ...typed } = typedDataOf(unsigned, 84_532);
  const signature = await owner.signTypedData({ ...typed, types } as unknown as Parameters<
    typeof owner.signTypedData
  >[0]);
  return { ...unsigned, signature };
}

function mandateOf({
  account,
  key,
  caveats,
}: {
  account: Address;
  key: Address;
  caveats: CaveatData[];
}): Delegation {
  return {
    delegate: key,
    delegator: account,
    authority: ROOT_AUTHORITY,
    caveats,
    salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
    signature: '0x',
  };
}

type Terms = { chain: Chain; market: Market; golem: string; expiry: bigint };

const rule = (
  target: Address,
  signature: string,
  worst: Phase,
  recipientArg: number | null = null,
): PhaseRule => ({
  target,
  selector: toFunctionSelector(signature),
  worstPhase: PHASES.indexOf(worst),
  recipientArg,
});

const APPROVE = 'approve(address,uint256)';
const SWAP = 'swap(address,address,address,uint256,uint256)';

function caveatsOf({ golem, expiry }: Terms, rules: PhaseRule[], price: CaveatData): CaveatData[] {
  const phase = { golemId: golemIdOf(golem), maxAge: BigInt(7 * DAY), rules };
  return [
    { enforcer: golemPhase.address, terms: golemPhase.encode(phase), args: '0x' },
    price,
    {
      enforcer: timestamp.address,
      terms: timestamp.encode({ after: 0n, before: expiry }),
      args: '0x',
    },
  ];
}

function buyCaveats(scene: Terms): CaveatData[] {
  const { chain, market } = scene;
  const rules = [rule(chain.usdc, APPROVE, 'stable'), rule(market.pool, SWAP, 'stable', 2)];
  return caveatsOf(scene, rules, swapCaveat(scene, 'buy'));
}

function sellCaveats(scene: Terms): CaveatData[] {
  const { market } = scene;
  const rules = [rule(market.weth, APPROVE, 'declining'), rule(market.pool, SWAP, 'declining', 2)];
  return caveatsOf(scene, rules, swapCaveat(scene, 'sell'));
}

function swapCaveat({ chain, market }: Terms, side: 'buy' | 'sell'): CaveatData {
  const dollar = { token: chain.usdc, decimals: 6 };
  const ether = { token: market.weth, decimals: 18 };
  const [sold, bought] = side === 'buy' ? [dollar, ether] : [ether, dollar];
  const terms = maxSlippage.encode({
    router: market.pool,
    selector: toFunctionSelector(SWAP),
    tokenIn: sold.token,
    tokenOut: bought.token,
    tokenInArg: 0,
    tokenOutArg: 1,
    recipientArg: 2,
    feed: side === 'buy' ? market.feeds.wethPerUsdc : market.feeds.usdcPerWeth,
    feedDecimals: FEED_DECIMALS,
    inDecimals: sold.decimals,
    outDecimals: bought.decimals,
    maxFeedAge: BigInt(DAY),
    maxBps: 100,
  });
  return { enforcer: maxSlippage.address, terms, args: '0x' };
}

function saveCaveats(scene: Terms): CaveatData[] {
  const { chain, market } = scene;
  const rules = [
    rule(chain.usdc, APPROVE, 'stable'),
    rule(market.vault, 'deposit(uint256,address)', 'stable', 1),
    rule(market.vault, 'withdraw(uint256,address,address)', 'declining', 1),
    rule(market.vault, 'redeem(uint256,address,address)', 'declining', 1),
  ];
  const terms = vaultNav.encode({
    vault: market.vault,
    maxBps: 100,
    navAtGrant: 9_990n * USDC,
    absoluteCap: 1n * USDC,
    unitExponent: 0,
    budgetId: 1n,
  });
  return caveatsOf(scene, rules, { enforcer: vaultNav.address, terms, args: '0x' });
}
