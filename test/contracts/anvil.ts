// A chain of its own on this computer, and our contracts freshly built.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { anvilPath } from '../../site/world/chain/foundry';
import { freePort } from '../../site/world/chain/free-port';

export type Anvil = { rpc: string; stop: () => void };

const LOCK = 'contracts/cache/build.lock';

/** Some seconds when something changed. One process at a time: test files run side by side. */
export function build(): void {
  mkdirSync('contracts/cache', { recursive: true });
  while (!locked()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    execFileSync('node', ['contracts/tools/forge.mjs', 'build'], { stdio: 'pipe' });
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Who was killed while it built has left its lock behind. */
function locked(): boolean {
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(Number(existsSync(LOCK) && readFileSync(LOCK, 'utf8'))))
      rmSync(LOCK, { force: true });
    return false;
  }
}

/** 0 is ourselves: whoever has not written its number yet is alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function startAnvil(): Promise<Anvil> {
  const port = await freePort();
  const anvil = spawn(anvilPath(), ['--port', `${port}`, '--host', '127.0.0.1', '--silent']);
  const rpc = `http://127.0.0.1:${port}`;
  await answering(rpc, anvil);
  return { rpc, stop: () => anvil.kill() };
}

async function answering(rpc: string, anvil: ChildProcess): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (anvil.exitCode !== null) throw new Error(`anvil ended with ${anvil.exitCode}`);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpc, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('anvil did not answer within a minute');
}
