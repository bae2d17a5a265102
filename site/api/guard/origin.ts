// Who may reach us through a browser. On the owner's own computer the Host is checked as well, or a
// stranger's page could reach us under its own name (DNS rebinding). A proxy on that computer passes the
// Portal's own name on.

import type { Plane } from '../plane/plane';
import { demand } from '../plane/problem';

type Facts = { host: string | undefined; origin: string | undefined; method: string; path: string };

export function checkOrigin(plane: Plane, { host, origin, method, path }: Facts): void {
  demand(
    hostIsOurs(plane, host ?? ''),
    'forbidden',
    'This control plane does not answer to that name.',
  );
  // The Snap's fetch has the origin `null`; what it may do there needs a token or a signature.
  if (path.startsWith('/api/snap/') || method === 'GET' || method === 'HEAD') return;
  if (origin === undefined) return;
  demand(plane.origins.includes(origin), 'forbidden', 'This origin may not change anything here.');
}

/** Browsers always name the origin of a request that changes something: without one there is no cookie. */
export function checkCookieOrigin(plane: Plane, { origin, method }: Facts): void {
  if (method === 'GET') return;
  demand(
    origin !== undefined && plane.origins.includes(origin),
    'forbidden',
    'A request with a session must come from the Portal.',
  );
}

export function hostIsOurs(
  { loopback, origins }: Pick<Plane, 'loopback' | 'origins'>,
  host: string,
): boolean {
  return !loopback || isLoopback(host) || origins.some((origin) => new URL(origin).host === host);
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(host);
}
