// The wallet's chain: switching it, and adding it where the wallet does not know it yet (4902).
import { numberToHex } from 'viem';
import { ETHER } from '../../src/core/chain/chains/currencies';
import { chainOf } from '../../src/core/chain/known';
import {
  type ChainSettings,
  chainSettings,
  explorerOf,
  nameOfChain,
  type Settings,
} from '../plane/settings';
import { codeOf, Trouble } from './errors';
import { chainIdOf, type Provider } from './provider';
import { walletWords } from './wallet.words';

/** Before anything is signed or sent: on another chain it would be about something else. */
export async function ensureChain(
  provider: Provider,
  settings: Settings | null,
  chainId: number,
): Promise<void> {
  if ((await chainIdOf(provider)) === chainId) return;
  const chain = settings && chainSettings(settings, chainId);
  if (!chain) throw new Trouble(walletWords.chain.unknown);
  await switchChain(provider, chain);
}

export async function switchChain(provider: Provider, chain: ChainSettings): Promise<void> {
  const chainId = numberToHex(chain.chainId);
  const explorer = explorerOf(chain);
  const change = { method: 'wallet_switchEthereumChain', params: [{ chainId }] };
  try {
    await provider.request(change);
  } catch (error) {
    if (codeOf(error) !== 4902) throw error;
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId,
          chainName: nameOfChain(chain),
          rpcUrls: [chain.rpcUrl],
          nativeCurrency: chainOf(chain.chainId)?.currency ?? ETHER,
          ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
        },
      ],
    });
    await provider.request(change);
  }
}
