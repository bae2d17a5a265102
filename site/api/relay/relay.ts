// The relay account. Orders on their way are followed first, then as many as there is room for are sent, worthiest
// first. A transaction is signed and stored before it is broadcast, so a crash in between repeats the same bytes and
// never spends a second number on one order.

import { isGone } from '../chain/reverts';
import type { RelayRow } from '../orders/relays';
import { LostLead } from '../plane/leadership';
import { costOf, signed } from './relay-bytes';
import { inFlight, nextQueued, note, postpone, type RelayDesk, remember } from './relay-desk';
import { conclude, followFlight, unheard } from './relay-flight';
import { judge, type Verdict } from './relay-judge';
import { answered, isPaused, silent } from './relay-patience';
import { keptFrom, openPurse, type Purse, pay, SHARED } from './relay-purse';
import { broadcast } from './relay-resend';

/** Numbers given out at once. */
const WINDOW = 64;
/** Orders judged at once. */
const ABREAST = 8;

/** One round over the desk. True when something moved. */
export async function runRelay(desk: RelayDesk): Promise<boolean> {
  if (isPaused(desk)) return false;
  try {
    const moved = await followFlight(desk);
    const filled = await fill(desk);
    await answered(desk);
    return filled || moved;
  } catch (error) {
    // Whoever leads now goes on with it.
    if (error instanceof LostLead) return false;
    await silent(desk);
    throw error;
  }
}

async function fill(desk: RelayDesk): Promise<boolean> {
  const flying = await inFlight(desk);
  const waiting = await nextQueued(desk, WINDOW - flying.length);
  if (waiting.length === 0) return false;
  const { address } = desk.account;
  const used = await desk.client.getTransactionCount({ address, blockTag: 'latest' });
  const given = Math.max(-1, ...flying.map(({ nonce }) => nonce ?? -1));
  const state = { nonce: Math.max(used, given + 1), purse: await openPurse(desk) };
  let moved = false;
  for (let from = 0; from < waiting.length; from += ABREAST) {
    const group = waiting.slice(from, from + ABREAST);
    if (await sendGroup(desk, group, state)) moved = true;
  }
  return moved;
}

type Filling = { nonce: number; purse: Purse };

async function sendGroup(desk: RelayDesk, group: RelayRow[], state: Filling): Promise<boolean> {
  const verdicts = await Promise.allSettled(group.map((row) => judge(desk, row)));
  const outbox: (() => Promise<void>)[] = [];
  let [moved, gone] = [false, 0];
  for (const [index, row] of group.entries()) {
    try {
      const sending = await decide(desk, row, { ...state, verdict: settled(verdicts[index]) });
      if (sending === 'moved') moved = true;
      if (!sending || sending === 'moved') continue;
      state.nonce += 1;
      pay(state.purse, row, sending.cost);
      outbox.push(() => sending.go().catch((error) => unheard(desk, row, error)));
    } catch (error) {
      await unheard(desk, row, error);
      if (isGone(error)) gone += 1;
    }
  }
  await Promise.all(outbox.map((go) => go()));
  if (gone === group.length) throw new Error('The node answers for no order.');
  return moved || outbox.length > 0;
}

function settled<T>(judged: PromiseSettledResult<T> | undefined): T {
  if (judged?.status === 'fulfilled') return judged.value;
  throw judged?.reason;
}

type Deciding = Filling & { verdict: Verdict };

/** Signed and remembered, to be sent; or refused, which moves it too; or left for later. */
async function decide(desk: RelayDesk, row: RelayRow, { verdict, ...state }: Deciding) {
  if (verdict.gas !== null) return prepare(desk, row, { ...state, gas: verdict.gas });
  // Or mined after all, though its number looked used: the node was behind.
  return (await conclude(desk, row, verdict.reason)) ? 'moved' : null;
}

/** Null when the account cannot pay for it, or another process was faster. */
async function prepare(desk: RelayDesk, row: RelayRow, how: Filling & { gas: bigint }) {
  const { nonce, gas, purse } = how;
  const send = await signed(desk, row, { nonce, fees: purse.market, cancels: false, gas });
  const cost = costOf(send);
  const kept = keptFrom(purse, row, cost);
  if (kept) {
    // Who had more today waits aside: a crowd of such orders would else fill the window before everybody else's.
    await (kept === SHARED ? postpone(desk, row, kept) : note(desk, row, kept));
    return null;
  }
  const anew = { bumps: 0, cancels: null, reason: null, silences: 0, retry_at: 0 };
  const sent = { state: 'sent' as const, nonce, transaction: send.hash, sent_at: desk.now() };
  const fields = { ...anew, ...sent };
  if (!(await remember(desk, row, { send, fields }))) return null;
  return { cost, go: () => broadcast(desk, { ...row, ...fields }, send) };
}
