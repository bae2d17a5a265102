// Hands signed bytes to the node and reads its answer: the words differ from node to node.
import { isGone } from '../chain/reverts';
import { safeText } from '../plane/log';
import type { RelayDesk, SendRow } from './relay-desk';

/**
 * `later`: the node has it, or has no room and no price for it now. `unpaid`: the purse is too small. `never`: it will not take
 * these bytes. `unread`: it refuses in words that nobody knows. `gone`: nobody answered, or only a gateway.
 */
export type Handed = 'taken' | 'later' | 'unpaid' | 'never' | 'unread' | 'gone';

/** It has these bytes, others of the same number, or no room and no price for them now. */
const LATER =
  /already (known|imported)|nonce too (low|high)|underpriced|known transaction|account slots|pool is full|(less than|below|lower than) (the )?(block|current )?\s*base ?fee/i;

/** A gateway's words with a status of success. */
const BUSY = /rate.?limit|too many|throttl|capacity|timed? ?out|unavailable|overload/i;

/** About the bytes themselves: the same bytes will not pass later. */
const NEVER =
  /exceeds (the )?(block )?gas limit|gas limit (is )?(too|exceed)|intrinsic gas|(tip|priority fee) .*higher|tx fee .*cap|invalid (sender|signature|chain)|type not supported|oversized|rlp: /i;

export async function handOver(desk: RelayDesk, send: SendRow): Promise<Handed> {
  // A process that was paused may not lead any more; whoever does has these bytes too.
  if (!desk.lead.leads() || send.raw === '') return 'later';
  try {
    await desk.client.sendRawTransaction({ serializedTransaction: send.raw });
    return 'taken';
  } catch (error) {
    const handed = readRefusal(error);
    const { chainId, log } = desk;
    log('warn', 'relay', { chainId, order: send.relay, handed, error: safeText(error) });
    return handed;
  }
}

function readRefusal(error: unknown): Handed {
  if (isGone(error)) return 'gone';
  const words = wordsOf(error);
  if (/insufficient funds/i.test(words)) return 'unpaid';
  if (LATER.test(words)) return 'later';
  if (BUSY.test(words)) return 'gone';
  return NEVER.test(words) ? 'never' : 'unread';
}

/** The node's own; viem's message repeats the question. */
function wordsOf(error: unknown): string {
  const { details, message } = error as { details?: string; message?: string };
  return `${details || message}`;
}
