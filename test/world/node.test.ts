// The demo world's node: hidden from web pages, reached by its door alone, and kept in a file that does not grow.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from './anvil';
import { KEPT_BLOCKS } from './chain-file';
import { openRpcDoor } from './rpc-door';

const PORTAL = 'http://localhost:3003';
const EXTENSION = 'chrome-extension://ljfoeinjpaedjfecbmggjgodbgkmjkjk';
const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const POOR = '0x00000000000000000000000000000000000b0b0b';

let folder: string;
let state: string;
let node: Anvil;
let door: Server;
let doorPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-node-'));
  state = join(folder, 'chain.json');
  node = await startAnvil({ state, hidden: true });
  door = await openRpcDoor({ port: 0, rpcUrl: node.rpcUrl, origins: [PORTAL] });
  doorPort = (door.address() as AddressInfo).port;
});

afterAll(async () => {
  door?.closeAllConnections();
  door?.close();
  await node?.stop();
  rmSync(folder, { recursive: true });
});

type Asked = { port: number; host?: string; headers?: { [name: string]: string }; method?: string };

/** The status, or how the connection failed. */
async function ask({ port, host = '127.0.0.1', headers = {}, method = 'POST' }: Asked) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const sent = request({
    host,
    port,
    method,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.on('error', () => undefined);
  sent.end(method === 'POST' ? body : undefined);
  try {
    const [answer] = (await Promise.race([once(sent, 'response'), once(sent, 'upgrade')])) as [
      IncomingMessage,
    ];
    answer.resume();
    return answer.statusCode;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

describe('the node', () => {
  it('listens where no page finds it', async () => {
    const { hostname, port } = new URL(node.rpcUrl);
    if (process.platform !== 'linux') return expect(hostname).toBe('127.0.0.1');

    expect(hostname).toMatch(/^127\.(?!0\.0\.1$)/);
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1']) {
      expect(await ask({ host, port: Number(port) })).toBe('ECONNREFUSED');
    }
  });

  it('is reached by its door, by wallets, the Portal and programs', async () => {
    for (const headers of [{}, { origin: EXTENSION }, { origin: PORTAL }]) {
      expect(await ask({ port: doorPort, headers })).toBe(200);
    }
  });

  it.each<[string, Partial<Asked>]>([
    ['a stranger’s page', { headers: { origin: 'https://evil.example' } }],
    ['another page of this computer', { headers: { origin: 'http://localhost:1' } }],
    ['a page without an origin', { headers: { origin: 'null' } }],
    ['a name that leads here', { headers: { host: 'rebound.example' } }],
    ['a name that looks like ours', { headers: { host: '127.0.0.1.evil.example' } }],
    ['the node’s own address', { headers: { host: '127.9.9.9:8545' } }],
    [
      'a WebSocket of a page',
      { method: 'GET', headers: { ...UPGRADE, origin: 'https://evil.example' } },
    ],
  ])('is closed to %s', async (_, asked) => {
    expect(await ask({ port: doorPort, ...asked })).toBe(403);
  });

  it('opens no WebSocket to anybody, and answers no GET', async () => {
    expect(await ask({ port: doorPort, method: 'GET', headers: UPGRADE })).toBe(405);
    expect(await ask({ port: doorPort, method: 'GET' })).toBe(405);
  });
});

it('keeps a chain of any length in a file that stays small, and goes on from it', async () => {
  // The node answers with the hash before it has made the block.
  const pay = async () => {
    const hash = await node.cheat('eth_sendTransaction', [{ from: RICH, to: POOR, value: '0x1' }]);
    const receipt = () => node.cheat('eth_getTransactionReceipt', [hash]);
    await expect.poll(receipt).not.toBeNull();
  };
  const blocks = (count: number) => node.cheat('anvil_mine', [`0x${count.toString(16)}`]);
  const hashAt = async (tag: string) =>
    ((await node.cheat('eth_getBlockByNumber', [tag, false])) as { hash: string } | null)?.hash;
  await pay();
  await blocks(KEPT_BLOCKS);
  await pay();
  await node.stop();
  const size = statSync(state).size;

  node = await startAnvil({ state, hidden: true });
  await blocks(3 * KEPT_BLOCKS);
  await pay();
  const [head, hash] = [await node.cheat('eth_blockNumber', []), await hashAt('latest')];
  await node.stop();

  expect(JSON.parse(readFileSync(state, 'utf8')).blocks).toHaveLength(KEPT_BLOCKS);
  // The chain's own list of past hashes (EIP-2935) grows to 8191 entries; nothing else does.
  expect(statSync(state).size).toBeLessThan(size + 1_500_000);
  expect(statSync(state).mode & 0o077).toBe(0);
  node = await startAnvil({ state, hidden: true });
  expect(await node.cheat('eth_blockNumber', [])).toBe(head);
  expect(await hashAt('latest')).toBe(hash);
  expect(await node.cheat('eth_getBalance', [POOR, 'latest'])).toBe('0x3');
});
