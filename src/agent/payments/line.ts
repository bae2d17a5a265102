// Everything a key sends goes through one line, one at a time. What was signed is written down before it leaves, and nothing
// else leaves before the chain has said what became of it. Whatever is signed again takes the same nonce, so that one of
// them happens at most.
import type { Address } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { NodeTrouble } from '../chain/chain';
import { Blocked, type Call, NotMade, type Sender, type Sent, Unconfirmed } from './call';
import { callId, KeyTaken } from './claims';
import { conclude } from './conclude';
import type { Dispatch } from './dispatch';
import { isHopeless, isSameCall, lastTry, pursued } from './pursuit';
import { isSpent, reopenUndone, settle, waitFor } from './settling';
import type { Line } from './way';

/** Each call waits for the one before it, however that ended. */
export function inLine(
  line: Line,
  send: Sender['send'] = (call) => sendOn(line, call),
): Required<Omit<Sender, 'address'>> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1;
    const done = last.then(work, work).finally(() => {
      waiting -= 1;
    });
    last = done;
    return done;
  };
  return {
    journal: line.journal,
    send: (call) => turn(() => send(call)),
    // Whoever is in line looks after what was before.
    tend: async (former = []) => (waiting > 0 ? undefined : turn(() => tendOn(line, former))),
    conclude: (transaction, conclusion) => turn(() => conclude(line, transaction, conclusion)),
  };
}

/** What was signed is looked after, and nothing new is sent: dropped payments are made again, lost ones handed over again. */
async function tendOn(line: Line, former: readonly Address[]): Promise<void> {
  const { journal, way } = line;
  for (const address of [line.address, ...former]) {
    await reopenUndone(line, address, way.name);
    for (const one of await openOnes({ ...line, address })) {
      if (one.pays && (await journal.find(one.id))?.state === 'open') await pursued(line, one, 0);
    }
  }
}

export async function sendOn(line: Line, call: Call): Promise<Sent> {
  const { address, way, waitMs } = line;
  await reopenUndone(line, address, way.name);
  const known = await knownAs(line, call);
  if (known) {
    if (call.id !== undefined && call.mark !== undefined && known.mark !== call.mark)
      throw new KeyTaken();
    const own = known.state === 'open' ? await pursued(line, known, waitMs) : known;
    return answerOf(own);
  }
  const spent = new Set<bigint>();
  for (;;) {
    const open = (await openOnes(line)).filter(({ nonce }) => !spent.has(nonce));
    const first = open.filter(({ nonce }) => nonce === open[0]?.nonce).at(-1);
    if (!first) return sendFresh(line, call);
    // What was there first goes first. Only what the chain would refuse by now gives up its place.
    const now = await settle(line, first);
    if (now.state !== 'open') continue;
    // In doubt for itself, but in nobody's way.
    if (await isSpent(line.chain, now)) {
      spent.add(now.nonce);
      continue;
    }
    if (await isHopeless(line, now)) return sendFresh(line, call, now);
    const after = await pursued(line, now, waitMs / 4);
    if (after.state === 'open') throw new Blocked(lastTry(after).hash);
  }
}

/** The dispatch of the same identity; of a call without one, the same call while it is in doubt. */
async function knownAs(line: Line, call: Call): Promise<Dispatch | null> {
  const { journal, address } = line;
  if (call.id === undefined) {
    return (await openOnes(line)).find((one) => isSameCall(one, call)) ?? null;
  }
  const found = await journal.find(call.id);
  if (!found || sameAddress(found.from, address)) return found;
  // A key before this one signed it: nobody has looked yet whether its block still stands.
  await reopenUndone(line, found.from, found.way);
  return journal.find(call.id);
}

async function openOnes({ journal, address, way }: Line): Promise<Dispatch[]> {
  return (await journal.open(address)).filter((one) => one.way === way.name);
}

/** In the place of `rival`, if there is one: then only one of the two can happen. */
async function sendFresh(line: Line, call: Call, rival?: Dispatch): Promise<Sent> {
  const { chain, address, way, journal, waitMs } = line;
  const { to, data = '0x', value = 0n, pays = null } = call;
  const { number: since, old } = await chain.head();
  // What a node that stands still says of nonces and budgets is over.
  if (old)
    throw new NodeTrouble('nothing was signed: the chain’s node, or the chain, stands still');
  const nonce = rival?.nonce ?? (await freeNonce(line));
  const signed = await way.sign(call, { nonce, instead: rival && lastTry(rival) });
  const dispatch: Dispatch = {
    ...{ id: call.id ?? callId(), mark: call.mark ?? '', way: way.name, from: address },
    ...{ nonce, to, data, value, pays, tries: [signed], since },
    ...{ state: 'open', result: null, reason: null, told: false },
  };
  await journal.trim(since);
  // Another sender of this process was faster: what became of its own is the answer.
  if (!(await journal.begin(dispatch))) return sendOn(line, call);
  const refusal = await way.submit(signed);
  // A payment stays in doubt whatever one node says: it is settled by the chain alone.
  if (refusal && !pays) throw refusal;
  return answerOf(await waitFor(line, dispatch, refusal ? 0 : waitMs));
}

/** A node may lag behind what we know to be mined. */
async function freeNonce({ address, journal, way }: Line): Promise<bigint> {
  const used = (await journal.settled(address))
    .filter((one) => one.way === way.name && one.result !== null)
    .map(({ nonce }) => nonce + 1n);
  const next = await way.nextNonce();
  const known = used.at(-1) ?? 0n;
  if (known > next) return known;
  return next;
}

function answerOf(dispatch: Dispatch): Sent {
  const { state, result, reason, pays } = dispatch;
  if (state === 'open') throw new Unconfirmed(lastTry(dispatch).hash);
  if (state === 'failed' || !result) {
    throw new NotMade(reason ?? 'it failed', result?.transaction ?? null);
  }
  const { transaction, blockNumber, gasUsed, amount } = result;
  return { transaction, blockNumber, gasUsed, ...(pays ? { paid: amount } : {}) };
}
