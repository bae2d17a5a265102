// Networks: switching (EIP-3326) and adding (EIP-3085). Only the demo chain can be reached.
import {
  array,
  literal,
  nullable,
  object,
  optional,
  string,
  tuple,
  type,
} from '@metamask/superstruct';
import type { Hex } from 'viem';
import { isHex, lower } from '../../../../src/core/bytes/hex';
import { invalidParams, rejected, unknownChain } from '../errors';
import type { Wallet } from '../host/wallet';
import { type Methods, parsed } from './method';

const ChainParams = array(type({ chainId: string() }));
/** Unknown keys are refused. */
const AddParams = tuple([
  object({
    chainId: string(),
    chainName: string(),
    rpcUrls: array(string()),
    nativeCurrency: optional(
      object({ name: optional(string()), symbol: string(), decimals: literal(18) }),
    ),
    blockExplorerUrls: optional(nullable(array(string()))),
    iconUrls: optional(array(string())),
  }),
]);

export const chainMethods: Methods = {
  eth_chainId: async ({ wallet }) => wallet.memory.chainId,
  net_version: async ({ wallet }) => String(Number(wallet.memory.chainId)),
  wallet_switchEthereumChain: async ({ wallet, origin, params }) => {
    const chainId = hexChain(parsed(params, ChainParams)[0]?.chainId);
    const chain = wallet.memory.chains.find((one) => one.id === chainId);
    if (!chain) throw unknownChain(chainId);
    if (chainId === wallet.memory.chainId) return null;
    await ask(wallet, origin, `Switch to ${chain.name}?`);
    switchChain(wallet, chainId);
    return null;
  },
  wallet_addEthereumChain: async ({ wallet, origin, params }) => {
    const [added] = parsed(params, AddParams);
    const chainId = hexChain(added.chainId);
    if (!added.rpcUrls.some(isSafe)) {
      throw invalidParams(
        `Expected an array with at least one valid string HTTPS url 'rpcUrls', Received:\n${added.rpcUrls}`,
      );
    }
    const known = wallet.memory.chains.some((one) => one.id === chainId);
    await ask(wallet, origin, `${known ? 'Switch to' : 'Add'} ${added.chainName}?`);
    if (!known) wallet.memory.chains.push({ id: chainId, name: added.chainName, reachable: false });
    switchChain(wallet, chainId);
    return null;
  },
};

export function switchChain(wallet: Wallet, chainId: Hex): void {
  if (chainId === wallet.memory.chainId) return;
  wallet.memory.chainId = chainId;
  wallet.emit('chainChanged', chainId);
  wallet.changed();
}

/** HTTPS, or this computer. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.includes(hostname));
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

async function ask(wallet: Wallet, origin: string, title: string): Promise<void> {
  const lead = 'This site asks to use another network.';
  const answer = await wallet.windows.ask({
    kind: 'chain',
    title,
    origin,
    lead,
    confirm: 'Approve',
  });
  if (!answer.confirmed) throw rejected();
}

function hexChain(chainId: unknown): Hex {
  if (!isHex(chainId) || !/^0x[1-9a-f][0-9a-f]{0,13}$/i.test(chainId)) {
    throw invalidParams(`Expected 0x-prefixed, unpadded, non-zero hexadecimal string 'chainId'.`);
  }
  return lower(chainId);
}
