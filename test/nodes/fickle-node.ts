// Between a Golem and anvil: a node that may lose what it is given, lose its answers, or lag behind the chain.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { numberToHex } from 'viem';
import type { Chain } from '../../site/world/chain/chain';

export type FickleNode = {
  url: string;
  mode: {
    /** What happens to a transaction that is sent: it arrives, it arrives and nobody hears of it, it never arrives. */
    sends: 'arrive' | 'arrive unheard' | 'get lost';
    /** Whether receipts and transactions are found. */
    finds: boolean;
    /** Blocks behind the chain; with `asOf`, at that block for good. */
    lag: number;
    asOf: bigint | null;
    down: boolean;
    /** How many more questions it answers before it is gone; null = all. */
    answers: number | null;
    /** How many blocks it keeps, with their state; null = all of them. */
    keeps: number | null;
  };
  /** Methods that were asked for. */
  asked: string[];
  close: () => void;
};

type Question = { id: number; method: string; params?: unknown[] };

export async function aFickleNode(chain: Chain): Promise<FickleNode> {
  const mode: FickleNode['mode'] = {
    sends: 'arrive',
    finds: true,
    lag: 0,
    asOf: null,
    down: false,
    keeps: null,
    answers: null,
  };
  const asked: string[] = [];
  /** What it has forgotten it does not find, and says so to nobody. */
  const keptOf = async (filter: { fromBlock: string }, keeps: number) => {
    const first = BigInt((await chain.cheat('eth_blockNumber', [])) as string) - BigInt(keeps) + 1n;
    const kept = BigInt(filter.fromBlock) < first ? numberToHex(first) : filter.fromBlock;
    return { ...filter, fromBlock: kept };
  };
  const isForgotten = async (params: unknown[], keeps: number) => {
    const real = BigInt((await chain.cheat('eth_blockNumber', [])) as string);
    return params.some(
      (one) => /^0x[0-9a-f]{1,16}$/.test(`${one}`) && BigInt(`${one}`) + BigInt(keeps) <= real,
    );
  };
  const answer = async ({ method, params = [] }: Question): Promise<unknown> => {
    const latest = async () => {
      const real = BigInt((await chain.cheat('eth_blockNumber', [])) as string);
      return numberToHex(mode.asOf ?? real - BigInt(mode.lag));
    };
    if (mode.keeps !== null && method === 'eth_getLogs') {
      return chain.cheat(method, [await keptOf(params[0] as { fromBlock: string }, mode.keeps)]);
    }
    if (mode.keeps !== null && (await isForgotten(params, mode.keeps))) {
      if (method === 'eth_getBlockByNumber') return null;
      throw new Error('missing trie node');
    }
    if (mode.lag === 0 && mode.asOf === null) return chain.cheat(method, params);
    if (method === 'eth_blockNumber') return latest();
    // What is asked about the newest block is answered about its own newest.
    const pinned = await Promise.all(
      params.map((one) => (one === 'latest' || one === 'pending' ? latest() : one)),
    );
    return chain.cheat(method, pinned);
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
    const { id, method } = question;
    asked.push(method);
    const sends = method === 'eth_sendRawTransaction';
    if (mode.answers !== null) {
      mode.answers -= 1;
      mode.down ||= mode.answers < 0;
    }
    if (mode.down || (sends && mode.sends === 'get lost')) return request.socket.destroy();
    const finding = ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].includes(method);
    const reply =
      finding && !mode.finds
        ? { result: null }
        : await answer(question).then(
            (result) => ({ result }),
            (error: Error) => ({ error: { code: -32_000, message: error.message } }),
          );
    if (sends && mode.sends === 'arrive unheard') return request.socket.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, mode, asked, close };
}
