// Orders on their way, each under a number of the relay account: followed to the receipt of whichever of its
// transactions was mined. A number that is given out must be used, or nothing after it is mined: an order that is given
// up is replaced by a transaction that does nothing, and decided when one of the two is mined.
import type { Hex, TransactionReceipt } from 'viem';
import { isGone } from '../chain/reverts';
import type { RelayRow } from '../orders/relays';
import { LostLead } from '../plane/leadership';
import { safeText } from '../plane/log';
import { costOf, type Fees, feesAfter, marketOf, signed } from './relay-bytes';
import {
  heard,
  inFlight,
  note,
  postpone,
  type RelayDesk,
  remember,
  type SendRow,
  sendsOf,
  update,
} from './relay-desk';
import { demandNews, isShown, judge, NoNews } from './relay-judge';
import { type Handed, handOver } from './relay-node';
import { UNPAID } from './relay-purse';

export const MAX_ATTEMPTS = 5;
const MAX_BUMPS = 5;
const BUMP_SECONDS = 30;
/** A number that another transaction used is believed when it has been so for these blocks. */
const SETTLED = 2n;

const REVERTED = 'The transaction was reverted.';
const NEVER = 'The node refuses the transaction.';
const GIVEN_UP =
  'The chain did not take the transaction, at a higher fee each time. It was taken back.';
export const UNHEARD =
  'The node gives no usable answer about this order. It waits and is tried again by itself.';
const TAKEN = 'Another transaction used its number.';
const UNSEEN =
  'The contract refuses the order by now. No node shows whether an earlier transaction of it was mined.';
const SHOWN = 'The chain shows it already.';

/** So many orders in a row that nobody answers for: the rest is not asked for in this round. */
const GONE_IN_A_ROW = 2;

/** True when something was decided. One order that cannot be followed keeps none of the others. */
export async function followFlight(desk: RelayDesk): Promise<boolean> {
  const flying = await inFlight(desk);
  if (flying.length === 0) return false;
  const { address } = desk.account;
  const used = await desk.client.getTransactionCount({ address, blockTag: 'latest' });
  const due = flying.filter(({ retry_at }) => retry_at <= desk.now());
  let [moved, gone] = [false, 0];
  for (const row of due) {
    try {
      if (await follow(desk, row, used)) moved = true;
      gone = 0;
    } catch (error) {
      await unheard(desk, row, error);
      gone = isGone(error) ? gone + 1 : 0;
      if (gone === GONE_IN_A_ROW) throw error;
    }
  }
  return moved;
}

/** What went wrong with one order is its own trouble, unless another process leads by now. */
export async function unheard(desk: RelayDesk, row: RelayRow, error: unknown): Promise<void> {
  if (error instanceof LostLead) throw error;
  desk.log('warn', 'relay', { order: row.id, error: safeText(error) });
  await postpone(desk, row, error instanceof NoNews ? error.message : UNHEARD);
}

async function follow(desk: RelayDesk, row: RelayRow, used: number): Promise<boolean> {
  if (row.nonce === null || row.nonce < used) return conclude(desk, row);
  const due = desk.now() - row.updated_at >= BUMP_SECONDS;
  if (due) await hurry(desk, row);
  else await repeat(desk, row);
  return false;
}

/** Its number is used, by one of its own transactions or by another; or it has none, and is not wanted. */
export async function conclude(
  desk: RelayDesk,
  row: RelayRow,
  otherwise = TAKEN,
): Promise<boolean> {
  const sends = await sendsOf(desk, row);
  const mined = await minedOf(desk, sends);
  const gas = Number(mined.reduce((sum, { receipt }) => sum + receipt.gasUsed, 0n)) || row.gas;
  const kept = mined.find(({ send, receipt }) => !send.cancels && receipt.status === 'success');
  if (kept) {
    const { transactionHash: transaction, blockNumber } = kept.receipt;
    const block_number = Number(blockNumber);
    const over = { reason: null, cancels: null, gas };
    return update(desk, row, { state: 'done', transaction, block_number, ...over });
  }
  const last = mined.find(({ send }) => send.nonce === row.nonce);
  if (!last && !(await isSettled(desk, row))) return false;
  const unseen = otherwise !== TAKEN && sends.some(({ cancels }) => !cancels) ? UNSEEN : otherwise;
  const why = last ? (last.send.cancels ? row.cancels : REVERTED) : unseen;
  // One that was mined and reverted is told; what only used up the number is not.
  const spent = last && !last.send.cancels ? last.send.hash : null;
  return setBack(desk, { ...row, gas }, { reason: why ?? NEVER, transaction: spent });
}

/**
 * The chain may show it by somebody else's doing; else it is tried again a few times: what it builds on may be late. A
 * number that was used by another says nothing against the order itself.
 */
async function setBack(
  desk: RelayDesk,
  row: RelayRow,
  { reason, transaction }: { reason: string; transaction: string | null },
): Promise<boolean> {
  const free = { nonce: null, transaction, bumps: 0, cancels: null, gas: row.gas };
  if (await isShown(desk, row)) {
    const block_number = Number(await desk.client.getBlockNumber({ cacheTime: 0 }));
    return update(desk, row, { ...free, state: 'done', block_number, reason: SHOWN });
  }
  if (reason === TAKEN) {
    const set = await update(desk, row, { ...free, state: 'queued', reason });
    await postpone(desk, row, TAKEN);
    return set;
  }
  await demandNews(desk, row);
  const attempts = row.attempts + 1;
  const over = attempts >= MAX_ATTEMPTS || reason === GIVEN_UP;
  return update(desk, row, { ...free, state: over ? 'failed' : 'queued', attempts, reason });
}

/** Not mined for a while: more is offered, a few times. What is not wanted any more is taken back. */
async function hurry(desk: RelayDesk, row: RelayRow): Promise<void> {
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

async function repeat(desk: RelayDesk, row: RelayRow): Promise<void> {
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

type Mined = { send: SendRow; receipt: TransactionReceipt };

/** Newest first. */
async function minedOf(desk: RelayDesk, sends: readonly SendRow[]): Promise<Mined[]> {
  const mined: Mined[] = [];
  for (const send of sends) {
    const hash = send.hash as Hex;
    const receipt = await desk.client.getTransactionReceipt({ hash }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return null;
      throw error;
    });
    if (receipt) mined.push({ send, receipt });
  }
  return mined;
}

/** Of several nodes behind one name, one may know the number used and another not the receipt yet. */
async function isSettled({ client, account }: RelayDesk, { nonce }: RelayRow): Promise<boolean> {
  if (nonce === null) return true;
  const head = await client.getBlockNumber({ cacheTime: 0 });
  const blockNumber = head > SETTLED ? head - SETTLED : 0n;
  return (await client.getTransactionCount({ address: account.address, blockNumber })) > nonce;
}

async function newestOf(desk: RelayDesk, row: RelayRow): Promise<SendRow | null> {
  return (await sendsOf(desk, row)).find(({ hash }) => hash === row.transaction) ?? null;
}

function feesOf(send: SendRow | null): Fees | null {
  return send && { fee: BigInt(send.fee), tip: BigInt(send.tip) };
}

function numberOf({ nonce }: RelayRow): { nonce: number } {
  return { nonce: nonce ?? 0 };
}
