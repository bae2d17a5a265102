// The control plane as a process of its own, to be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Process = { url: string; child: ChildProcess; output: () => string };

/** How soon a process starts is the machine's affair; less than what a hook may take. */
const PATIENCE_MS = 180_000;

/** Listens on a port of its own choice; `env` is all it knows. */
export async function startProcess(env: { [name: string]: string }): Promise<Process> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'site/api/server.ts'], {
    env: { PATH: process.env.PATH, BARDO_PORT: '0', BARDO_RATE: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (data: Buffer) => {
    output += data;
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  // Closed, not only gone: its last words may come after it.
  let closed = false;
  child.once('close', () => {
    closed = true;
  });
  const started = Date.now();
  while (Date.now() - started < PATIENCE_MS) {
    const url = /"url":"(http:[^"]+)"/.exec(output)?.[1];
    if (url) return { url, child, output: () => output };
    if (closed) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`it did not start: ${output}`);
}

/** kill -9. */
export async function kill({ child }: Process): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
