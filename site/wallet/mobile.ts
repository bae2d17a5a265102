// The owner's phone, through @metamask/sdk. The library is large, so it is its own chunk and is loaded only
// when no extension was found and the owner asks for it. Its telemetry is off.

import type { Wallet } from './discover';
import { Trouble } from './errors';
import type { Provider } from './provider';
import { walletWords } from './wallet.words';

export async function connectPhone(): Promise<Wallet> {
  const { MetaMaskSDK } = await import('@metamask/sdk');
  const sdk = new MetaMaskSDK({
    dappMetadata: { name: 'Bardo', url: location.origin },
    checkInstallationImmediately: false,
    enableAnalytics: false,
    logging: { developerMode: false },
  });
  await sdk.init();
  const provider = sdk.getProvider() as Provider | undefined;
  if (!provider) throw new Trouble(walletWords.phoneFailed);
  const info = { uuid: 'metamask-phone', name: 'MetaMask', rdns: 'io.metamask.mobile', icon: '' };
  return { info, provider };
}

/** Opens this very page inside MetaMask on a phone. */
export function phoneLink(url: string): string {
  return `metamask://dapp/${url.replace(/^https?:\/\//, '')}`;
}

export function isPhone(agent: string): boolean {
  return /Android|iPhone|iPad|iPod/i.test(agent);
}
