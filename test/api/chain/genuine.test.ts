// Which of an enforcer's words are believed, by their place in the transaction.
import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../../site/api/chain/event-row';
import { genuine } from '../../../site/api/chain/genuine';

let index = 0;
const at = (row: Partial<EventRow> & { event: string }): EventRow => ({
  block_number: 1,
  log_index: index++,
  block_hash: '0xb1',
  transaction: '0x01',
  redeemer: 'key',
  ...row,
});
const spent = (amount: number, over: Partial<EventRow> = {}) =>
  at({ event: 'spent', delegation_hash: 'lease', amount: `${amount}`, ...over });
const metered = (over: Partial<EventRow> = {}) =>
  at({ event: 'transferred', delegation_hash: 'grant', ...over });
/** As the manager says it, behind all hooks: from the leaf to the root. */
const redeemed = (...links: string[]) =>
  links.map((link) =>
    at({
      event: 'redeemed',
      delegation_hash: link,
      authority: { slice: 'lease', lease: 'grant' }[link] ?? 'root',
    }),
  );
const believed = (rows: EventRow[]) =>
  genuine(rows).flatMap(({ event, amount }) => (event === 'spent' ? [Number(amount)] : []));

describe('a Spent is believed', () => {
  it('beside the meter of its grant', () => {
    expect(believed([spent(1), metered(), ...redeemed('lease', 'grant')])).toEqual([1]);
  });

  it('also under a Replicant’s link', () => {
    expect(believed([spent(1), metered(), ...redeemed('slice', 'lease', 'grant')])).toEqual([1]);
  });

  it('once per redemption', () => {
    const rows = [spent(1), metered(), spent(2), metered()];
    expect(believed([...rows, ...redeemed('lease', 'grant', 'lease', 'grant')])).toEqual([1, 2]);
  });
});

describe('a Spent is not believed', () => {
  it('when a leaf’s own enforcer said it, right before the real one', () => {
    expect(believed([spent(9), spent(1), metered(), ...redeemed('lease', 'grant')])).toEqual([1]);
  });

  it('when the payee’s code said it, behind the meter', () => {
    expect(believed([spent(1), metered(), spent(9), ...redeemed('lease', 'grant')])).toEqual([1]);
  });

  it('of another lease of the same grant', () => {
    const other = spent(9, { delegation_hash: 'other' });
    expect(believed([other, spent(1), metered(), ...redeemed('lease', 'grant')])).toEqual([1]);
  });

  it('when the grant was redeemed without the lease', () => {
    expect(believed([spent(9), metered(), ...redeemed('grant')])).toEqual([]);
  });

  it('in another transaction than the redemption', () => {
    const elsewhere = spent(9, { transaction: '0x02' });
    expect(believed([elsewhere, metered(), ...redeemed('lease', 'grant')])).toEqual([]);
  });

  it('more often than the lease was redeemed', () => {
    const rows = [spent(1), metered(), spent(9), metered()];
    expect(believed([...rows, ...redeemed('lease', 'grant', 'grant')])).toEqual([1]);
  });
});

it('believes no meter that no redemption stands behind', () => {
  expect(genuine([metered()])).toEqual([]);
});
