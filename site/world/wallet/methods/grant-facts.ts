// What MetaMask's windows show of a permission.
import { encodeFunctionData, erc20Abi, formatUnits } from 'viem';
import { RpcError } from '../errors';
import type { Wallet } from '../host/wallet';
import type { Wanted } from '../permission/request';
import type { Fact } from '../view';

/** What was chosen in the picker, said again before it is signed. */
export function finalFacts(wanted: Wanted, token: Token): Fact[] {
  const amount = formatUnits(BigInt(String(wanted.data[wanted.amountField])), token.decimals);
  const ends = wanted.expiresAt === null ? 'Never' : dateOf(wanted.expiresAt);
  return [
    { label: amountLabel(wanted), value: `${amount} ${token.symbol}`, kind: 'words' },
    { label: 'Ends (UTC)', value: ends, kind: 'words' },
  ];
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

export function pickerFacts(wanted: Wanted, origin: string): Fact[] {
  const { data, justification, payees } = wanted;
  return [
    { label: 'Recipient', value: origin, kind: 'words' },
    ...(data.tokenAddress
      ? [{ label: 'Token', value: String(data.tokenAddress), kind: 'address' as const }]
      : []),
    ...(data.periodDuration
      ? [
          {
            label: 'Frequency',
            value: periodWords(Number(data.periodDuration)),
            kind: 'words' as const,
          },
        ]
      : []),
    { label: 'Starts (UTC)', value: dateOf(data.startTime), kind: 'words' },
    ...(payees ? [{ label: 'Payee', value: payees.join(', '), kind: 'address' as const }] : []),
    { label: 'Reason', value: justification || 'None given', kind: 'words' },
  ];
}

function periodWords(seconds: number): string {
  const named: { [seconds: number]: string } = {
    3600: 'Hourly',
    86400: 'Daily',
    604800: 'Weekly',
    1209600: 'Every two weeks',
    2592000: 'Monthly',
    31536000: 'Yearly',
  };
  return named[seconds] ?? `Every ${seconds} seconds`;
}

export function amountLabel({ type }: Wanted): string {
  if (type.endsWith('stream')) return 'Amount per second';
  return type.endsWith('periodic') ? 'Amount per period' : 'Allowance';
}

export type Token = { symbol: string; decimals: number };

export async function tokenOf(wallet: Wallet, { data }: Wanted): Promise<Token> {
  if (!data.tokenAddress) return { symbol: 'ETH', decimals: 18 };
  const read = (functionName: 'decimals' | 'symbol') => {
    const call = {
      to: data.tokenAddress,
      data: encodeFunctionData({ abi: erc20Abi, functionName }),
    };
    return wallet.chain.request('eth_call', [call, 'latest']);
  };
  // A symbol is an ABI string.
  const [decimals, symbol] = await Promise.all([read('decimals'), read('symbol')]);
  if (decimals === '0x') throw new RpcError(-32000, 'The token is not a contract on this chain.');
  const text = Buffer.from(String(symbol).slice(130), 'hex').toString('utf8');
  return { symbol: text.replace(/[^ -~]/g, ''), decimals: Number(decimals) };
}
