// Builds only what changed: the digest of a build's inputs stands beside its output.
import { type ChildProcess, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

type Build = {
  /** Files and folders; test output and the like does not belong here. */
  inputs: readonly string[];
  /** Holds the digest of the inputs the present output was made from. */
  stamp: string;
  /** One file of the output: without it the stamp counts for nothing. */
  output: string;
  /** A lesser output of the same inputs: good enough here, but not for who asks without one. */
  variant?: string;
  run: () => Promise<void>;
};

/** True when it had to build. */
export async function buildIfChanged(wanted: Build): Promise<boolean> {
  const { inputs, stamp, output, variant, run } = wanted;
  const digest = digestOf(inputs);
  const own = variant ? `${digest} ${variant}` : digest;
  const made = existsSync(stamp) && existsSync(output) ? readFileSync(stamp, 'utf8') : null;
  if (made === digest || made === own) return false;
  rmSync(stamp, { force: true });
  await run();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, own);
  return true;
}

/** Whoever asks while it is under way gets the same; after a failure it is tried anew. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Quiet unless it fails. */
export function runTool(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
    const tool = execFile(`node_modules/.bin/${name}`, args, options, (error, stdout, stderr) => {
      tools.delete(tool);
      if (error) reject(new Error(`${name} ${args.join(' ')} failed.\n${stdout}\n${stderr}`));
      else resolve();
    });
    tools.add(tool);
  });
}

const tools = new Set<ChildProcess>();

/** Those at work fail; what they were building is built the next time. */
export function stopTools(): void {
  for (const tool of tools) tool.kill('SIGTERM');
}

function digestOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn)) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
    .map(({ name }) => join(path, name))
    .sort()
    .flatMap(filesIn);
}
