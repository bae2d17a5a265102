// Orders on their way, each under a number of the relay account: followed to the receipt of whichever of its
// transactions was mined. A number that is given out must be used, or nothing after it is mined: an order that is given
// up is replaced by a transaction that does nothing, and decided when one of the two is mined.
import type { Hex } from 'viem';
import { isGone } from '../chain/reverts';
import type { RelayRow } from '../orders/relays';
import { LostLead } from '../plane/leadership';
import { safeText } from '../plane/log';
import { inFlight, postpone, type RelayDesk, sendsOf, update } from './relay-desk';
import { demandNews, isShown, NoNews } from './relay-judge';
import { isSettled, minedOf } from './relay-mined';
import { GIVEN_UP, hurry, NEVER, repeat, UNHEARD } from './relay-resend';

export const MAX_ATTEMPTS = 5;
const BUMP_SECONDS = 30;

const REVERTED = 'The transaction was reverted.';
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
  { reason, transaction }: { reason: string; transaction: Hex | null },
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
