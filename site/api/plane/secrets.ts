// Random values, their hashes for storage, and the key that outlives a restart.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { one, type Store } from '../store/store';

export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a secret: a stolen database opens nothing. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function keyed(secret: string, label: string, text: string): string {
  return createHmac('sha256', secret).update(`${label}\n${text}`).digest('base64url');
}

/** Made once per store, the same for all processes on it. It is of no use without a living token. */
export async function storedSecret(store: Store): Promise<string> {
  await store.query(
    `insert into settings (name, value) values ('secret', $1) on conflict (name) do nothing`,
    [randomToken()],
  );
  const row = await one<{ value: string }>(
    store,
    `select value from settings where name = 'secret'`,
  );
  return row?.value ?? '';
}
