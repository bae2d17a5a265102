// The few addressable pages, and going from one to another without a reload.
import { signal } from '@preact/signals';

/** An id is its owner's. Links of the Snap name the owner; a path without one means who is signed in. */
export type GolemRoute = {
  name: 'golem' | 'revoke' | 'succession' | 'grant';
  owner: string | null;
  id: string;
};

/** A request's id is its own; whose it is, is known once it was asked for. */
export type RequestRoute = { name: 'request'; id: string };

/** `device`: where codes are entered, of terminals and of requests. */
export type PageRoute =
  | { name: 'home' }
  | { name: 'alerts' }
  | { name: 'device' }
  | GolemRoute
  | RequestRoute
  | { name: 'unknown' };

const GOLEM =
  /^\/(golem|revoke|succession|grant)\/(?:(0x[0-9a-fA-F]{40})\/)?(?!0x[0-9a-f]{40}\/?$)([a-z0-9-]{1,64})\/?$/;

/** The digest that was signed, without 0x. */
const REQUEST = /^\/request\/([0-9a-f]{64})\/?$/;

/** Without an id: /revoke means every Golem, /grant a new one. */
const BARE = /^\/(revoke|grant)\/?$/;

/** The path as the browser has it; a trailing slash is forgiven. */
export function routeOf(path: string): PageRoute {
  if (path === '/' || path === '') return { name: 'home' };
  if (/^\/alerts\/?$/.test(path)) return { name: 'alerts' };
  if (/^\/device\/?(\?.*)?$/.test(path)) return { name: 'device' };
  const [, request] = REQUEST.exec(path) ?? [];
  if (request) return { name: 'request', id: request };
  const [, name, owner, id] = GOLEM.exec(path) ?? BARE.exec(path) ?? [];
  switch (name) {
    case 'golem':
    case 'revoke':
    case 'succession':
    case 'grant':
      return { name, owner: owner?.toLowerCase() ?? null, id: id ?? '' };
    default:
      return { name: 'unknown' };
  }
}

export function pathOf(route: PageRoute): string {
  switch (route.name) {
    case 'home':
    case 'unknown':
      return '/';
    case 'device':
      return '/device';
    case 'golem':
    case 'revoke':
    case 'succession':
    case 'grant':
      return `/${[route.name, route.owner, route.id].filter(Boolean).join('/')}`;
    case 'alerts':
      return '/alerts';
    case 'request':
      return `/request/${route.id}`;
  }
}

export const route = signal<PageRoute>({ name: 'home' });

/** `path`: as it was asked for, where nothing stands. */
export function go(to: PageRoute, path = pathOf(to)): void {
  history.pushState(null, '', path);
  route.value = to;
  scrollTo(0, 0);
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Another name of the place where somebody is already: nothing scrolls, and "back" leads past it. */
export function replaceWith(to: PageRoute): void {
  if (pathOf(to) === location.pathname) return;
  history.replaceState(null, '', pathOf(to));
  route.value = to;
}

/** Follows the address bar, and clicks on links to our own pages. */
export function followRoutes(): void {
  const read = () => {
    route.value = routeOf(location.pathname);
  };
  addEventListener('popstate', read);
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    const href = link?.getAttribute('href');
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    // Answers of the control plane are no pages.
    if (!href || !plain || href.startsWith('/api/') || link?.hasAttribute('download')) return;
    event.preventDefault();
    go(routeOf(href), href);
  });
  read();
}
