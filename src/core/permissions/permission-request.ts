// A request as `wallet_requestExecutionPermissions` takes it: one entry for the runway, one for gas.
// Amounts are hex strings, times are JSON numbers, `rules` is always there. What comes back may differ:
// the owner can change amount, period and expiry, so terms are read from the returned context.
import type { Address, Hex } from 'viem';
import { numberToHex } from '../chain/bytes';
import { DAY } from '../chain/time';
import type { StrategyRequest } from './compile';

export type WalletRequest = {
  chainId: Hex;
  to: Address;
  permission: {
    type: 'erc20-token-periodic' | 'native-token-periodic';
    isAdjustmentAllowed: boolean;
    data: {
      tokenAddress?: Address;
      periodAmount: Hex;
      periodDuration: number;
      startTime: number;
      justification: string;
    };
  };
  rules: (
    | { type: 'expiry'; data: { timestamp: number } }
    | { type: 'payee'; data: { addresses: Address[] } }
  )[];
};

/** MetaMask refuses longer ones, and those with quotes, brackets or invisible characters. */
const MAX_JUSTIFICATION = 300;

export function walletRequests(
  request: StrategyRequest,
  { to, startAt, golem }: { to: Address; startAt: number; golem: string },
): WalletRequest[] {
  const { chainId, token, runway, gas, payees, days } = request;
  const expiry = { type: 'expiry', data: { timestamp: startAt + days * DAY } } as const;
  const base = { chainId: numberToHex(chainId), to };
  const data = (amount: bigint, every: number, use: string) => ({
    periodAmount: numberToHex(amount),
    periodDuration: every,
    startTime: startAt,
    justification: plain(`${golem} ${use}`),
  });
  // MetaMask pins one payee at most; more than one is held by the lease.
  const payee =
    payees?.length === 1 ? [{ type: 'payee', data: { addresses: payees } } as const] : [];
  return [
    {
      ...base,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed: true,
        data: { tokenAddress: token, ...data(runway.amount, runway.every, 'lives on this') },
      },
      rules: [expiry, ...payee],
    },
    ...(gas
      ? [
          {
            ...base,
            permission: {
              type: 'native-token-periodic',
              isAdjustmentAllowed: true,
              data: data(gas.amount, gas.every, 'pays its gas with this'),
            } as const,
            rules: [expiry],
          },
        ]
      : []),
  ];
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9 _.,-]/g, '').slice(0, MAX_JUSTIFICATION);
}
