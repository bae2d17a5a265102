// A Golem's home on this computer: the file of its sealed session key, in which the kit keeps what it must know again, and when
// it was born. A world that starts again finds its Golems where they were.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyFile, SESSION_KEY_FILE } from '../../../src/agent/index';

type Memory = { bornAt: number; dead: boolean; did: string[] };

export type Home = { memory: Memory; keyFile: KeyFile; save: () => void };

const now = () => Math.floor(Date.now() / 1000);

export function openHome(golems: string, id: string): Home {
  const folder = join(golems, id);
  mkdirSync(folder, { recursive: true });
  const file = memoryOf(golems, id);
  const memory = remembered(file) ?? { bornAt: now(), dead: false, did: [] };
  return {
    memory,
    keyFile: { file: join(folder, SESSION_KEY_FILE), passphrase: passphraseOf(golems) },
    save: () => writeFileSync(file, JSON.stringify(memory)),
  };
}

/** Of one that never lived here nothing is known, and no home is made. */
export function hasDied(golems: string, id: string): boolean {
  return remembered(memoryOf(golems, id))?.dead ?? false;
}

function memoryOf(golems: string, id: string): string {
  return join(golems, id, 'memory.json');
}

function remembered(file: string): Memory | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** It lies beside the keys: on a demo chain it only shows how it is done. */
function passphraseOf(golems: string): string {
  const file = join(golems, 'passphrase');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
