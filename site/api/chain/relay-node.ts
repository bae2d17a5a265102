// Hands signed bytes to the node and reads its answer: the words differ from node to node.
import type { Hex } from 'viem';
import { safeText } from '../log';
import { isGone } from './grant-check';
import type { RelayDesk, SendRow } from './relay-desk';

/**
 * `later`: the node has it, or may take it when it is handed over again. `unpaid`: the purse is too small.
 * `never`: it will not take these bytes.
 */
export type Handed = 'taken' | 'later' | 'unpaid' | 'never';

/** It has these bytes, others of the same number, or no room and no price for them now. */
const LATER =
  /already (known|imported)|nonce too (low|high)|underpriced|known transaction|account slots|pool is full|too many|(less than|below|lower than) (the )?(block|current )?\s*base ?fee|rate limit|timed? ?out/i;

export async function handOver(desk: RelayDesk, send: SendRow): Promise<Handed> {
  // A process that was paused may not lead any more; whoever does has these bytes too.
  if (!desk.lead.leads() || send.raw === '') return 'later';
  try {
    await desk.client.sendRawTransaction({ serializedTransaction: send.raw as Hex });
    return 'taken';
  } catch (error) {
    const handed = readRefusal(error);
    const { chainId, log } = desk;
    log('warn', 'relay', { chainId, order: send.relay, handed, error: safeText(error) });
    return handed;
  }
}

function readRefusal(error: unknown): Handed {
  if (isGone(error)) return 'later';
  const words = `${error instanceof Error ? `${error.message} ${detailsOf(error)}` : error}`;
  if (/insufficient funds/i.test(words)) return 'unpaid';
  return LATER.test(words) ? 'later' : 'never';
}

function detailsOf(error: Error): string {
  return (error as { details?: string }).details ?? '';
}
