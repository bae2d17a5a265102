// The few addressable pages, and going from one to another without a reload.
import { signal } from '@preact/signals';

/** An id is its owner's. Links of the Snap name the owner; a path without one means who is signed in. */
export type GolemRoute = {
  name: 'golem' | 'revoke' | 'succession';
  owner: string | null;
  id: string;
};

export type PageRoute = { name: 'home' } | GolemRoute | { name: 'unknown' };

const GOLEM =
  /^\/(golem|revoke|succession)\/(?:(0x[0-9a-fA-F]{40})\/)?(?!0x[0-9a-f]{40}\/?$)([a-z0-9-]{1,64})\/?$/;

/** The path as the browser has it; a trailing slash is forgiven. */
export function routeOf(path: string): PageRoute {
  if (path === '/' || path === '') return { name: 'home' };
  const [, name, owner, id] = GOLEM.exec(path) ?? [];
  if (name === 'golem' || name === 'revoke' || name === 'succession') {
    return { name, owner: owner?.toLowerCase() ?? null, id: id ?? '' };
  }
  return path === '/revoke' || path === '/revoke/'
    ? { name: 'revoke', owner: null, id: '' }
    : { name: 'unknown' };
}

/** An empty id after /revoke means every Golem. */
export function pathOf(route: PageRoute): string {
  switch (route.name) {
    case 'home':
    case 'unknown':
      return '/';
    case 'golem':
    case 'revoke':
    case 'succession':
      return `/${[route.name, route.owner, route.id].filter(Boolean).join('/')}`;
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
