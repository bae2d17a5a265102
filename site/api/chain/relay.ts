// The relay account. Orders on their way are followed first, then as many as there is room for are sent, worthiest
// first. A transaction is signed and stored before it is broadcast, so a crash in between repeats the same bytes and
// never spends a second number on one order.
import { LostLead } from '../leadership';
import type { RelayRow } from '../relays';
import { costOf, type Fees, MOST_GAS, marketOf, signed } from './relay-bytes';
import { inFlight, nextQueued, note, promises, type RelayDesk, remember } from './relay-desk';
import { broadcast, conclude, followFlight, UNPAID } from './relay-flight';
import { judge, type Verdict } from './relay-judge';

/** Numbers given out at once. */
const WINDOW = 64;
/** Orders judged at once. */
const ABREAST = 8;
/** Of ends that the purse is kept for: everything else waits when it holds no more. */
const RESERVED_ENDS = 100n;
const RESERVED =
  'The relay account keeps what it has left for ends of leases. The order waits until it is refilled.';

/** One round over the desk. True when something moved. */
export async function runRelay(desk: RelayDesk): Promise<boolean> {
  try {
    const moved = await followFlight(desk);
    return (await fill(desk)) || moved;
  } catch (error) {
    // Whoever leads now goes on with it.
    if (error instanceof LostLead) return false;
    throw error;
  }
}

type Purse = { left: bigint; reserve: bigint };

async function fill(desk: RelayDesk): Promise<boolean> {
  const flying = await inFlight(desk);
  const waiting = await nextQueued(desk, WINDOW - flying.length);
  if (waiting.length === 0) return false;
  const { address } = desk.account;
  const market = await marketOf(desk);
  const used = await desk.client.getTransactionCount({ address, blockTag: 'latest' });
  const given = Math.max(-1, ...flying.map(({ nonce }) => nonce ?? -1));
  const purse = await purseOf(desk, market);
  const state = { nonce: Math.max(used, given + 1), purse, market };
  let moved = false;
  for (let from = 0; from < waiting.length; from += ABREAST) {
    const group = waiting.slice(from, from + ABREAST);
    if (await sendGroup(desk, group, state)) moved = true;
  }
  return moved;
}

type Filling = { nonce: number; purse: Purse; market: Fees };

async function sendGroup(desk: RelayDesk, group: RelayRow[], state: Filling): Promise<boolean> {
  const verdicts = await Promise.all(group.map((row) => judge(desk, row)));
  const outbox: (() => Promise<void>)[] = [];
  let moved = false;
  for (const [index, row] of group.entries()) {
    const verdict = verdicts[index] as Verdict;
    if (verdict.gas === null) {
      // Or mined after all, though its number looked used: the node was behind.
      if (await conclude(desk, row, verdict.reason)) moved = true;
      continue;
    }
    const sending = await prepare(desk, row, { ...state, gas: verdict.gas });
    if (!sending) continue;
    state.nonce += 1;
    state.purse.left -= sending.cost;
    outbox.push(sending.go);
    moved = true;
  }
  await Promise.all(outbox.map((go) => go()));
  return moved;
}

/** Signs and remembers. Null when the account cannot pay for it, or another process was faster. */
async function prepare(desk: RelayDesk, row: RelayRow, how: Filling & { gas: bigint }) {
  const { nonce, market, gas, purse } = how;
  const send = await signed(desk, row, { nonce, fees: market, cancels: false, gas });
  const cost = costOf(send);
  const reserve = row.lane === 0 ? 0n : purse.reserve;
  if (purse.left < cost + reserve) {
    await note(desk, row, purse.left < cost ? UNPAID : RESERVED);
    return null;
  }
  const fields = {
    state: 'sent' as const,
    ...{
      nonce,
      transaction: send.hash,
      bumps: 0,
      cancels: null,
      reason: null,
      sent_at: desk.now(),
    },
  };
  if (!(await remember(desk, row, { send, fields }))) return null;
  return { cost, go: () => broadcast(desk, { ...row, ...fields }, send) };
}

/** What is not promised yet. Told to whoever asks after our health. */
async function purseOf(desk: RelayDesk, market: Fees): Promise<Purse> {
  const { client, account, chainId, now } = desk;
  const balance = await client.getBalance({ address: account.address, blockTag: 'latest' });
  await desk.store.query(
    `insert into purses (chain_id, amount, at) values ($1, $2, $3)
       on conflict (chain_id) do update set amount = $2, at = $3`,
    [chainId, `${balance}`, now()],
  );
  const promised = (await promises(desk)).reduce((sum, send) => sum + costOf(send), 0n);
  return { left: balance - promised, reserve: (RESERVED_ENDS * MOST_GAS * market.fee) / 3n };
}
