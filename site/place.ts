// The few addressable places, and going from one to another without a reload.
import { signal } from '@preact/signals';

export type Place =
  | { name: 'home' }
  | { name: 'golem' | 'revoke' | 'succession'; id: string }
  | { name: 'unknown' };

/** The path as the browser has it; a trailing slash is forgiven. */
export function placeOf(path: string): Place {
  if (path === '/' || path === '') return { name: 'home' };
  const [, name, id] = /^\/(golem|revoke|succession)\/([a-z0-9-]{1,64})\/?$/.exec(path) ?? [];
  if (name === 'golem' || name === 'revoke' || name === 'succession') {
    return { name, id: id ?? '' };
  }
  return path === '/revoke' || path === '/revoke/'
    ? { name: 'revoke', id: '' }
    : { name: 'unknown' };
}

/** An empty id after /revoke means every Golem. */
export function pathOf(place: Place): string {
  switch (place.name) {
    case 'home':
    case 'unknown':
      return '/';
    case 'golem':
    case 'revoke':
    case 'succession':
      return place.id === '' ? `/${place.name}` : `/${place.name}/${place.id}`;
  }
}

export const place = signal<Place>({ name: 'home' });

export function go(to: Place): void {
  history.pushState(null, '', pathOf(to));
  place.value = to;
  scrollTo(0, 0);
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Follows the address bar, and clicks on links to our own places. */
export function followPlaces(): void {
  const read = () => {
    place.value = placeOf(location.pathname);
  };
  addEventListener('popstate', read);
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    const href = link?.getAttribute('href');
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!href || !plain || link?.hasAttribute('download')) return;
    event.preventDefault();
    go(placeOf(href));
  });
  read();
}
