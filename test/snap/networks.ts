// The wallet's networks as a Snap meets them in MetaMask Flask: one selected chain per Snap, switched
// without a window, 4902 for a chain the wallet does not know, -32002 for an endpoint that is down.
// What is asked of a chain goes to a real node.
import type { Json } from '@metamask/snaps-sdk';

const ALLOWED = ['eth_chainId', 'eth_call', 'eth_blockNumber', 'eth_getCode', 'eth_getBalance'];

export class Networks {
  /** Ethereum, as on a fresh profile: the Snap must not count on any. */
  selected = 1;
  readonly #urls = new Map<number, string>();
  readonly #down = new Set<number>();

  /** `url`: the node behind chain `chainId` as the wallet believes; a test may connect a wrong one. */
  add(chainId: number, url: string): void {
    this.#urls.set(chainId, url);
  }

  remove(chainId: number): void {
    this.#urls.delete(chainId);
  }

  /** The endpoint answers nobody, or answers again. */
  outage(chainId: number, down = true): void {
    if (down) this.#down.add(chainId);
    else this.#down.delete(chainId);
  }

  async answer(method: string, params: Json[]): Promise<Json> {
    if (method === 'wallet_switchEthereumChain') return this.#switch(params);
    if (!ALLOWED.includes(method)) {
      throw rpcError(-32601, 'The method does not exist / is not available.');
    }
    if (method === 'eth_chainId') return `0x${this.selected.toString(16)}`;
    const url = this.#urls.get(this.selected);
    if (!url || this.#down.has(this.selected)) {
      throw rpcError(-32002, 'RPC endpoint returned too many errors, retrying in 0.5 minutes.');
    }
    return forward(url, method, params);
  }

  #switch([target]: Json[]): Json {
    const { chainId } = target as { chainId: string };
    if (!this.#urls.has(Number(chainId))) {
      throw rpcError(4902, `Unrecognized chain ID "${chainId}".`);
    }
    this.selected = Number(chainId);
    return null;
  }
}

type NodeAnswer = { result?: Json; error?: { code: number; message: string; data?: Json } };

async function forward(url: string, method: string, params: Json[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { result = null, error } = (await answer.json()) as NodeAnswer;
  if (error) throw rpcError(error.code, error.message, error.data);
  return result;
}

/** As the wallet's own errors are made, so that code and data reach the Snap. */
function rpcError(code: number, message: string, data?: Json): Error {
  const serialize = () => ({ code, message, ...(data === undefined ? {} : { data }) });
  return Object.assign(new Error(message), { code, serialize });
}
