// An ERC-7715 request as MetaMask takes it: strict shape first (-32602, wire.ts), then what its permissions Snap can
// grant (-32000).
import type { Address, Hex } from 'viem';
import { RpcError } from '../errors';
import type { WalletForm } from '../view';
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
export const RULE_TYPES = ['expiry', 'redeemer', 'payee'];

/** What MetaMask offers to choose from; a period is moved to the nearest. */
const PERIODS = [3_600, 86_400, 604_800, 1_209_600, 2_592_000, 31_536_000];
const MAX_PERIOD = 10 * 365 * 86_400;

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
  const { permission, rules } = request;
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
    chainId: request.chainId.toLowerCase() as Hex,
    from: (request.from as Address | undefined) ?? null,
    to: request.to as Address,
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

function assertField(name: string, value: unknown): void {
  if (/Amount$|^amountPerSecond$/.test(name)) {
    const whole = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value);
    if (value !== null && !whole) throw refused(`Invalid ${name}: must be a hex string`);
    if (whole && BigInt(value) === 0n && name !== 'initialAmount') {
      throw refused(`Invalid ${name}: must be greater than 0`);
    }
  }
  if (name === 'tokenAddress' && !/^0x[0-9a-f]{40}$/i.test(String(value))) {
    throw refused('Invalid tokenAddress');
  }
}

function periodOf(data: { periodDuration?: unknown }): { periodDuration?: number } {
  const { periodDuration } = data;
  if (periodDuration === undefined) return {};
  if (typeof periodDuration !== 'number' || periodDuration <= 0 || periodDuration > MAX_PERIOD) {
    throw refused('Invalid periodDuration: must be between 1 second and 10 years');
  }
  const distance = (period: number) => Math.abs(period - periodDuration);
  const [nearest = periodDuration] = [...PERIODS].sort((a, b) => distance(a) - distance(b));
  return { periodDuration: nearest };
}

function startOf(startTime: unknown, now: number): number {
  if (startTime === undefined || startTime === null) return now;
  const today = now - (now % 86_400);
  if (typeof startTime !== 'number' || !Number.isInteger(startTime) || startTime < today) {
    throw refused('Invalid startTime: must be today or later');
  }
  return startTime;
}

function expiryOf(rules: GrantRequest['rules'], after: number): number | null {
  const rule = ruleOf(rules, 'expiry');
  if (!rule) return null;
  const { timestamp } = rule;
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp) || timestamp <= after) {
    throw refused('Invalid expiry: must be in the future');
  }
  return timestamp;
}

function addressesOf(rules: GrantRequest['rules'], type: string): Address[] | null {
  const rule = ruleOf(rules, type);
  if (!rule) return null;
  const { addresses } = rule;
  const listed = Array.isArray(addresses) && addresses.length > 0;
  if (!listed || !addresses.every((one) => /^0x[0-9a-f]{40}$/i.test(String(one)))) {
    throw refused(`Invalid ${type} addresses`);
  }
  return addresses as Address[];
}

function ruleOf(rules: GrantRequest['rules'], type: string): { [name: string]: unknown } | null {
  const unknown = rules.find((rule) => !RULE_TYPES.includes(rule.type));
  if (unknown) throw refused(`Unsupported rule type: ${unknown.type}`);
  const found = rules.filter((rule) => rule.type === type);
  if (found.length > 1) throw refused(`Duplicate rule type: ${type}`);
  return found[0]?.data ?? null;
}

/** At most 300 characters, and none that could break out of a sentence or hide in it. */
function justificationOf(said: unknown): string {
  if (said === undefined || said === null) return '';
  const harmless =
    typeof said === 'string' && !/["'`<>{}[\]\\\u200b-\u200f\u202a-\u202e\u2060\ufeff]/.test(said);
  if (!harmless || said.length > 300) throw refused('Invalid justification');
  return said;
}

function refused(message: string): RpcError {
  return new RpcError(-32000, message);
}
