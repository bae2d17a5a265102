// EIP-1193 in the page, announced by EIP-6963 beside real wallets. It says what it is in its name.
import { ICON } from './icon';
import type { Link } from './link';
import { RDNS } from './rdns';

type Heard = (payload: unknown) => void;

export function createProvider(link: Link) {
  const listeners = new Map<string, Set<Heard>>();
  link.onProvider((name, payload) => {
    for (const heard of listeners.get(name) ?? []) heard(payload);
  });
  const provider = {
    isDemoWallet: true,
    request: ({ method, params }: { method: string; params?: unknown }) =>
      link.request(method, params ?? []),
    on(name: string, heard: Heard) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(heard));
      return provider;
    },
    removeListener(name: string, heard: Heard) {
      listeners.get(name)?.delete(heard);
      return provider;
    },
  };
  return provider;
}

export function announce(provider: object): void {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Demo wallet (not MetaMask)',
    icon: ICON,
    rdns: RDNS,
  });
  const detail = Object.freeze({ info, provider });
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', say);
  say();
}
