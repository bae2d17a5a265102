// The wallet's raw transaction to what we read: the one boundary for it. Fields beyond the SDK's type
// may be there (`authorizationList`), `to` and `data` may be absent, numbers come as hex.
import type { Address, Hex } from 'viem';
import { isHex, lower } from '../bytes/hex';

export type TransactionInput = {
  from: Address;
  /** null = a contract is deployed. */
  to: Address | null;
  value: bigint;
  data: Hex;
  /** Code addresses of an EIP-7702 authorisation list; null when the transaction has none. */
  authorizations: Address[] | null;
};

/** Throws with the name of the bad field. */
export function parseTransaction(raw: unknown): TransactionInput {
  if (typeof raw !== 'object' || raw === null) throw new Error('transaction must be an object');
  const { from, to, value, data, input, authorizationList } = raw as Record<string, unknown>;
  return {
    from: parseAddress(from, 'from'),
    to: isAbsent(to) || to === '0x' ? null : parseAddress(to, 'to'),
    value: isAbsent(value) ? 0n : parseQuantity(value),
    data: parseData(isAbsent(data) ? input : data),
    authorizations: parseAuthorizations(authorizationList),
  };
}

/** `eip155:8453` to 8453; throws for any other namespace. */
export function parseChainId(caip: unknown): number {
  const match = typeof caip === 'string' ? /^eip155:([1-9]\d{0,9})$/.exec(caip) : null;
  if (!match) throw new Error('chainId must look like "eip155:8453"');
  return Number(match[1]);
}

function parseAddress(value: unknown, field: string): Address {
  if (!isHex(value, 20)) {
    throw new Error(`transaction.${field} must be an address`);
  }
  return lower(value);
}

function parseQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value))
    return BigInt(value);
  if (value === '0x') return 0n;
  throw new Error('transaction.value must be a hexadecimal or decimal string');
}

function parseData(value: unknown): Hex {
  if (isAbsent(value)) return '0x';
  if (!isHex(value) || value.length % 2 !== 0) {
    throw new Error('transaction.data must be whole bytes in hexadecimal');
  }
  return lower(value);
}

function parseAuthorizations(value: unknown): Address[] | null {
  if (isAbsent(value)) return null;
  if (!Array.isArray(value)) throw new Error('transaction.authorizationList must be a list');
  return value
    .slice(0, 16)
    .map((entry: unknown) =>
      parseAddress((entry as { address?: unknown } | null)?.address, 'authorizationList.address'),
    );
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
