// A chain of its own on this computer, and our contracts freshly built.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';

export type Anvil = { rpc: string; stop: () => void };

/** First of anvil's well-known funded keys. */
export const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Seconds when something changed, nothing when not. */
export function build(): void {
  execFileSync('node_modules/.bin/forge', ['build'], { stdio: 'pipe' });
}

export async function startAnvil(): Promise<Anvil> {
  const port = await freePort();
  const anvil = spawn('node_modules/.bin/anvil', [
    '--port',
    `${port}`,
    '--host',
    '127.0.0.1',
    '--silent',
  ]);
  const rpc = `http://127.0.0.1:${port}`;
  await answering(rpc, anvil);
  return { rpc, stop: () => anvil.kill() };
}

async function answering(rpc: string, anvil: ChildProcess): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (anvil.exitCode !== null) throw new Error(`anvil ended with ${anvil.exitCode}`);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpc, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('anvil did not answer within ten seconds');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
