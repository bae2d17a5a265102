// The fields of an ERC-7715 request, each by MetaMask's own rule.
import type { Address } from 'viem';
import { isHex } from '../../../../src/core/bytes/hex';
import { RpcError } from '../errors';
import type { GrantRequest } from './wire';

export const RULE_TYPES = ['expiry', 'redeemer', 'payee'];

/** What MetaMask offers to choose from; a period is moved to the nearest. */
const PERIODS = [3_600, 86_400, 604_800, 1_209_600, 2_592_000, 31_536_000];
const MAX_PERIOD = 10 * 365 * 86_400;

export function assertField(name: string, value: unknown): void {
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

export function periodOf(data: { periodDuration?: unknown }): { periodDuration?: number } {
  const { periodDuration } = data;
  if (periodDuration === undefined) return {};
  if (typeof periodDuration !== 'number' || periodDuration <= 0 || periodDuration > MAX_PERIOD) {
    throw refused('Invalid periodDuration: must be between 1 second and 10 years');
  }
  const distance = (period: number) => Math.abs(period - periodDuration);
  const [nearest = periodDuration] = [...PERIODS].sort((a, b) => distance(a) - distance(b));
  return { periodDuration: nearest };
}

export function startOf(startTime: unknown, now: number): number {
  if (startTime === undefined || startTime === null) return now;
  const today = now - (now % 86_400);
  if (typeof startTime !== 'number' || !Number.isInteger(startTime) || startTime < today) {
    throw refused('Invalid startTime: must be today or later');
  }
  return startTime;
}

export function expiryOf(rules: GrantRequest['rules'], after: number): number | null {
  const rule = ruleOf(rules, 'expiry');
  if (!rule) return null;
  const { timestamp } = rule;
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp) || timestamp <= after) {
    throw refused('Invalid expiry: must be in the future');
  }
  return timestamp;
}

export function addressesOf(rules: GrantRequest['rules'], type: string): Address[] | null {
  const rule = ruleOf(rules, type);
  if (!rule) return null;
  const { addresses } = rule;
  const listed = Array.isArray(addresses) && addresses.length > 0;
  if (!listed || !addresses.every((one) => isHex(one, 20))) {
    throw refused(`Invalid ${type} addresses`);
  }
  return addresses;
}

function ruleOf(rules: GrantRequest['rules'], type: string): { [name: string]: unknown } | null {
  const unknown = rules.find((rule) => !RULE_TYPES.includes(rule.type));
  if (unknown) throw refused(`Unsupported rule type: ${unknown.type}`);
  const found = rules.filter((rule) => rule.type === type);
  if (found.length > 1) throw refused(`Duplicate rule type: ${type}`);
  return found[0]?.data ?? null;
}

/** At most 300 characters, and none that could break out of a sentence or hide in it. */
export function justificationOf(said: unknown): string {
  if (said === undefined || said === null) return '';
  const harmless =
    typeof said === 'string' && !/["'`<>{}[\]\\\u200b-\u200f\u202a-\u202e\u2060\ufeff]/.test(said);
  if (!harmless || said.length > 300) throw refused('Invalid justification');
  return said;
}

export function refused(message: string): RpcError {
  return new RpcError(-32000, message);
}
