// A Golem's history as a file: CSV (RFC 4180) for sheets, JSON for programs. Amounts are exact decimal strings beside
// their token, times are ISO 8601 in UTC.

import { formatUnits } from 'viem';
import { currencyOf, tokenOf } from '../../src/core/chain/addresses';
import { BASE_UNITS } from '../../src/core/chain/money';
import type { HistoryEntry, Permission } from '../../src/core/protocol/status';
import { isoTime } from '../words/time';

export type ExportRow = {
  time: string;
  golem: string;
  what: string;
  /** Exact, in units of the token; base units where Bardo does not know its decimals. */
  amount: string;
  token: string;
  token_address: string;
  payee: string;
  /** The exporter's own name for the payee; it proves nothing. */
  label: string;
  /** The Golem's words. */
  purpose: string;
  permission: string;
  chain_id: string;
  transaction: string;
};

type About = {
  permissions: readonly Permission[];
  chainId: number;
  labelOf: (address: string) => string | null;
};

export function exportRows(entries: readonly HistoryEntry[], about: About): ExportRow[] {
  return [...entries].sort((a, b) => a.at - b.at).map((entry) => rowOf(entry, about));
}

function rowOf(entry: HistoryEntry, { permissions, chainId, labelOf }: About): ExportRow {
  const permission = permissions.find(({ id }) => id === entry.permission);
  return {
    time: isoTime(entry.at),
    golem: entry.golem,
    what: entry.kind,
    ...moneyOf(entry.amount, permission),
    payee: entry.payee ?? '',
    label: entry.payee ? (labelOf(entry.payee) ?? '') : '',
    purpose: entry.purpose ?? '',
    permission: entry.permission ?? '',
    chain_id: `${permission?.chainId ?? chainId}`,
    transaction: entry.transaction ?? '',
  };
}

function moneyOf(amount: string | null, permission: Permission | undefined) {
  if (amount === null || !permission)
    return { amount: amount ?? '', token: amount === null ? '' : BASE_UNITS, token_address: '' };
  const { chainId, token } = permission;
  const known = token === null ? currencyOf(chainId) : tokenOf(chainId, token);
  return {
    amount: known ? formatUnits(BigInt(amount), known.decimals) : amount,
    token: known?.symbol ?? BASE_UNITS,
    token_address: token ?? '',
  };
}

export function csvOf(rows: readonly ExportRow[]): string {
  const names: (keyof ExportRow)[] = [
    'time',
    'golem',
    'what',
    'amount',
    'token',
    'token_address',
    'payee',
    'label',
    'purpose',
    'permission',
    'chain_id',
    'transaction',
  ];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** A sheet runs what begins like a formula, also behind spaces and signs that it skips: such text is kept as text. */
function cellOf(text: string): string {
  const safe = /^[\s\p{Cf}]*[=+\-@\t\r|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function jsonOf(rows: readonly ExportRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}
