// A Golem's home on this computer: its sealed session key, when it was born, the number of its last heartbeat.
// A world that starts again finds its Golems where they were.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionKey } from '../../../src/agent/key/session-key';
import {
  keyFileStore,
  loadSessionKey,
  removeSessionKey,
  SESSION_KEY_FILE,
  saveSessionKey,
} from '../../../src/agent/key/session-key-file';
import type { Events } from '../../../src/agent/store/events';
import type { Store } from '../../../src/agent/store/store';

type Memory = { bornAt: number; sequence: number; dead: boolean; did: string[] };

export type Home = {
  memory: Memory;
  /** Its payments in doubt, in the key file. */
  store: Store;
  save: () => void;
  loadKey: (events: Events) => Promise<SessionKey | undefined>;
  saveKey: (key: SessionKey) => Promise<void>;
  forgetKey: () => Promise<void>;
};

const now = () => Math.floor(Date.now() / 1000);

export function openHome(golems: string, id: string): Home {
  const folder = join(golems, id);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'memory.json');
  const keyFile = join(folder, SESSION_KEY_FILE);
  const memory: Memory = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { bornAt: now(), sequence: 0, dead: false, did: [] };
  const passphrase = passphraseOf(golems);
  return {
    memory,
    store: keyFileStore(keyFile),
    save: () => writeFileSync(file, JSON.stringify(memory)),
    loadKey: async (events) =>
      existsSync(keyFile) ? loadSessionKey(keyFile, passphrase, { events, now }) : undefined,
    saveKey: (key) => saveSessionKey(key, keyFile, passphrase),
    forgetKey: () => removeSessionKey(keyFile),
  };
}

/** It lies beside the keys: on a demo chain it only shows how it is done. */
function passphraseOf(golems: string): string {
  const file = join(golems, 'passphrase');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
