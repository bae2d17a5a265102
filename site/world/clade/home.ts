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
  const file = join(folder, 'memory.json');
  const memory: Memory = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { bornAt: now(), dead: false, did: [] };
  return {
    memory,
    keyFile: { file: join(folder, SESSION_KEY_FILE), passphrase: passphraseOf(golems) },
    save: () => writeFileSync(file, JSON.stringify(memory)),
  };
}

/** It lies beside the keys: on a demo chain it only shows how it is done. */
function passphraseOf(golems: string): string {
  const file = join(golems, 'passphrase');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
