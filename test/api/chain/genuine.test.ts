// Which of an enforcer's words are believed, by their place in the transaction.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../../site/api/chain/event-row';
import { genuine } from '../../../site/api/chain/genuine';

const [SLICE, LEASE, GRANT] = ['0x51', '0x1e', '0x64'] as const;
const ABOVE = new Map<Hex, Hex>([
  [SLICE, LEASE],
  [LEASE, GRANT],
]);

let index = 0;
const at = (row: Partial<EventRow> & { event: string }): EventRow => ({
  block_number: 1,
  log_index: index++,
  block_hash: '0xb1',
  transaction: '0x01',
  redeemer: '0x4e',
  ...row,
});
const spent = (amount: number, over: Partial<EventRow> = {}) =>
  at({ event: 'spent', delegation_hash: LEASE, amount: `${amount}`, ...over });
const metered = (over: Partial<EventRow> = {}) =>
  at({ event: 'transferred', delegation_hash: GRANT, ...over });
/** As the manager says it, behind all hooks: from the leaf to the root. */
const redeemed = (...links: Hex[]) =>
  links.map((link) =>
    at({
      event: 'redeemed',
      delegation_hash: link,
      authority: ABOVE.get(link) ?? '0x00',
    }),
  );
const believed = (rows: EventRow[]) =>
  genuine(rows).flatMap(({ event, amount }) => (event === 'spent' ? [Number(amount)] : []));

describe('a Spent is believed', () => {
  it('beside the meter of its grant', () => {
    expect(believed([spent(1), metered(), ...redeemed(LEASE, GRANT)])).toEqual([1]);
  });

  it('also under a Replicant’s link', () => {
    expect(believed([spent(1), metered(), ...redeemed(SLICE, LEASE, GRANT)])).toEqual([1]);
  });

  it('once per redemption', () => {
    const rows = [spent(1), metered(), spent(2), metered()];
    expect(believed([...rows, ...redeemed(LEASE, GRANT, LEASE, GRANT)])).toEqual([1, 2]);
  });
});

describe('a Spent is not believed', () => {
  it('when a leaf’s own enforcer said it, right before the real one', () => {
    expect(believed([spent(9), spent(1), metered(), ...redeemed(LEASE, GRANT)])).toEqual([1]);
  });

  it('when the payee’s code said it, behind the meter', () => {
    expect(believed([spent(1), metered(), spent(9), ...redeemed(LEASE, GRANT)])).toEqual([1]);
  });

  it('of another lease of the same grant', () => {
    const other = spent(9, { delegation_hash: '0x0f' });
    expect(believed([other, spent(1), metered(), ...redeemed(LEASE, GRANT)])).toEqual([1]);
  });

  it('when the grant was redeemed without the lease', () => {
    expect(believed([spent(9), metered(), ...redeemed(GRANT)])).toEqual([]);
  });

  it('in another transaction than the redemption', () => {
    const elsewhere = spent(9, { transaction: '0x02' });
    expect(believed([elsewhere, metered(), ...redeemed(LEASE, GRANT)])).toEqual([]);
  });

  it('more often than the lease was redeemed', () => {
    const rows = [spent(1), metered(), spent(9), metered()];
    expect(believed([...rows, ...redeemed(LEASE, GRANT, GRANT)])).toEqual([1]);
  });
});

it('believes no meter that no redemption stands behind', () => {
  expect(genuine([metered()])).toEqual([]);
});
