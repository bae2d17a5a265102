// A node that treats transactions as it likes, in front of anvil: it refuses some with words of its own, or says yes
// to them and forgets them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, keccak256, parseTransaction } from 'viem';

type Sent = ReturnType<typeof parseTransaction>;
/** Words of a refusal, `lost` for a yes without deeds, null to pass it on. */
export type Mood = (transaction: Sent) => string | null;

export type PickyNode = { rpcUrl: string; set: (mood: Mood) => void; stop: () => void };

export async function pickyNode(rpcUrl: string): Promise<PickyNode> {
  let mood: Mood = () => null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { id, method, params } = JSON.parse(text) as {
      id: number;
      method: string;
      params?: Hex[];
    };
    const [raw = '0x'] = params ?? [];
    const said = method === 'eth_sendRawTransaction' ? mood(parseTransaction(raw)) : null;
    response.setHeader('content-type', 'application/json');
    if (said === null) response.end(await passed(rpcUrl, text));
    else if (said === 'lost') response.end(answer(id, { result: keccak256(raw) }));
    else response.end(answer(id, { error: { code: -32_000, message: said } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    set: (next) => {
      mood = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function passed(rpcUrl: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(rpcUrl, { method: 'POST', headers, body })).text();
}

function answer(id: number, rest: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...rest });
}
