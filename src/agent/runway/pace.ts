// What left through a grant in the last days, by the log of its budget: of every key and every Replicant. A node that
// keeps no logs so far back leaves a shorter time, or none; what it does not show is not guessed.
import { type Hex, parseAbiItem } from 'viem';
import {
  type Erc20PeriodTransferTerms,
  erc20PeriodTransfer,
} from '../../core/caveats/erc20-period-transfer';
import { sameAddress } from '../../core/chain/addresses';
import { DAY } from '../../core/chain/time';
import type { LastingScene } from '../../core/runway/lasting';
import type { AgentChain, Head } from '../chain/chain';
import type { Runway } from './runway';

export const TRANSFERRED = parseAbiItem(
  'event TransferredInPeriod(address indexed sender, address indexed redeemer, bytes32 indexed delegationHash, address token, uint256 periodAmount, uint256 periodDuration, uint256 startDate, uint256 transferredInCurrentPeriod, uint256 transferTimestamp)',
);

/** About a day on Base; nodes refuse far longer questions. */
export const LOOK_BACK = 45_000n;
/** What the stricter nodes answer still. */
const SHORT_LOOK = 9000n;
/** Questions of one reading: eight days on Base, or a day and a half. */
const LOOKS = 8;
/** A block that is dropped was within so many of the newest. */
const UNSETTLED = 64n;

type Payment = { at: number; block: bigint; period: number; amount: bigint };
type Read = { root: Hex; since: number; to: bigint; payments: readonly Payment[] };

/** What lies deep in the chain is read once. */
const readings = new WeakMap<Runway, Read>();

/** null = not known: the grant counts in another way, or the node shows no logs. */
export async function readPace(
  chain: AgentChain,
  runway: Runway,
  head: Head,
): Promise<LastingScene['pace']> {
  const counted = budgetOf(runway);
  if (!counted) return null;
  const from = Math.max(head.timestamp - 7 * DAY, runway.startAt);
  const known = readings.get(runway);
  const before = known && known.since <= from ? known : null;
  const reach = { head, from, before };
  const read =
    (await readOn(chain, counted, { ...reach, step: LOOK_BACK })) ??
    (await readOn(chain, counted, { ...reach, step: SHORT_LOOK }));
  if (!read) return null;
  readings.set(runway, read);
  return paceOf(read, counted.terms, from);
}

type Counted = { root: Hex; terms: Erc20PeriodTransferTerms };

function budgetOf({ links, hashes }: Runway): Counted | null {
  const caveat = links
    .at(-1)
    ?.caveats.find(({ enforcer }) => sameAddress(enforcer, erc20PeriodTransfer.address));
  const root = hashes.at(-1);
  return caveat && root ? { root, terms: erc20PeriodTransfer.decode(caveat.terms) } : null;
}

type Reach = { head: Head; from: number; before: Read | null; step: bigint };

/** Backwards, until the time is covered or the node says no more. */
async function readOn(
  chain: AgentChain,
  { root, terms }: Counted,
  { head, from, before, step }: Reach,
): Promise<Read | null> {
  const floor = before ? before.to - UNSETTLED : -1n;
  const payments: Payment[] = [];
  let [to, since]: [bigint, number | null] = [head.number, null];
  for (let look = 0; look < LOOKS && to > floor && (since === null || since > from); look += 1) {
    const lower = to >= step ? to - step + 1n : 0n;
    const first = lower > floor ? lower : floor + 1n;
    try {
      payments.unshift(...(await logged(chain, root, terms, { first, to })));
      since = Number((await chain.client.getBlock({ blockNumber: first })).timestamp);
    } catch {
      break;
    }
    if (first === 0n) since = Math.min(since, from);
    to = first - 1n;
  }
  if (since === null) return null;
  const joined = before !== null && to <= floor;
  const kept = joined ? before.payments.filter(({ block }) => block <= floor) : [];
  return {
    root,
    since: joined ? before.since : since,
    to: head.number,
    payments: [...kept, ...payments],
  };
}

async function logged(
  { client, manager }: AgentChain,
  root: Hex,
  { startDate, periodDuration }: Erc20PeriodTransferTerms,
  { first, to }: { first: bigint; to: bigint },
): Promise<Payment[]> {
  const logs = await client.getLogs({
    address: erc20PeriodTransfer.address,
    event: TRANSFERRED,
    args: { sender: manager, delegationHash: root },
    fromBlock: first,
    toBlock: to,
    strict: true,
  });
  return logs.map(({ args, blockNumber: block }) => {
    const at = Number(args.transferTimestamp);
    const period = Math.floor((at - Number(startDate)) / Number(periodDuration));
    return { at, block, period, amount: args.transferredInCurrentPeriod };
  });
}

/**
 * The log tells the total of each period so far. So whole periods are summed, from the start of the first that is touched:
 * what was paid in it before is in its total too.
 */
function paceOf(
  { since, payments }: Read,
  { startDate, periodDuration }: Erc20PeriodTransferTerms,
  from: number,
): NonNullable<LastingScene['pace']> {
  const own = payments.filter(({ at }) => at >= Math.max(from, since));
  const totals = new Map<number, bigint>();
  for (const { period, amount } of own) totals.set(period, amount);
  const [first] = own;
  const begin = first ? Number(startDate) + first.period * Number(periodDuration) : from;
  return {
    since: Math.min(Math.max(from, since), begin),
    spent: [...totals.values()].reduce((sum, total) => sum + total, 0n).toString(),
    payments: own.length,
    complete: true,
  };
}
