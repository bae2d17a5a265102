// What the panel shows beside each account. Read from the node now and then; a failed read keeps the last.
import { type Address, formatEther, formatUnits, hexToBigInt } from 'viem';
import { usdcOf } from '../../../../src/core/chain/addresses';
import * as QUESTIONS from '../../../../src/core/chain/questions';
import type { Account } from '../view';
import type { ChainLink } from './chain-link';

const NAMES = ['Owner', 'Second account'];

export async function readAccounts(
  chain: ChainLink,
  addresses: readonly Address[],
): Promise<Account[]> {
  return Promise.all(addresses.map((address, index) => readAccount(chain, address, index)));
}

async function readAccount(chain: ChainLink, address: Address, index: number): Promise<Account> {
  const usdc = usdcOf(Number(chain.chainId));
  const [wei, dollars, code] = await Promise.all([
    chain.askHex('eth_getBalance', [address, 'latest']),
    usdc
      ? chain.askHex('eth_call', [QUESTIONS.balance.ask(usdc, address), 'latest'])
      : ('0x0' as const),
    chain.codeOf(address),
  ]);
  return {
    address,
    name: NAMES[index] ?? `Account ${index + 1}`,
    eth: trimmed(formatEther(hexToBigInt(wei)), 4),
    usdc: dollars === '0x' ? '0' : trimmed(formatUnits(hexToBigInt(dollars), 6), 2),
    smart: code.startsWith('0xef0100'),
  };
}

function trimmed(amount: string, places: number): string {
  const [whole = '0', rest = ''] = amount.split('.');
  const kept = rest.slice(0, places).replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : whole;
}
