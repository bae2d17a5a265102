// A request as `wallet_requestExecutionPermissions` takes it: one entry for the runway, one for gas. Wallets up to
// MetaMask 13.22 take the older wire form of the same request.
// Amounts are hex strings, times are JSON numbers, `rules` is always there. What comes back may differ:
// the owner can change amount, period and expiry, so terms are read from the returned context.
import type { Address, Hex } from 'viem';
import { numberToHex } from '../bytes/hex';
import { DAY } from '../chain/time';
import type { StrategyRequest } from './compile';
import type { Allowance } from './strategy-answers';

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

/** MetaMask refuses longer ones (300 in the newer form), and those with quotes, brackets or invisible characters. */
const MAX_JUSTIFICATION = 120;

/** The delegate is a `signer`, and each rule says itself whether the owner may change it. */
export type OlderWalletRequest = Pick<WalletRequest, 'chainId' | 'permission'> & {
  signer: { type: 'account'; data: { address: Address } };
  rules: { type: 'expiry'; isAdjustmentAllowed: boolean; data: { timestamp: number } }[];
};

/**
 * The same request in the older form. It names no account: a wallet that is told one skips its own upgrade of it, and
 * says nothing. null where the older form cannot say it: a rule about payees would be passed over in silence.
 */
export function olderRequest(request: WalletRequest): OlderWalletRequest | null {
  const { chainId, to, permission } = request;
  const { isAdjustmentAllowed } = permission;
  const rules = request.rules.flatMap((rule) =>
    rule.type === 'expiry' ? [{ ...rule, isAdjustmentAllowed }] : [],
  );
  if (rules.length < request.rules.length) return null;
  return { chainId, signer: { type: 'account', data: { address: to } }, permission, rules };
}

/** To whom, from when (unix seconds), and the Golem's name. */
type About = { to: Address; startAt: number; golem: string };

export function walletRequests(
  request: StrategyRequest,
  { to, startAt, golem }: About,
): WalletRequest[] {
  const { chainId, token, runway, gas, payees, days } = request;
  const about = { to, startAt, golem };
  // MetaMask pins one payee at most; more than one is held by the lease.
  const payee =
    payees?.length === 1 ? [{ type: 'payee', data: { addresses: payees } } as const] : [];
  return [
    {
      chainId: numberToHex(chainId),
      to,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed: true,
        data: { tokenAddress: token, ...periodOf(runway, about, 'lives on this') },
      },
      rules: [expiryOf(days, about), ...payee],
    },
    ...(gas ? [gasRequest({ chainId, gas, days }, about)] : []),
  ];
}

/** Gas alone, beside a runway that is there already. */
export function gasRequest(
  { chainId, gas, days }: { chainId: number; gas: Allowance; days: number },
  about: About,
): WalletRequest {
  return {
    chainId: numberToHex(chainId),
    to: about.to,
    permission: {
      type: 'native-token-periodic',
      isAdjustmentAllowed: true,
      data: periodOf(gas, about, 'pays its gas with this'),
    },
    rules: [expiryOf(days, about)],
  };
}

function periodOf({ amount, every }: Allowance, { startAt, golem }: About, use: string) {
  return {
    periodAmount: numberToHex(amount),
    periodDuration: every,
    startTime: startAt,
    justification: plain(`${golem} ${use}`),
  };
}

function expiryOf(days: number, { startAt }: About) {
  return { type: 'expiry', data: { timestamp: startAt + days * DAY } } as const;
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9 _.,-]/g, '').slice(0, MAX_JUSTIFICATION);
}
