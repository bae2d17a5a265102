// The one node of the demo wallet. It holds known keys, so it works with anvil on this computer or not at all.
import {
  type Address,
  createPublicClient,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
} from 'viem';
import { isHex } from '../../../../src/core/bytes/hex';
import { baseSepolia } from '../../chain/viem-chain';
import { RpcError } from '../errors';

export type ChainLink = {
  rpcUrl: string;
  chainId: Hex;
  client: PublicClient;
  /** Any method; the node's own error passes through. */
  request: (method: string, params: unknown) => Promise<unknown>;
  /** For what answers with bytes or a quantity. */
  askHex: (method: string, params: unknown) => Promise<Hex>;
  codeOf: (address: Address) => Promise<Hex>;
};

/** All of 127.0.0.0/8 is loopback: the world's node hides somewhere in it. */
const ON_THIS_COMPUTER = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

export async function linkChain(rpcUrl: string): Promise<ChainLink> {
  const { hostname } = new URL(rpcUrl);
  if (!ON_THIS_COMPUTER.test(hostname)) {
    throw new Error(`The demo wallet refuses ${hostname}: it works with this computer only.`);
  }
  const request = requester(rpcUrl);
  const version = String(await request('web3_clientVersion', []));
  if (!/^anvil\//i.test(version)) {
    throw new Error(`The demo wallet refuses a node that says "${version}": it must be anvil.`);
  }
  const client = createPublicClient({
    chain: baseSepolia,
    transport: http(rpcUrl),
  }) as PublicClient;
  const chainId = numberToHex(Number(await request('eth_chainId', [])));
  const askHex = async (method: string, params: unknown) => {
    const answer = await request(method, params);
    if (!isHex(answer))
      throw new Error(`The node answered ${method} with something else than bytes.`);
    return answer;
  };
  const codeOf = (address: Address) => askHex('eth_getCode', [address, 'latest']);
  return { rpcUrl, chainId, client, request, askHex, codeOf };
}

function requester(rpcUrl: string) {
  return async (method: string, params: unknown): Promise<unknown> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { code: number; message: string; data?: unknown };
    };
    if (error) throw new RpcError(error.code, error.message, error.data);
    return result;
  };
}
