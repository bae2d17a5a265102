// EIP-6963: every wallet in the browser says its name; nobody fights for `window.ethereum`. MetaMask and
// Flask come first. A wallet can run Snaps only if `wallet_getSnaps` answers.

import { check } from '../../src/core/protocol/check';
import type { Infer } from '../../src/core/protocol/schema';
import { document, text } from '../../src/core/protocol/schema';
import type { Provider } from './provider';

const InfoStruct = document({
  uuid: text(/^[\w-]{1,64}$/),
  name: text(/^[^\p{Cc}]{1,64}$/u),
  rdns: text(/^[a-z0-9.-]{1,128}$/i),
  /** A data: image, or nothing is shown: the page loads nothing from elsewhere. */
  icon: text(/^[\s\S]{0,65536}$/),
});

export type WalletInfo = Infer<typeof InfoStruct>;
export type Wallet = { info: WalletInfo; provider: Provider };

const FIRST = ['io.metamask', 'io.metamask.flask'];
export const WAIT_MS = 500;

/** Wallets that announce themselves within half a second, MetaMask first. `target` is the window. */
export function discover(target: EventTarget, waitMs = WAIT_MS): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  const listen = (event: Event) => {
    const wallet = parseAnnouncement((event as CustomEvent<unknown>).detail);
    if (wallet) found.set(wallet.info.uuid, wallet);
  };
  target.addEventListener('eip6963:announceProvider', listen);
  target.dispatchEvent(new Event('eip6963:requestProvider'));
  return new Promise((resolve) => {
    setTimeout(() => {
      target.removeEventListener('eip6963:announceProvider', listen);
      resolve(inOrder([...found.values()]));
    }, waitMs);
  });
}

export function parseAnnouncement(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as { info?: unknown; provider?: unknown };
  const read = check(info, InfoStruct);
  const speaks = typeof (provider as Provider | undefined)?.request === 'function';
  return read.ok && speaks ? { info: read.value, provider: provider as Provider } : null;
}

/** MetaMask, Flask, then the others by name. */
export function inOrder(wallets: readonly Wallet[]): Wallet[] {
  const rank = ({ info }: Wallet) => {
    const index = FIRST.indexOf(info.rdns.toLowerCase());
    return index < 0 ? FIRST.length : index;
  };
  return [...wallets].sort((a, b) => rank(a) - rank(b) || (a.info.name < b.info.name ? -1 : 1));
}

/** The icon when it can be shown without asking anybody for it. */
export function iconOf({ icon }: WalletInfo): string | null {
  return /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon) ? icon : null;
}
