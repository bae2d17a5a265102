// GET /api/auth/nonce: one sign-in, within ten minutes.
import { randomBytes } from 'node:crypto';
import type { Handler } from '../plane';

const SECONDS = 600;

export const nonce: Handler<'nonce'> = async ({ plane, now }) => {
  const value = randomBytes(16).toString('hex');
  const expiresAt = now + SECONDS;
  await plane.store.query('delete from nonces where expires_at < $1', [now]);
  await plane.store.query('insert into nonces (nonce, expires_at) values ($1, $2)', [
    value,
    expiresAt,
  ]);
  return { nonce: value, expiresAt };
};
