// A node in trouble, in front of anvil: whatever it is asked, it may answer as overloaded, broken and half-synced nodes
// and their gateways do.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { id: number; method: string; params: unknown[] };
/** An HTTP status, an error or a result of JSON-RPC, or a connection that is cut. */
export type Hiccup =
  | { status: number }
  | { error: { code: number; message: string } }
  | { result: unknown }
  | 'cut';
/** null to pass the question on. */
export type Trouble = (asked: Asked) => Hiccup | null;

export type HiccupNode = {
  rpcUrl: string;
  set: (trouble: Trouble) => void;
  /** Questions since it was last set. */
  asked: () => readonly Asked[];
  stop: () => void;
};

export async function hiccupNode(rpcUrl: string): Promise<HiccupNode> {
  let trouble: Trouble = () => null;
  let asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const read = JSON.parse(text) as Asked | Asked[];
    const questions = Array.isArray(read) ? read : [read];
    asked.push(...questions);
    const hiccup = questions.map(trouble).find((one) => one !== null);
    response.setHeader('content-type', 'application/json');
    if (hiccup) stumble(response, hiccup, questions[0]?.id ?? 0);
    else response.end(await passed(rpcUrl, text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    set: (next) => {
      trouble = next;
      asked = [];
    },
    asked: () => asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function stumble(response: ServerResponse, hiccup: Hiccup, id: number): void {
  if (hiccup === 'cut') response.destroy();
  else if ('status' in hiccup) {
    response.statusCode = hiccup.status;
    response.end('<html>try again later</html>');
  } else response.end(JSON.stringify({ jsonrpc: '2.0', id, ...hiccup }));
}

async function passed(rpcUrl: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(rpcUrl, { method: 'POST', headers, body })).text();
}
