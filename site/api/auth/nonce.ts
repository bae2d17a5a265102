// GET /api/auth/nonce: one sign-in, within ten minutes. A nonce proves by itself that it is ours and until when it counts,
// so that asking for one writes nothing; one that was used is remembered until then.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Handler, Plane } from '../plane/plane';

const SECONDS = 600;
/** Hex digits: the end in unix seconds, chance, the proof. */
const NONCE = /^([0-9a-f]{8})[0-9a-f]{24}([0-9a-f]{32})$/;

export const nonce: Handler<'nonce'> = async ({ plane, now }) => {
  const expiresAt = now + SECONDS;
  const value = `${expiresAt.toString(16).padStart(8, '0')}${randomBytes(12).toString('hex')}`;
  return { nonce: `${value}${proofOf(plane, value)}`, expiresAt };
};

/** Whether it is ours and counts. */
export function isOurs(plane: Plane, text: string, now: number): boolean {
  const [, end, proof] = NONCE.exec(text) ?? [];
  if (!end || !proof || Number.parseInt(end, 16) < now) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(plane, text.slice(0, 32))));
}

/** True for the first sign-in with it, among all processes. */
export async function spend({ store }: Plane, text: string): Promise<boolean> {
  const until = Number.parseInt(text.slice(0, 8), 16) + 1;
  const rows = await store.query(
    `insert into seen (scope, nonce, expires_at) values ('sign-in', $1, $2)
       on conflict (scope, nonce) do nothing returning nonce`,
    [text, until],
  );
  return rows.length === 1;
}

function proofOf({ secret }: Plane, value: string): string {
  return createHmac('sha256', secret).update(`sign-in\n${value}`).digest('hex').slice(0, 32);
}
