// Blocks that the control plane says it could not read. What happened in them is missing from all it lists: a list
// without a payment looks like one in which nothing was paid. So it is told wherever the owner lives on that chain.
import { chainName } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { isOwn } from '../memory/leases';
import type { State, Unread } from '../memory/state';
import type { Spoken, Status } from '../protocol/status';
import { ALWAYS_DECIDED, type AlertKind, counted, listed, RANK, shortName } from './cause';

/** Statuses in a row before it is announced: blocks that are read at the next try are not news. */
export const LASTING = 3;

/** Of the chains the owner lives on: signed for here, or listed. Those of others are no news. */
export function unreadIn(state: State, status: Status, now: number): Unread[] {
  const { chains = [], golems, permissions } = status;
  const homes = new Set(
    [...state.leases.filter(isOwn), ...golems, ...permissions].map(({ chainId }) => chainId),
  );
  const told = new Set(chains.map(({ chainId }) => chainId).filter((id) => homes.has(id)));
  return [...told].flatMap((chainId) => {
    const before = (state.unread ?? []).find((one) => one.chainId === chainId);
    const ranges = chains.flatMap((one) => (one.chainId === chainId ? (one.unread ?? []) : []));
    return rangesOf(ranges).map((blocks) => ({
      ...blocks,
      chainId,
      since: before?.since ?? now,
      checks: (before?.checks ?? 0) + 1,
    }));
  });
}

/** All of them as one; none for no block at all. A range whose ends are the wrong way round is still named. */
function rangesOf(ranges: NonNullable<Spoken['unread']>): Pick<Unread, 'from' | 'to' | 'blocks'>[] {
  if (ranges.length === 0) return [];
  const ends = ranges.flatMap(({ from, to }) => [from, to]);
  const blocks = ranges.reduce((sum, { from, to }) => sum + Math.abs(to - from) + 1, 0);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return [{ from, to, blocks: Math.min(blocks, Number.MAX_SAFE_INTEGER) }];
}

/** "The control plane could not read 3 blocks of Base (100 to 140). What happened in them may be missing here." */
export function unreadWords(unread: readonly Unread[]): string {
  const one = unread.length === 1 && unread[0]?.blocks === 1;
  return `The control plane could not read ${listed(unread.map(placeWords))}. What happened in ${one ? 'it' : 'them'} may be missing here.`;
}

function placeWords({ chainId, from, to, blocks }: Unread): string {
  const place = from === to ? `${from}` : `${from} to ${to}`;
  return `${counted(blocks, 'block')} of ${chainName(chainId)} (${place})`;
}

/** One cause for each chain, however many blocks and Golems it concerns. */
export const unread: AlertKind = {
  rank: RANK.unchecked,
  label: 'Not read',
  by: ['chainId'],
  undecided: ALWAYS_DECIDED,
  find: ({ state }) =>
    (state.unread ?? [])
      .filter(({ checks }) => checks >= LASTING)
      .map((one) => ({
        chainId: one.chainId,
        native: `${shortName(chainName(one.chainId))}: blocks not read`,
        title: `The control plane cannot read all blocks of ${chainName(one.chainId)}`,
        body: 'What happened there may be missing from what it lists. Bardo asks the chain itself about what you signed here.',
        more: `${unreadWords([one])} Since ${dateWords(one.since)}, ${one.checks} statuses in a row.`,
      })),
};
