// An order as the bytes of a transaction, and what they may cost at most.
import { type Hex, keccak256 } from 'viem';
import type { RelayRow } from '../relays';
import type { RelayDesk } from './relay-desk';

/** In percent of what the node asks: an order is never worth any price. */
const MAX_BUMP = 400;

/** On what is mined: among what is pending may be this very order, and it would be refused twice. */
export function callOf({ account }: RelayDesk, { target, data }: RelayRow) {
  const to = target as Hex;
  return { account: account.address, to, data: data as Hex, blockTag: 'latest' } as const;
}

/** With the number in the row; every attempt offers more. `cost` in wei. */
export async function signed(
  desk: RelayDesk,
  row: RelayRow,
): Promise<{ raw: Hex; transaction: Hex; cost: bigint }> {
  const { client, account, chainId } = desk;
  if (!account.signTransaction) throw new Error('The relay account cannot sign.');
  const call = callOf(desk, row);
  const fees = await client.estimateFeesPerGas();
  const bump = BigInt(Math.min(100 + 30 * row.attempts, MAX_BUMP));
  const gas = ((await client.estimateGas(call)) * 12n) / 10n;
  const maxFeePerGas = (fees.maxFeePerGas * bump) / 100n;
  const raw = await account.signTransaction({
    to: call.to,
    data: call.data,
    type: 'eip1559',
    chainId,
    nonce: row.nonce ?? 0,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: (fees.maxPriorityFeePerGas * bump) / 100n,
  });
  return { raw, transaction: keccak256(raw), cost: gas * maxFeePerGas };
}

export async function canPay({ client, account }: RelayDesk, cost: bigint): Promise<boolean> {
  const { address } = account;
  return (await client.getBalance({ address, blockTag: 'latest' })) >= cost;
}
