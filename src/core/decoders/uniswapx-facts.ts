// The facts of one UniswapX order, beside the verdict.
import type { Address } from 'viem';
import type { Call } from '../chain/call';
import { dateWords } from '../chain/time';
import { address, type Fact, words } from '../findings/finding';
import { gotWords, paidWords, titleName } from '../findings/parties';
import type { Golem } from '../protocol/status';
import type { Trade } from './uniswapx-orders';

/** More orders or outputs than this are counted, not listed. */
export const LISTED = 3;

/** "Atlas: policy tier 2" or "your Golems: policy tiers 1 to 3". */
export function tierWords(golems: readonly Golem[]): string {
  const [first, ...rest] = golems;
  if (first && rest.length === 0) return `${titleName(first)}: policy tier ${first.policyTier}`;
  const tiers = golems.map((one) => one.policyTier);
  const [least, most] = [Math.min(...tiers), Math.max(...tiers)];
  return `your Golems: policy ${least === most ? `tier ${least}` : `tiers ${least} to ${most}`}`;
}

export function tradeFacts(call: Call, trade: Trade | null): Fact[] {
  if (!trade) return [words('Order', 'its content is not decoded')];
  const { chainId } = call;
  const asset = (token: Address, amount: bigint) => ({ chainId, token, amount });
  const { pays } = trade;
  const most = larger(pays.limit, pays.start);
  const gets = trade.gets.slice(0, LISTED).flatMap((leg) => {
    const least = leg.limit + leg.start - larger(leg.limit, leg.start);
    const range = ends(gotWords(asset(leg.token, leg.start)), gotWords(asset(leg.token, least)));
    return [words('Must pay out', `${range} at least`), address('Paid out to', leg.recipient)];
  });
  return [
    address('Swapper', trade.swapper),
    words(
      'Swapper pays',
      `${ends(paidWords(asset(pays.token, pays.start)), paidWords(asset(pays.token, most)))} at most`,
    ),
    ...gets,
    ...more('outputs', trade.gets.length),
    words('Order valid until', dateWords(trade.deadline)),
  ];
}

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** "10 USDC" where nothing decays, else "10 USDC, moving to 9 USDC". */
function ends(start: string, end: string): string {
  return start === end ? start : `${start}, moving to ${end}`;
}

export function more(what: string, count: number): Fact[] {
  return count > LISTED ? [words('Not listed', `${count - LISTED} more ${what}`)] : [];
}
