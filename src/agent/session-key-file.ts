// Opt-in for Golems that run at home: `session-key.json`, encrypted with a passphrase. Hosted Golems keep the
// key in memory and ask for a new lease after a crash.
//
// scrypt(passphrase, salt 16, N 2^17, r 8, p 1) → 32-byte key of AES-256-GCM with a 12-byte IV. Version,
// address, creation and operation count are authenticated with it: an edited file does not open.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type KeyOptions, SessionKey } from './session-key';

export const SESSION_KEY_FILE = 'session-key.json';

const VERSION = 1;
/** 128 MB and about half a second: dear for whoever guesses passphrases. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const LEAST_PASSPHRASE = 12;

type Sealed = {
  version: number;
  address: string;
  createdAt: number;
  operations: number;
  salt: string;
  iv: string;
  tag: string;
  ciphertext: string;
};

const stretch = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Writes beside the old file and renames: a crash leaves the old one or the new one, never half. */
export async function saveSessionKey(
  key: SessionKey,
  file: string,
  passphrase: string,
): Promise<void> {
  if (passphrase.length < LEAST_PASSPHRASE) {
    throw new Error(`The passphrase is too short: at least ${LEAST_PASSPHRASE} characters.`);
  }
  const sealed = await seal(key, passphrase);
  const next = join(dirname(file), `.${randomBytes(8).toString('hex')}.session-key`);
  try {
    const handle = await open(next, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(sealed, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
    // A umask can only take rights away, but a file system may ignore the mode of `open`.
    await chmod(file, 0o600);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

export async function loadSessionKey(
  file: string,
  passphrase: string,
  options: KeyOptions,
): Promise<SessionKey> {
  const sealed = parseSealed(await readFile(file, 'utf8'), file);
  const bytes = await unseal(sealed, passphrase);
  if (!bytes) {
    throw new Error(`${file} does not open: the passphrase is wrong, or the file was changed.`);
  }
  return SessionKey.restore(bytes, sealed, options);
}

/** At death and after a rotation. */
export function removeSessionKey(file: string): Promise<void> {
  return rm(file, { force: true });
}

async function seal(key: SessionKey, passphrase: string): Promise<Sealed> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const head = { version: VERSION, ...plainHead(key) };
  // Throws for a destroyed key before half a second is spent on it.
  key.expose(() => undefined);
  const secret = await stretch(passphrase, salt, 32, COST);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(aad(head));
  const ciphertext = key.expose((bytes) => Buffer.concat([cipher.update(bytes), cipher.final()]));
  secret.fill(0);
  return {
    ...head,
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    ciphertext: ciphertext.toString('hex'),
  };
}

async function unseal(sealed: Sealed, passphrase: string): Promise<Uint8Array | null> {
  const part = (name: 'salt' | 'iv' | 'tag' | 'ciphertext') => Buffer.from(sealed[name], 'hex');
  const secret = await stretch(passphrase, part('salt'), 32, COST);
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, part('iv'), { authTagLength: 16 })
      .setAAD(aad(sealed))
      .setAuthTag(part('tag'));
    return new Uint8Array(Buffer.concat([decipher.update(part('ciphertext')), decipher.final()]));
  } catch {
    return null;
  } finally {
    secret.fill(0);
  }
}

function plainHead({ address, createdAt, operations }: SessionKey) {
  return { address, createdAt, operations };
}

function aad({ version, address, createdAt, operations }: Omit<Sealed, SealedBytes>): Buffer {
  return Buffer.from(JSON.stringify([version, address, createdAt, operations]));
}

type SealedBytes = 'salt' | 'iv' | 'tag' | 'ciphertext';

function parseSealed(text: string, file: string): Sealed {
  const wrong = new Error(`${file} is not a session key file of version ${VERSION}.`);
  let json: Partial<Sealed>;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const hex = (value: unknown, bytes: number) =>
    typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
  const whole =
    json?.version === VERSION &&
    hex(json.salt, 16) &&
    hex(json.iv, 12) &&
    hex(json.tag, 16) &&
    hex(json.ciphertext, 32) &&
    /^0x[0-9a-fA-F]{40}$/.test(`${json.address}`) &&
    Number.isSafeInteger(json.createdAt) &&
    Number.isSafeInteger(json.operations);
  if (!whole) throw wrong;
  return json as Sealed;
}
