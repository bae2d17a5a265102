// An order that is not mined: sent again, at a higher price, or taken back.
import type { RelayRow } from '../orders/relays';
import { costOf, type Fees, feesAfter, marketOf, signed } from './relay-bytes';
import { heard, note, postpone, type RelayDesk, remember, type SendRow } from './relay-desk';
import { demandNews, judge } from './relay-judge';
import { newestOf, numberOf } from './relay-mined';
import { type Handed, handOver } from './relay-node';
import { UNPAID } from './relay-purse';

const MAX_BUMPS = 5;
export const NEVER = 'The node refuses the transaction.';
export const GIVEN_UP =
  'The chain did not take the transaction, at a higher fee each time. It was taken back.';
export const UNHEARD =
  'The node gives no usable answer about this order. It waits and is tried again by itself.';

/** Not mined for a while: more is offered, a few times. What is not wanted any more is taken back. */
export async function hurry(desk: RelayDesk, row: RelayRow): Promise<void> {
  const before = await newestOf(desk, row);
  if (before && !(await canPay(desk, costOf(before)))) {
    await note(desk, row, UNPAID);
    return repeat(desk, row);
  }
  // To offer more than what nobody has seen would be to bid against ourselves.
  const handed = before ? await handOver(desk, before) : 'later';
  if (handed === 'gone') return postpone(desk, row, UNHEARD);
  if (row.cancels) return takeBack(desk, row, row.cancels);
  if (handed === 'unread' || handed === 'never') return takeBack(desk, row, NEVER);
  const verdict = await judge(desk, row);
  if (verdict.gas === null) return takeBack(desk, row, verdict.reason);
  if (row.bumps >= MAX_BUMPS) {
    // Where no block comes, no price is too low.
    await demandNews(desk, row);
    return takeBack(desk, row, GIVEN_UP);
  }
  const fees = feesAfter(await marketOf(desk), feesOf(before), row.bumps + 1);
  await replace(
    desk,
    row,
    await signed(desk, row, { ...numberOf(row), fees, cancels: false, gas: verdict.gas }),
  );
}

/** Uses the number for nothing. It must outbid what it replaces. */
export async function takeBack(desk: RelayDesk, row: RelayRow, reason: string): Promise<void> {
  const before = await newestOf(desk, row);
  const fees = feesAfter(await marketOf(desk), feesOf(before), row.bumps + 1);
  const send = await signed(desk, row, { ...numberOf(row), fees, cancels: true });
  await replace(desk, { ...row, cancels: reason }, send);
}

async function replace(desk: RelayDesk, row: RelayRow, send: SendRow): Promise<void> {
  const fields = {
    transaction: send.hash,
    bumps: row.bumps + 1,
    cancels: row.cancels,
    reason: row.cancels,
  };
  if (!(await remember(desk, row, { send, fields }))) return;
  await broadcast(desk, { ...row, ...fields }, send);
}

export async function repeat(desk: RelayDesk, row: RelayRow): Promise<void> {
  const send = await newestOf(desk, row);
  if (send) await broadcast(desk, row, send);
}

/**
 * Bytes that the node will never take are replaced at once: those after them wait for their number. Words that nobody
 * knows are heard for a while first.
 */
export async function broadcast(desk: RelayDesk, row: RelayRow, send: SendRow): Promise<void> {
  const handed: Handed = await handOver(desk, send);
  if (handed === 'gone' || handed === 'unread') return postpone(desk, row, UNHEARD);
  await heard(desk, row);
  if (handed === 'unpaid') await note(desk, row, UNPAID);
  if (handed === 'never' && !send.cancels) await takeBack(desk, row, NEVER);
}

export async function canPay({ client, account }: RelayDesk, cost: bigint): Promise<boolean> {
  const { address } = account;
  return (await client.getBalance({ address, blockTag: 'latest' })) >= cost;
}

function feesOf(send: SendRow | null): Fees | null {
  return send && { fee: BigInt(send.fee), tip: BigInt(send.tip) };
}
