// The history as a file: exact amounts, times in UTC, and no text that a sheet would run.
import { describe, expect, it } from 'vitest';
import { csvOf, exportRows, jsonOf } from '../../../site/golem/export';
import type { HistoryEntry, Permission } from '../../../src/core/protocol/status';

const USDC = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
const SHOP: `0x${string}` = `0x${'5b'.repeat(20)}`;
const HASH: `0x${string}` = `0x${'77'.repeat(32)}`;
const permission = (token: string | null, id = 'p-1') =>
  ({ id, chainId: 84_532, token }) as Permission;

function paid(over: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    at: 1_763_510_400,
    kind: 'redeemed',
    golem: 'atlas',
    permission: 'p-1',
    amount: '1500000',
    transaction: HASH,
    payee: SHOP,
    purpose: 'inference',
    ...over,
  };
}

const about = (token: string | null = USDC) => ({
  permissions: [permission(token)],
  chainId: 84_532,
  labelOf: (address: string) => (address === SHOP ? 'The shop' : null),
});
const rows = (entries: HistoryEntry[], token: string | null = USDC) =>
  exportRows(entries, about(token));
const cells = (entry: Partial<HistoryEntry>) => csvOf(rows([paid(entry)])).split('\r\n')[1] ?? '';

describe('a row', () => {
  it('has the exact amount with its token, the time in UTC and the whole hash', () => {
    expect(rows([paid()])).toEqual([
      {
        time: '2025-11-19T00:00:00Z',
        golem: 'atlas',
        what: 'redeemed',
        amount: '1.5',
        token: 'USDC',
        token_address: USDC,
        payee: SHOP,
        label: 'The shop',
        purpose: 'inference',
        permission: 'p-1',
        chain_id: '84532',
        transaction: HASH,
      },
    ]);
  });

  it.each([
    ['1', null, '0.000000000000000001', 'ETH'],
    ['123456789012345678901234567890', null, '123456789012.34567890123456789', 'ETH'],
    ['7', `0x${'99'.repeat(20)}`, '7', 'base units'],
  ])('of %s in %s rounds nothing', (amount, token, text, symbol) => {
    expect(rows([paid({ amount })], token)[0]).toMatchObject({ amount: text, token: symbol });
  });

  it('says nothing of money where there is none', () => {
    const [row] = rows([paid({ kind: 'phase', amount: null, permission: null, payee: null })]);
    expect(row).toMatchObject({ amount: '', token: '', payee: '', label: '' });
  });

  it('comes oldest first', () => {
    const times = rows([paid({ at: 1_763_510_402 }), paid(), paid({ at: 1_763_510_401 })]);
    expect(times.map(({ time }) => time.slice(-3))).toEqual(['00Z', '01Z', '02Z']);
  });
});

describe('CSV', () => {
  it('quotes what would end a cell, and ends lines as RFC 4180 says', () => {
    const text = csvOf(rows([paid({ purpose: 'a "b", c' })]));

    expect(text.split('\r\n')[0]).toMatch(/^time,golem,what,amount,token,/);
    expect(text).toContain(',"a ""b"", c",');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '\u200b=HYPERLINK("http://evil.example")',
    '\uff1dcmd',
    '|cmd',
    '%0a=1',
  ])('keeps %j as text', (purpose) => {
    const line = cells({ purpose });

    expect(line).toMatch(/,"?'/);
    expect(line).toContain(purpose.replaceAll('"', '""'));
  });

  it('changes no harmless text', () => {
    expect(cells({ purpose: 'GPU 3 h' })).toContain(',GPU 3 h,');
  });
});

it('is the same in JSON', () => {
  expect(JSON.parse(jsonOf(rows([paid()])))).toEqual(rows([paid()]));
});
