// An ERC-7715 request as MetaMask takes it: strict shape first (-32602, wire.ts), then what its permissions Snap can
// grant (-32000).
import type { Address, Hex } from 'viem';
import { isHex, lower } from '../../../../src/core/bytes/hex';
import type { WalletForm } from '../view';
import {
  addressesOf,
  assertField,
  expiryOf,
  justificationOf,
  periodOf,
  refused,
  startOf,
} from './fields';
import { type GrantRequest, requestsIn } from './wire';

/** Fields of each type: amounts are hex strings, times are numbers. */
const FIELDS: { [type: string]: { needs: string[]; may: string[]; amount: string } } = {
  'erc20-token-periodic': {
    needs: ['tokenAddress', 'periodAmount', 'periodDuration'],
    may: ['startTime', 'justification'],
    amount: 'periodAmount',
  },
  'erc20-token-stream': {
    needs: ['tokenAddress', 'amountPerSecond'],
    may: ['initialAmount', 'maxAmount', 'startTime', 'justification'],
    amount: 'amountPerSecond',
  },
  'erc20-token-allowance': {
    needs: ['tokenAddress', 'allowanceAmount'],
    may: ['startTime', 'justification'],
    amount: 'allowanceAmount',
  },
  'native-token-periodic': {
    needs: ['periodAmount', 'periodDuration'],
    may: ['startTime', 'justification'],
    amount: 'periodAmount',
  },
  'native-token-stream': {
    needs: ['amountPerSecond'],
    may: ['initialAmount', 'maxAmount', 'startTime', 'justification'],
    amount: 'amountPerSecond',
  },
  'native-token-allowance': {
    needs: ['allowanceAmount'],
    may: ['startTime', 'justification'],
    amount: 'allowanceAmount',
  },
};

export const GRANT_TYPES = Object.keys(FIELDS);

export type Wanted = {
  chainId: Hex;
  from: Address | null;
  to: Address;
  type: string;
  /** Name of the field that holds the amount. */
  amountField: string;
  isAdjustmentAllowed: boolean;
  data: { [name: string]: unknown } & { startTime: number };
  expiresAt: number | null;
  redeemers: Address[] | null;
  payees: Address[] | null;
  justification: string;
};

export function parseRequests(params: unknown, now: number, form: WalletForm = '13.23'): Wanted[] {
  return requestsIn(params, form).map((request) => parseWanted(request, now));
}

function parseWanted(request: GrantRequest, now: number): Wanted {
  const { chainId, from = null, to, permission, rules } = request;
  if (!isHex(chainId) || !isHex(to) || (from !== null && !isHex(from))) {
    throw refused('Invalid chainId or address');
  }
  const fields = FIELDS[permission.type];
  if (!fields) {
    throw refused(
      `Permissions of type ${permission.type} can not be granted by the permissions provider: unsupported type`,
    );
  }
  const names = Object.keys(permission.data);
  const missing = fields.needs.find((name) => permission.data[name] == null);
  if (missing) throw refused(`Invalid ${permission.type}: ${missing}: Required`);
  const extra = names.find((name) => ![...fields.needs, ...fields.may].includes(name));
  if (extra) throw refused(`Invalid ${permission.type}: unrecognized key ${extra}`);
  const startTime = startOf(permission.data.startTime, now);
  const data = { ...permission.data, ...periodOf(permission.data), startTime };
  for (const name of Object.keys(data)) assertField(name, data[name as keyof typeof data]);
  const expiresAt = expiryOf(rules, Math.max(startTime, now));
  const erc20 = permission.type.startsWith('erc20');
  const payees = addressesOf(rules, 'payee');
  if (erc20 && payees && payees.length > 1) throw refused('payee: one address only for ERC-20');
  return {
    chainId: lower(chainId),
    from,
    to,
    type: permission.type,
    amountField: fields.amount,
    isAdjustmentAllowed: permission.isAdjustmentAllowed,
    data,
    expiresAt,
    redeemers: addressesOf(rules, 'redeemer'),
    payees,
    justification: justificationOf(permission.data.justification),
  };
}
