// The next key of a rotation while the owner has not leased it yet: sealed by the present one (HKDF-SHA256 of its bytes, then
// AES-256-GCM), so that a rotation that was interrupted goes on with the very key that was asked for, and no passphrase is
// needed for it. Whoever opens the present key opens the next one too; nobody else does.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { lower } from '../../core/bytes/hex';
import { type KeyOptions, SessionKey } from './session-key';

/** Bytes in hexadecimal text, without 0x. */
export type SealedKey = {
  address: Hex;
  createdAt: number;
  operations: number;
  salt: string;
  iv: string;
  tag: string;
  ciphertext: string;
};

const PURPOSE = 'bardo: the next session key';

export function sealNext(present: SessionKey, next: SessionKey): SealedKey {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const head = headOf(next);
  const secret = secretOf(present, salt);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(aad(head));
  const ciphertext = next.expose((bytes) => Buffer.concat([cipher.update(bytes), cipher.final()]));
  secret.fill(0);
  return {
    ...head,
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    ciphertext: ciphertext.toString('hex'),
  };
}

/** null when it was sealed by another key, or changed since. */
export function unsealNext(
  present: SessionKey,
  sealed: SealedKey,
  options: KeyOptions,
): SessionKey | null {
  const part = (name: 'salt' | 'iv' | 'tag' | 'ciphertext') => Buffer.from(sealed[name], 'hex');
  const { address, createdAt, operations } = sealed;
  const secret = secretOf(present, part('salt'));
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, part('iv'), { authTagLength: 16 })
      .setAAD(aad({ address, createdAt, operations }))
      .setAuthTag(part('tag'));
    const bytes = Buffer.concat([decipher.update(part('ciphertext')), decipher.final()]);
    return SessionKey.restore(new Uint8Array(bytes), { createdAt, operations }, options);
  } catch {
    return null;
  } finally {
    secret.fill(0);
  }
}

function secretOf(present: SessionKey, salt: Buffer): Buffer {
  return present.expose((bytes) => Buffer.from(hkdfSync('sha256', bytes, salt, PURPOSE, 32)));
}

function headOf({ address, createdAt, operations }: SessionKey) {
  return { address: lower(address), createdAt, operations };
}

function aad({ address, createdAt, operations }: ReturnType<typeof headOf>): Buffer {
  return Buffer.from(JSON.stringify([address.toLowerCase(), createdAt, operations]));
}
