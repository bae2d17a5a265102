// ERC-4337, for Golems whose gas a paymaster or a bundler's deal pays. The lease names the session key and heartbeats are
// signed by it, so the account must be that very address: the key itself, upgraded by EIP-7702 to MetaMask's stateless
// account with the first operation. It costs about 94,000 gas more per pull than a plain transaction.
import { encodeFunctionData, http, parseAbi } from 'viem';
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  formatUserOperationRequest,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction';
import { FRAMEWORK } from '../../core/chain/addresses';
import type { AgentChain } from '../chain/chain';
import type { SessionKey } from '../key/session-key';
import { type BundledOptions, feesIn, outbid } from './bundler-fees';
import type { Call, Sender, Sent } from './call';
import type { Journal } from './claims';
import type { Try } from './dispatch';
import { openJournal } from './journal';
import { inLine, sendOn } from './line';
import { plainSender } from './sender';
import { isAnswer } from './signing';
import { accountAbi, accountOf, upgradeOf } from './upgraded-key';
import type { Way } from './way';

const depositAbi = parseAbi(['function balanceOf(address account) view returns (uint256)']);

/** For `createGolem({ sender: bundledSender({ bundlerUrl }) })`. One at a time, like plain transactions. */
export function bundledSender(
  options: BundledOptions,
): (chain: AgentChain, key: SessionKey, journal?: Journal) => Sender {
  return (chain, key, journal = openJournal()) => {
    const { waitMs = 60_000, confirmations = 1 } = options;
    const { address } = key;
    const plain = plainSender(chain, key, options, journal);
    const way = bundledWay(chain, key, options);
    const line = { chain, address, way, waitMs, confirmations, journal };
    const send = (call: Call) =>
      // All that is left can only be sent by who pays for itself.
      call.gasPrice === undefined ? sendOn(line, call) : sweep(chain, key, plain, call);
    return { address, ...inLine(line, send) };
  };
}

function bundledWay(chain: AgentChain, key: SessionKey, options: BundledOptions): Way {
  return {
    name: 'operation',
    nextNonce: () =>
      chain.client.readContract({
        address: FRAMEWORK.entryPoint,
        abi: entryPoint07Abi,
        functionName: 'getNonce',
        args: [key.address, 0n],
      }),
    sign: async (call, { nonce, instead }) => {
      await refusedIn(chain, key, call);
      return signedOperation({ chain, key, options }, call, { nonce, instead });
    },
    submit: async ({ raw }) => {
      const bundler = bundlerAt(chain, await accountOf(chain, key), options);
      const params = [JSON.parse(raw), FRAMEWORK.entryPoint] as const;
      return bundler.request({ method: 'eth_sendUserOperation', params: [...params] }).then(
        () => null,
        (error: unknown) => (isAnswer(error) ? error : null),
      );
    },
    isTooCheap: async ({ raw }) => {
      const { maxFeePerGas } = await chain.client.estimateFeesPerGas();
      return maxFeePerGas > feesIn(raw).maxFeePerGas;
    },
    renews: true,
  };
}

/** Throws the chain's own reason: bundlers tell theirs in words of their own. */
async function refusedIn({ client, head }: AgentChain, key: SessionKey, call: Call): Promise<void> {
  await head();
  const { to, data = '0x', value = 0n } = call;
  await client.call({ account: key.address, to, data, value });
}

type Bundling = { chain: AgentChain; key: SessionKey; options: BundledOptions };

async function signedOperation(
  { chain, key, options }: Bundling,
  { to, data = '0x', value = 0n }: Call,
  { nonce, instead }: { nonce: bigint; instead?: Try | undefined },
): Promise<Try> {
  const account = await accountOf(chain, key);
  const bundler = bundlerAt(chain, account, options);
  const authorization = (await account.isDeployed()) ? {} : await upgradeOf(chain, key);
  const fees = instead ? outbid(await chain.client.estimateFeesPerGas(), feesIn(instead.raw)) : {};
  const asked = { calls: [{ to, data, value }], ...authorization, ...fees };
  const prepared = await bundler.prepareUserOperation({ ...asked, nonce });
  const signature = await account.signUserOperation(prepared);
  const operation = { ...prepared, signature } as UserOperation<'0.7'>;
  const place = { chainId: chain.chainId, entryPointAddress: FRAMEWORK.entryPoint };
  const hash = getUserOperationHash({
    ...{ ...place, entryPointVersion: '0.7' },
    userOperation: operation,
  });
  return { hash, raw: JSON.stringify(formatUserOperationRequest(operation)) };
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

/** Not exported: what viem infers for it cannot be named in the published types. */
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
