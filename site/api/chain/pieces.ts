// Reads the next piece of a chain, whole and of one history, or says that the chain turned meanwhile.
//
// Near the head, where blocks may still be replaced and of several nodes behind one name each shows its own, blocks
// are linked by their parents' hashes and their logs asked by hash. Far below it, logs are asked by range, and each
// row's block is held against the chain's. Every such question goes together with one for a later block, the anchor,
// so that a node that stands elsewhere is found out; and a last look at it proves that nothing changed in between.
import type { Log, PublicClient } from 'viem';
import { type Header, headerAt, headersOn, Turned } from './blocks';
import { ADDRESSES, rowsOf } from './events';
import type { Checkpoint, TimedRow } from './index-rows';
import { answersFor, logsInRange, logsOfBlock } from './logs';
import { type Node, nodeOn } from './node';
import { Silence } from './node-answer';
import type { Range } from './unread';

/** `to` is the last block of the piece, `blocks` those of it whose hashes are known. */
export type Piece = { rows: TimedRow[]; to: Header; blocks: Header[]; unread: Range[] };

/** Blocks this far below the head are taken to stay, as long as what is read of them agrees. */
export const SETTLED = 64;
/** Blocks per question at most; nodes refuse more. */
const RANGE = 2000;
/** Blocks with events per piece at most: each is asked for, and a piece that is not written is read again. */
const MAX_BLOCKS = 200;

/** What a node was last willing to answer for, in blocks. */
const spans = new WeakMap<PublicClient, number>();

type Stretch = {
  client: PublicClient;
  from: number;
  to: number;
  /** A block behind the stretch, as it was before reading. */
  anchor: Header;
  /** What is known of the chain before it. */
  base: Checkpoint | null;
};

/** null: the chain turned, or its nodes do not agree. */
export async function readSettled(stretch: Stretch): Promise<Piece | null> {
  const node = nodeOn(stretch.client);
  const piece = await readStretch(node, stretch).catch((error: unknown) => {
    if (error instanceof Turned) return null;
    throw error;
  });
  if (!piece) return null;
  // The order matters: who sees the anchor unchanged at the end has seen one history throughout.
  for (const known of [stretch.base, stretch.anchor]) {
    if (known && (await headerAt(node, known.number))?.hash !== known.hash) return null;
  }
  return piece;
}

async function readStretch(node: Node, stretch: Stretch): Promise<Piece | null> {
  const { client, from, to, anchor } = stretch;
  const span = spans.get(client) ?? RANGE;
  const found = await logsInRange(node, anchor, { from, to: Math.min(to, from + span - 1) });
  if (!found) {
    spans.set(client, 1);
    return stepOver(node, stretch);
  }
  const size = found.to - from + 1;
  spans.set(client, size < span && found.to < to ? size : Math.min(RANGE, span * 2));
  return held(node, { ...stretch, to: found.to }, found.logs);
}

/** The rows of a range with their blocks, each held against the chain. */
async function held(node: Node, stretch: Stretch, logs: Log[]): Promise<Piece | null> {
  const { from, to: last, anchor } = stretch;
  const all = rowsOf(logs.filter(({ blockNumber }) => Number(blockNumber) <= last));
  const numbers = [...new Set(all.map((row) => row.block_number))];
  const to = numbers.length > MAX_BLOCKS ? (numbers[MAX_BLOCKS - 1] ?? last) : last;
  const asked = [...new Set([...numbers.filter((number) => number <= to), to])];
  const headers = await headersOn(node, anchor, asked);
  const known = new Map(headers.flatMap((header) => (header ? [[header.number, header]] : [])));
  const end = known.get(to);
  if (!end) {
    const half = from + Math.floor((to - from) / 2);
    return half < to ? held(node, { ...stretch, to: half }, logs) : stepOver(node, stretch);
  }
  const rows = all.filter((row) => row.block_number <= to && known.has(row.block_number));
  if (rows.some((row) => known.get(row.block_number)?.hash !== row.block_hash)) return null;
  const missing = asked.filter((number) => !known.has(number));
  return {
    rows: timed(rows, known),
    to: end,
    blocks: [...known.values()],
    unread: missing.map((number) => ({ from: number, to: number })),
  };
}

