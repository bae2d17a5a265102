// What is kept of a target beside its host opens doors: addresses of webhooks, bot tokens, topics, the secret that
// signs. It is stored under a key made from the control plane's own secret, bound to the target it belongs to, so
// that a stolen backup opens nothing as long as BARDO_SECRET is not in it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { check } from '../../../src/core/protocol/check';
import { AnyText } from '../../../src/core/protocol/fields';
import { type Infer, orAbsent, params } from '../../../src/core/protocol/schema';

const SecretsStruct = params({
  url: AnyText,
  /** Signs what a webhook is sent. */
  secret: orAbsent(AnyText),
  topic: orAbsent(AnyText),
  token: orAbsent(AnyText),
  chat: orAbsent(AnyText),
});

export type Secrets = Infer<typeof SecretsStruct>;

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const LENGTH = { authTagLength: TAG };

/** Nonce, tag and what is sealed, in base64url. */
export function seal(secret: string, target: string, secrets: Secrets): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(target));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** null when it was sealed under another secret, for another target, or changed. */
export function unseal(secret: string, target: string, sealed: string): Secrets | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE), LENGTH)
      .setAAD(Buffer.from(target))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
    const read = check(JSON.parse(text.toString('utf8')), SecretsStruct);
    return read.ok ? read.value : null;
  } catch {
    return null;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'bardo alert targets', 32));
}

/** A target may answer with what it was asked: "Cannot POST /services/T0/B0/…". That is not kept, and not shown. */
export function withoutSecrets(text: string, { url, ...others }: Secrets): string {
  const { href, pathname, searchParams } = new URL(url);
  const parts = [href, pathname, ...pathname.split('/'), ...searchParams.values()];
  return [...parts, ...Object.values(others)]
    .flatMap((part) => [part, encodeURIComponent(part), decoded(part)])
    .filter((part) => part.length >= TELLING)
    .sort((a, b) => b.length - a.length)
    .reduce((left, part) => left.replaceAll(part, '…'), text);
}

/** Shorter pieces are words that say nothing. */
const TELLING = 6;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
