// Runs a program as a real process, again and again: each of its lives is killed at a step of its own.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const PATIENCE_MS = 120_000;

export type Mortal<Life> = {
  /** Whether it came to its end; `steps` of a life that did. */
  live: (life: Life) => Promise<{ ended: boolean; steps: number | null; said: string }>;
  clear: () => void;
};

/** Bundled into one file: a process of it is there in a third of a second. `Life` reaches it in MORTAL_LIFE. */
export async function aMortal<Life>(program: string): Promise<Mortal<Life>> {
  const outDir = mkdtempSync(join(tmpdir(), 'bardo-mortal-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'mortal.mjs' } },
    },
  });
  return {
    live: (life) => liveOnce(join(outDir, 'mortal.mjs'), life),
    clear: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

async function liveOnce(file: string, life: unknown) {
  const child = fork(file, {
    env: { ...process.env, MORTAL_LIFE: JSON.stringify(life) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let steps: number | null = null;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  child.on('message', (word: { steps: number }) => {
    steps = word.steps;
  });
  // Whoever waits for nothing says so by what it said.
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(late);
  return { ended: code === 0, steps, said };
}