/** A block that no range can be read with: as much of it as the node gives; of nothing, the next one that it gives. */
async function stepOver(node: Node, stretch: Stretch): Promise<Piece> {
  const { from, anchor } = stretch;
  const [first] = await headersOn(node, anchor, [from]);
  const found = first && (await logsOfBlock(node, first.hash));
  if (found && found.missing.length < ADDRESSES.length) {
    return pieceOf([{ header: first, ...found }]) as Piece;
  }
  const header = await nextReadable(node, stretch);
  const piece = pieceOf([{ header, ...(await logsOfBlock(node, header.hash)) }]) as Piece;
  return { ...piece, unread: [{ from, to: header.number - 1 }, ...piece.unread] };
}

/** What a node has thrown away lies before what it has: found in a few questions, however long the stretch is. */
async function nextReadable(node: Node, { from, to: last, anchor }: Stretch): Promise<Header> {
  let [refused, stride, found] = [from, 1, null as Header | null];
  while (!found) {
    const probe = Math.min(refused + stride, last);
    if (probe <= refused) throw new Silence(`The node answers for no block from ${from} on.`);
    found = await readable(node, anchor, probe);
    if (!found) [refused, stride] = [probe, stride * 2];
  }
  while (found.number - refused > 1) {
    const middle = refused + Math.floor((found.number - refused) / 2);
    const header = await readable(node, anchor, middle);
    if (header) found = header;
    else refused = middle;
  }
  return found;
}

async function readable(node: Node, anchor: Header, number: number): Promise<Header | null> {
  const [header] = await headersOn(node, anchor, [number]);
  return header && (await answersFor(node, header.hash)) ? header : null;
}

/** From the checkpoint's child up to at most `to`; null when not even that one fits or answers. */
export async function readHead({ client, from, to, base }: Omit<Stretch, 'anchor'>) {
  const node = nodeOn(client);
  const last = Math.min(to, from + SETTLED - 1);
  const numbers = Array.from({ length: last - from + 1 }, (_, index) => from + index);
  const headers = await Promise.all(numbers.map((number) => headerAt(node, number)));
  const blocks = await Promise.all(
    linked(base, headers).map(async (header) => ({
      header,
      ...(await logsOfBlock(node, header.hash)),
    })),
  );
  // A block that nobody answers for may be gone already: it is read when it can be, or once it is settled.
  const mute = blocks.findIndex(({ missing }) => missing.length === ADDRESSES.length);
  return pieceOf(mute < 0 ? blocks : blocks.slice(0, mute));
}

type Block = { header: Header } & Awaited<ReturnType<typeof logsOfBlock>>;

function pieceOf(blocks: Block[]): Piece | null {
  const headers = blocks.map(({ header }) => header);
  const to = headers.at(-1);
  if (!to) return null;
  const known = new Map(headers.map((header) => [header.number, header]));
  const rows = timed(rowsOf(blocks.flatMap(({ logs }) => logs)), known);
  const unread = blocks
    .filter(({ missing }) => missing.length > 0)
    .map(({ header: { number } }) => ({ from: number, to: number }));
  return { rows, to, blocks: headers, unread };
}

/** As many of them as stand on one another, and on what is known. */
function linked(base: Checkpoint | null, headers: readonly (Header | null)[]): Header[] {
  const chain: Header[] = [];
  for (const header of headers) {
    const parent = chain.at(-1) ?? base;
    if (!header || (parent && header.parentHash !== parent.hash)) break;
    chain.push(header);
  }
  return chain;
}

function timed(rows: ReturnType<typeof rowsOf>, known: ReadonlyMap<number, Header>): TimedRow[] {
  return rows.map((row) => ({ ...row, at: known.get(row.block_number)?.at ?? 0 }));
}
