// The bytes of `session-key.json`: scrypt for the passphrase, AES-256-GCM for the key, with the head of the file as
// authenticated data, so that no field of it can be exchanged.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { SessionKey } from './session-key';

const VERSION = 1;
/** 128 MB and about half a second: dear for whoever guesses passphrases. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

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

export async function seal(key: SessionKey, passphrase: string): Promise<Sealed> {
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

export async function unseal(sealed: Sealed, passphrase: string): Promise<Uint8Array | null> {
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

export function parseSealed(text: string, file: string): Sealed {
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
