// ERC-4337, for Golems whose gas a paymaster or a bundler's deal pays. The lease names the session key and heartbeats are
// signed by it, so the account must be that very address: the key itself, upgraded by EIP-7702 to MetaMask's stateless
// account with the first operation. It costs about 94,000 gas more per pull than a plain transaction.
import { encodeFunctionData, type Hex, http, parseAbi } from 'viem';
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  formatUserOperationRequest,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction';
import { FRAMEWORK } from '../core/chain/addresses';
import type { AgentChain } from './chain';
import {
  type Call,
  isAnswer,
  oneByOne,
  plainSender,
  type Sender,
  type Sent,
  sameCall,
  Unconfirmed,
} from './sender';
import type { SessionKey } from './session-key';
import { accountAbi, accountOf, upgradeOf } from './upgraded-key';

export type BundledOptions = {
  bundlerUrl: string;
  /** Answers `pm_*` (ERC-7677); without one the key's own gas pays. */
  paymasterUrl?: string;
  waitMs?: number;
};

const LOOK_MS = 500;
const depositAbi = parseAbi(['function balanceOf(address account) view returns (uint256)']);

/** Signed and perhaps with the bundler, since this block. */
type Doubt = { call: Call; hash: Hex; since: bigint };

/** For `createGolem({ sender: bundledSender({ bundlerUrl }) })`. One at a time, like plain transactions. */
export function bundledSender(
  options: BundledOptions,
): (chain: AgentChain, key: SessionKey) => Sender {
  return (chain, key) => {
    const plain = plainSender(chain, key, options.waitMs);
    let doubt: Doubt | null = null;
    const sendNow = async (call: Call): Promise<Sent> => {
      // All that is left can only be sent by who pays for itself.
      if (call.gasPrice !== undefined) return sweep(chain, key, plain, call);
      const earlier = doubt && (await fateOf(chain, doubt));
      if (doubt && earlier) {
        const again = sameCall(doubt.call, call);
        doubt = null;
        if (again && earlier !== 'failed') return earlier;
      }
      await refusedIn(chain, key, call);
      const operation = await prepare(chain, key, options, call);
      // Kept after every failure. While it is not mined its number is free, and the next one takes it: only one of
      // the two can happen.
      doubt = { call, hash: operation.hash, since: operation.since };
      await operation.submit();
      const done = await settled(chain, doubt, options.waitMs);
      doubt = null;
      if (done === 'failed')
        throw new Error('The operation was mined, and what it called refused.');
      return done;
    };
    return { address: key.address, send: oneByOne(sendNow) };
  };
}

/** Throws the chain's own reason: bundlers tell theirs in words of their own. */
async function refusedIn({ client, head }: AgentChain, key: SessionKey, call: Call): Promise<void> {
  await head();
  const { to, data = '0x', value = 0n } = call;
  await client.call({ account: key.address, to, data, value });
}

async function prepare(
  chain: AgentChain,
  key: SessionKey,
  options: BundledOptions,
  { to, data = '0x', value = 0n }: Call,
) {
  const account = await accountOf(chain, key);
  const bundler = bundlerAt(chain, account, options);
  const authorization = (await account.isDeployed()) ? {} : await upgradeOf(chain, key);
  const asked = { calls: [{ to, data, value }], ...authorization };
  const nonce = await account.getNonce({ key: 0n });
  const prepared = await bundler.prepareUserOperation({ ...asked, nonce });
  const signature = await account.signUserOperation(prepared);
  const operation = { ...prepared, signature } as UserOperation<'0.7'>;
  const place = { chainId: chain.chainId, entryPointAddress: FRAMEWORK.entryPoint };
  const hash = getUserOperationHash({
    ...{ ...place, entryPointVersion: '0.7' },
    userOperation: operation,
  });
  return {
    hash,
    since: (await chain.head()).number,
    /** Only a bundler that answers can refuse: when its answer got lost, it may have the operation all the same. */
    submit: async () => {
      const params = [formatUserOperationRequest(operation), FRAMEWORK.entryPoint] as const;
      const sent = bundler.request({ method: 'eth_sendUserOperation', params: [...params] });
      await sent.catch((error: unknown) => {
        throw isAnswer(error) ? error : new Unconfirmed(hash);
      });
    },
  };
}

function bundlerAt(
  { client }: AgentChain,
  account: Awaited<ReturnType<typeof accountOf>>,
  { bundlerUrl, paymasterUrl }: BundledOptions,
) {
  const transport = http(bundlerUrl, { retryCount: 0 });
  if (!paymasterUrl) return createBundlerClient({ account, client, transport });
  const paymaster = createPaymasterClient({ transport: http(paymasterUrl) });
  return createBundlerClient({ account, client, transport, paymaster });
}

/** null = it is not mined. */
type Fate = Sent | 'failed' | null;

/** The EntryPoint's own word: a bundler may forget, or lie. */
async function fateOf({ client }: AgentChain, { hash, since }: Doubt): Promise<Fate> {
  const [event] = await client.getContractEvents({
    address: FRAMEWORK.entryPoint,
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: since,
    strict: true,
  });
  if (!event) return null;
  if (!event.args.success) return 'failed';
  const { transactionHash: transaction, blockNumber } = event;
  return { transaction, blockNumber, gasUsed: event.args.actualGasUsed };
}

async function settled(chain: AgentChain, doubt: Doubt, waitMs = 60_000): Promise<Sent | 'failed'> {
  const until = performance.now() + waitMs;
  for (;;) {
    const fate = await fateOf(chain, doubt);
    if (fate) return fate;
    if (performance.now() + LOOK_MS > until) throw new Unconfirmed(doubt.hash);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** What the EntryPoint holds goes first; then the caller counts anew what is left. */
async function sweep(
  { client }: AgentChain,
  key: SessionKey,
  plain: Sender,
  call: Call,
): Promise<Sent> {
  const account = key.address;
  const deposit = await client.readContract({
    address: FRAMEWORK.entryPoint,
    abi: depositAbi,
    functionName: 'balanceOf',
    args: [account],
  });
  if (deposit > 0n) {
    const args = [call.to, deposit] as const;
    const data = encodeFunctionData({ abi: accountAbi, functionName: 'withdrawDeposit', args });
    await plain.send({ to: account, data });
  }
  return plain.send(call);
}
