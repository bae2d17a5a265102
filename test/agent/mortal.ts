// Runs the README's example as a real process, again and again: each life is killed at a step of its own.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { MortalLife } from './mortal-example';

export type Mortal = {
  /** Whether it came to its end; `steps` of a life that did. */
  live: (life: MortalLife) => Promise<{ ended: boolean; steps: number | null; said: string }>;
  clear: () => void;
};

/** One file: a process of it is there in a third of a second. */
export async function aMortal(): Promise<Mortal> {
  const outDir = mkdtempSync(join(tmpdir(), 'bardo-mortal-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'test/agent/mortal-example.ts',
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

async function liveOnce(file: string, life: MortalLife) {
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
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { ended: code === 0, steps, said };
}
