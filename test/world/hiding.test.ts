// The demo world's node is hidden from web pages and reached by its door alone, on every system.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../site/world/chain/anvil';
import type { Hiding } from '../../site/world/chain/hiding';
import { listenOn, openRpcDoor } from '../../site/world/chain/rpc-door';
import { launchChromium } from '../worker/chromium';

const PORTAL = 'http://localhost:3003';
const EXTENSION = 'chrome-extension://ljfoeinjpaedjfecbmggjgodbgkmjkjk';
/** Where there is but one loopback address, the first way is not there. */
const WAYS: Hiding[] = process.platform === 'linux' ? ['address', 'port'] : ['port'];

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

/** A page of this computer, of another origin than anything of ours. */
let page: Page;
let browser: Browser;
let site: Server;

beforeAll(async () => {
  site = await listenOn(
    createServer((_, response) => response.setHeader('content-type', 'text/html').end('hello')),
    0,
  );
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://localhost:${portOf(site)}/`);
});

afterAll(async () => {
  await browser?.close();
  closed(site);
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function closed(server: Server | undefined): void {
  server?.closeAllConnections();
  server?.close();
}

/** The page makes a block, by a request that needs nobody's leave and by a WebSocket. */
async function attack(at: string): Promise<void> {
  await page.evaluate(async (place) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}';
    await fetch(`http://${place}`, { method: 'POST', mode: 'no-cors', body }).catch(() => null);
    await new Promise((resolve) => {
      const socket = new WebSocket(`ws://${place}`);
      socket.onopen = () => socket.send(body);
      for (const event of ['message', 'error', 'close']) socket.addEventListener(event, resolve);
    });
  }, at);
}

const height = async (node: Anvil) => Number(await node.cheat('eth_blockNumber', []));

it('a node that does not hide is driven by any page', async () => {
  const node = await startAnvil({});

  await attack(node.listens);

  expect(await height(node)).toBeGreaterThan(0);
  await node.stop();
});

describe.each(WAYS)('a node that hides by its %s', (hidden) => {
  let node: Anvil;
  let door: Server;
  let doorPort: number;

  beforeAll(async () => {
    node = await startAnvil({ hidden });
    door = await openRpcDoor({ port: 0, rpcUrl: node.rpcUrl, origins: [PORTAL] });
    doorPort = portOf(door);
  });

  afterAll(async () => {
    closed(door);
    await node?.stop();
  });

  it('is driven by no page, by whatever address a page can know', async () => {
    const { hostname, port } = new URL(`http://${node.listens}`);
    if (hidden === 'address') {
      expect(hostname).toMatch(/^127\.(?!0\.0\.1$)/);
      for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1']) {
        expect(await ask({ host, port: Number(port) })).toBe('ECONNREFUSED');
      }
    }

    for (const host of ['127.0.0.1', 'localhost', '[::1]']) await attack(`${host}:${port}`);
    if (hidden === 'port') await attack(new URL(node.rpcUrl).host);
    await attack(`localhost:${doorPort}`);

    expect(await height(node)).toBe(0);
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
