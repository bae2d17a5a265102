// Strict ABI decoding. viem alone accepts dirty padding, out-of-range integers and trailing bytes;
// a wallet explanation must not, because the same bytes could then mean two things. Re-encoding the
// result and comparing is the whole check: only the canonical encoding of the values passes.

import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
} from 'viem';
import { hasCanonicalLayout } from './layout';

/** Longest calldata we read: far above real calls (a 64-call batch is about 20 KB), far below a stall. */
export const MAX_BYTES = 128 * 1024;

/** Known function, bytes that are not one well-formed call to it. `reason` is fit for an owner. */
export class Unreadable extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}

export function decodeStrict<const Params extends readonly AbiParameter[]>(
  params: Params,
  data: Hex,
): DecodeAbiParametersReturnType<Params> {
  const values = decodeLoosely(params, data);
  if (encodeAgain(params, values) !== data.toLowerCase()) {
    throw new Unreadable('its bytes are not the one proper encoding of its arguments');
  }
  return values;
}

export function byteLength(hex: string): number {
  return Math.floor((hex.length - 2) / 2);
}

function decodeLoosely<const Params extends readonly AbiParameter[]>(
  params: Params,
  data: Hex,
): DecodeAbiParametersReturnType<Params> {
  if (byteLength(data) > MAX_BYTES) throw new Unreadable('it is larger than Bardo reads (128 KB)');
  if (data.length % 2 !== 0 || !/^0x[0-9a-f]*$/i.test(data)) {
    throw new Unreadable('it is not valid hexadecimal');
  }
  if (!hasCanonicalLayout(params, data)) {
    throw new Unreadable('its arguments are cut short, malformed or too many');
  }
  try {
    return decodeAbiParameters(params, data) as DecodeAbiParametersReturnType<Params>;
  } catch {
    throw new Unreadable('its arguments are cut short or malformed');
  }
}

function encodeAgain(params: readonly AbiParameter[], values: unknown): string | null {
  try {
    return encodeAbiParameters(params as AbiParameter[], values as unknown[]);
  } catch {
    return null;
  }
}
