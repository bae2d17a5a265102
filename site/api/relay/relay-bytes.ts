// An order as the bytes of a transaction, and what they may cost at most.
import { keccak256 } from 'viem';
import { isRevert } from '../chain/reverts';
import type { RelayRow } from '../orders/relays';
import type { RelayDesk, SendRow } from './relay-desk';

/** An order of a guardian without code takes a third of it. Far below any block and EIP-7825's 2^24. */
export const MAX_GAS = 300_000n;
const CANCEL_GAS = 21_000n;
/** In percent of what the node asks: an order is never worth any price. */
const MAX_PERCENT = 400n;
/** Nodes replace a transaction for a tenth more. */
const MORE_PERCENT = 113n;

export type Fees = { fee: bigint; tip: bigint };

export async function marketOf({ client }: RelayDesk): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
  return { fee: maxFeePerGas, tip: maxPriorityFeePerGas };
}

/** On what is mined: among what is pending may be this very order, and it would be refused twice. */
export function callOf({ account }: RelayDesk, { target, data }: RelayRow) {
  return { account: account.address, to: target, data, blockTag: 'latest' } as const;
}

/** Gas to allow it, or null when the contract refuses it or it wants more than any order needs. Throws what proves neither. */
export async function gasFor(desk: RelayDesk, row: RelayRow): Promise<bigint | null> {
  try {
    const needed = await desk.client.estimateGas({ ...callOf(desk, row), gas: MAX_GAS });
    const roomy = (needed * 12n) / 10n;
    return needed > MAX_GAS ? null : roomy < MAX_GAS ? roomy : MAX_GAS;
  } catch (error) {
    if (!isRevert(error)) throw error;
    return null;
  }
}

/** More than the one before, or the market's price; never more than a few times the market's. */
export function feesAfter(market: Fees, before: Fees | null, bumps: number): Fees {
  const wanted = 100n + 30n * BigInt(bumps);
  const tip = bounded((market.tip * wanted) / 100n, before?.tip, market.tip);
  const fee = bounded((market.fee * wanted) / 100n, before?.fee, market.fee);
  return fee < tip ? { fee: tip, tip } : { fee, tip };
}

function bounded(wanted: bigint, before: bigint | undefined, market: bigint): bigint {
  const least = before === undefined ? 0n : (before * MORE_PERCENT) / 100n + 1n;
  const price = wanted > least ? wanted : least;
  const most = (market * MAX_PERCENT) / 100n;
  // What was offered before cannot be taken back by offering less.
  return price <= most ? price : most > (before ?? 0n) ? most : (before ?? most);
}

type Signing = { nonce: number; fees: Fees } & (
  | { cancels: true }
  | { cancels: false; gas: bigint }
);

/** `cancels`: nothing, sent to ourselves, so that the number is used and those after it can be mined. */
export async function signed(desk: RelayDesk, row: RelayRow, how: Signing): Promise<SendRow> {
  const { account, chainId, now } = desk;
  if (!account.signTransaction) throw new Error('The relay account cannot sign.');
  const { nonce, fees, cancels } = how;
  const gas = cancels ? CANCEL_GAS : how.gas;
  const call = cancels ? { to: account.address, data: '0x' as const } : callOf(desk, row);
  const raw = await account.signTransaction({
    to: call.to,
    data: call.data,
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    maxFeePerGas: fees.fee,
    maxPriorityFeePerGas: fees.tip,
  });
  const paid = { gas: Number(gas), fee: `${fees.fee}`, tip: `${fees.tip}` };
  const hash = keccak256(raw);
  return { chain_id: chainId, hash, relay: row.id, nonce, raw, cancels, ...paid, at: now() };
}

/** At most, in wei. */
export function costOf({ gas, fee }: Pick<SendRow, 'gas' | 'fee'>): bigint {
  return BigInt(gas) * BigInt(fee);
}
