// Wallets announced beside the demo wallet (EIP-6963): when one of them is connected, this panel is in the way.
import { RDNS } from './rdns';

type Other = {
  request: (asked: { method: string }) => Promise<unknown>;
  on?: (name: string, heard: (payload: unknown) => void) => unknown;
};

/** Opens nothing in them. */
export function onOtherConnected(heard: () => void): () => void {
  const known = new Set<Other>();
  const look = (accounts: unknown) => {
    if (Array.isArray(accounts) && accounts.length > 0) heard();
  };
  const meet = (event: Event) => {
    const { info, provider } = (event as CustomEvent<{ info: { rdns: string }; provider: Other }>)
      .detail;
    if (info.rdns === RDNS || known.has(provider)) return;
    known.add(provider);
    provider.on?.('accountsChanged', look);
    provider.request({ method: 'eth_accounts' }).then(look, () => undefined);
  };
  window.addEventListener('eip6963:announceProvider', meet);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', meet);
}
