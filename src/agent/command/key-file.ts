// The session key that asks: in an encrypted file, made before anything is asked with it, and kept for the kit to live with.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { SessionKey as Key } from '../key/session-key';
import { SessionKey } from '../key/session-key';
import { hasSessionKey, loadSessionKey, saveSessionKey } from '../key/session-key-file';
import { createEvents } from '../store/events';
import type { Options } from './arguments';
import { Stop } from './exit';
import { openHome } from './home';
import type { Environment, Output } from './output';
import { nowSeconds } from './session';

export type KeyFile = { key: Key; file: string; isNew: boolean };
type Call = { options: Options; output: Output; env: Environment };

export async function keyFor(call: Call, owner: string, golem: string): Promise<KeyFile> {
  const { options, env } = call;
  const named = options.text('key-file');
  const file = named ?? join(await openHome(env, 'keys'), `${owner.slice(2, 10)}-${golem}.json`);
  const exists = await hasSessionKey(file);
  const passphrase = await passphraseFor(call, exists);
  const about = { events: createEvents(), now: nowSeconds };
  if (exists) return { key: await loadSessionKey(file, passphrase, about), file, isNew: false };
  const key = SessionKey.generate(about);
  await saveSessionKey(key, file, passphrase).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new Stop('usage', `There is no folder ${dirname(file)}. Make it first.`);
    throw error;
  });
  return { key, file, isNew: true };
}

async function passphraseFor({ options, output, env }: Call, exists: boolean): Promise<string> {
  const file = options.text('passphrase-file');
  if (file) return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  if (env.BARDO_PASSPHRASE) return env.BARDO_PASSPHRASE;
  if (!output.interactive) {
    throw new Stop(
      'usage',
      'The session key needs a passphrase: set BARDO_PASSPHRASE, or say --passphrase-file <file>.',
    );
  }
  const typed = await hidden(
    exists ? 'Passphrase of the key file: ' : 'New passphrase, at least 12 characters: ',
  );
  if (!exists && typed !== (await hidden('The same again: '))) {
    throw new Stop('usage', 'The two passphrases differ. Nothing was made.');
  }
  return typed;
}

/** Nothing that is typed is shown. */
async function hidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stopped = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new Stop('interrupted', 'Interrupted. Nothing was asked.')));
  });
  try {
    return await Promise.race([lines.question(''), stopped]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
