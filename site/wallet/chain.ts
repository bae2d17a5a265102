// The wallet's chain: switching it, and adding it where the wallet does not know it yet (4902).
import { numberToHex } from 'viem';
import type { ChainSettings } from '../settings';
import { codeOf } from './errors';
import type { Provider } from './provider';

export async function switchChain(provider: Provider, chain: ChainSettings): Promise<void> {
  const chainId = numberToHex(chain.chainId);
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
          chainName: chain.name,
          rpcUrls: [chain.rpcUrl],
          nativeCurrency: { name: chain.currency, symbol: chain.currency, decimals: 18 },
          ...(chain.explorer ? { blockExplorerUrls: [chain.explorer] } : {}),
        },
      ],
    });
    await provider.request(change);
  }
}
