// Dispatches meet the chain: each is looked up, judged, and written down before anybody is told.
import type { Hex } from 'viem';
import { least } from '../../core/delegations/meter';
import { type AgentChain, freshHead } from '../chain/chain';
import { reasonOf } from '../chain/reverts';
import type { Journal } from './claims';
import type { Dispatch, Result } from './dispatch';
import { displaced, fateOf, judged, type Mined, receiptOf } from './fate';
import { BURIED } from './journal';
import { operationCount, operationFate } from './operation-fate';
import { countAt, DEPTH } from './taker';

export type Books = { chain: AgentChain; journal: Journal; confirmations: number };

const LOOK_MS = 250;
/** Every so many looks the whole question is asked, not only for a receipt. */
const WHOLE = 8;

/** What the chain says about it now; all that were signed for the same nonce are settled with it. */
export async function settle(books: Books, dispatch: Dispatch): Promise<Dispatch> {
  const { chain, journal, confirmations } = books;
  const rivals = (await journal.open(dispatch.from)).filter(
    ({ way, nonce }) => way === dispatch.way && nonce === dispatch.nonce,
  );
  const all = rivals.flatMap(({ tries }) => tries.map(({ hash }) => hash));
  const look = dispatch.way === 'operation' ? operationFate : fateOf;
  // Whichever was signed first may have been mined before the others were signed.
  const since = rivals.reduce((first, one) => least(first, one.since), dispatch.since);
  const fate = await look(chain, { dispatch: { ...dispatch, since }, all, confirmations });
  if (fate.is === 'open') return dispatch;
  for (const one of rivals) {
    if (fate.is === 'displaced') await journal.put(displaced(one, fate.by));
    if (fate.is === 'mined') await journal.put(await byReceipt(chain, one, fate));
  }
  return (await journal.find(dispatch.id)) ?? dispatch;
}

async function byReceipt(
  chain: AgentChain,
  dispatch: Dispatch,
  { hash: mined, receipt }: { hash: Hex; receipt: Mined },
): Promise<Dispatch> {
  if (!dispatch.tries.some(({ hash }) => hash === mined)) return displaced(dispatch, mined);
  const after = judged(chain, dispatch, receipt);
  if (receipt.status === 'success') return after;
  return { ...after, reason: await whyRefused(chain, dispatch, receipt) };
}

/** Asked again at the block before, the node says why. */
async function whyRefused(
  { client }: AgentChain,
  { from: account, to, data, value }: Dispatch,
  { blockNumber }: Mined,
): Promise<string> {
  return client.call({ account, to, data, value, blockNumber: blockNumber - 1n }).then(
    () => 'the chain refused it, for a reason that is gone',
    (error: unknown) => reasonOf(error),
  );
}

/** Its nonce was used some blocks ago: whatever took its place, nothing that was signed for it can be mined any more. */
export async function isSpent(chain: AgentChain, { way, from, nonce }: Dispatch): Promise<boolean> {
  const { number, old } = await chain.head();
  if (old || number < DEPTH) return false;
  const count = way === 'operation' ? operationCount : countAt;
  return (await count(chain, from, number - DEPTH)) > nonce;
}

/** Looks until it is settled or the time is up. A node that fails meanwhile has said nothing. */
export async function waitFor(books: Books, dispatch: Dispatch, waitMs: number): Promise<Dispatch> {
  const until = performance.now() + waitMs;
  for (let looks = 1; ; looks += 1) {
    const late = performance.now() + LOOK_MS > until;
    const look = late || looks % WHOLE === 0 || (await isMined(books.chain, dispatch));
    const after = look ? await settle(books, dispatch).catch(() => dispatch) : dispatch;
    if (after.state !== 'open' || late) return after;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** A cheap look for a receipt; an operation has none of its own. */
async function isMined(chain: AgentChain, { tries, way }: Dispatch): Promise<boolean> {
  if (way === 'operation') return true;
  const looks = tries.map(({ hash }) => receiptOf(chain, hash).catch(() => null));
  return (await Promise.all(looks)).some((receipt) => receipt !== null);
}

/**
 * A block that held one of ours may be dropped. As long as the newest one lies where it lay, all before it do. A payment
 * that lies nowhere any more is open again, to be sent as it was signed: whoever was told it was paid must stay right.
 */
export async function reopenUndone(
  { chain, journal }: Books,
  from: Hex,
  way: Dispatch['way'],
): Promise<void> {
  const { number, old } = await freshHead(chain);
  if (old) return;
  const recent = (await journal.settled(from))
    .filter((one) => one.way === way && one.result !== null)
    .filter(({ result }) => (result?.blockNumber ?? 0n) + BURIED >= number);
  for (const one of recent.reverse()) {
    const { result } = one;
    if (!result) continue;
    const receipt = await receiptOf(chain, result.transaction);
    if (receipt?.blockHash === result.blockHash) return;
    if (receipt || (await isDropped(chain, one, result))) await journal.put(undone(one));
  }
}

/** Only a payment is made again as it was signed: anything else may be wrong by now, and whoever wanted it looks again. */
function undone(one: Dispatch): Dispatch {
  const nothing = { ...one, result: null };
  return one.pays
    ? { ...nothing, state: 'open', reason: null }
    : { ...nothing, state: 'failed', reason: 'the block that held it was dropped' };
}

/**
 * A missing receipt alone may be a node that lags: the block in its place must be another. Where there is no block in its
 * place even after a wait, a payment keeps the benefit of the doubt.
 */
async function isDropped(
  { client }: AgentChain,
  { pays }: Dispatch,
  { blockNumber, blockHash }: Result,
): Promise<boolean> {
  const block = await client.getBlock({ blockNumber }).catch(() => null);
  return block === null ? pays === null : block.hash !== blockHash;
}
