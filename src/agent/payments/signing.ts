// A call becomes a signed transaction, and a signed transaction reaches the node.
import { BaseError, type Hex, keccak256, parseTransaction, RpcRequestError } from 'viem';
import { isHex } from '../../core/bytes/hex';
import type { AgentChain } from '../chain/chain';
import type { SessionKey } from '../key/session-key';
import type { Call } from './call';
import type { Try } from './dispatch';

/** A user operation is kept as JSON: those are not this file's to send. */
const NOT_SIGNED = 'This is no transaction as it was signed.';

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** In a limit of gas that was estimated, room for state that changes until the block. */
const ROOM = 120n;
/** Nodes take a second transaction for the same nonce only if it pays clearly more. */
const BUMP = 125n;

/** Throws the chain's refusal before anything is signed. `instead`: what it must outbid for the same nonce. */
export async function signedFor(
  { chain, key }: { chain: AgentChain; key: SessionKey },
  call: Call,
  { nonce, instead }: { nonce: bigint; instead?: Try | undefined },
): Promise<Try> {
  const { client, chainId } = chain;
  const { to, data = '0x', value = 0n } = call;
  const estimate =
    call.gas ?? (await client.estimateGas({ account: key.address, to, data, value }));
  const gas = call.gas ?? (estimate * ROOM) / 100n;
  const account = key.account(call.spends ?? 0n);
  const base = { chainId, nonce: Number(nonce), to, data, value, gas };
  if (call.gasPrice !== undefined) {
    await demandFunds(chain, key, value + gas * call.gasPrice);
    const legacy = { ...base, type: 'legacy', gasPrice: call.gasPrice } as const;
    return tryOf(await account.signTransaction(legacy));
  }
  const fees = outbidding(await client.estimateFeesPerGas(), instead);
  await demandFunds(chain, key, value + gas * fees.maxFeePerGas);
  return tryOf(await account.signTransaction({ ...base, type: 'eip1559', ...fees }));
}

/** Said before it is signed: what is signed is in doubt until the chain has taken it. */
async function demandFunds({ client }: AgentChain, key: SessionKey, wei: bigint): Promise<void> {
  const balance = await client.getBalance({ address: key.address });
  if (balance < wei) throw new Error('insufficient funds for the gas of this transaction');
}

/** Whether the fees of the day have left it behind. */
export async function isTooCheap({ client }: AgentChain, { raw }: Try): Promise<boolean> {
  const signed = parseTransaction(bytesIn(raw));
  if (signed.type !== 'eip1559') return false;
  const { maxFeePerGas } = await client.estimateFeesPerGas();
  return maxFeePerGas > (signed.maxFeePerGas ?? 0n);
}

/**
 * Only a node that answers can refuse: when its answer got lost, it may have the transaction all the same. null = it has it,
 * or perhaps; else its refusal.
 */
export async function submitted({ client }: AgentChain, { hash, raw }: Try): Promise<unknown> {
  if (!isHex(raw)) return new Error(NOT_SIGNED);
  try {
    await client.sendRawTransaction({ serializedTransaction: raw });
    return null;
  } catch (error) {
    if (!isAnswer(error)) return null;
    const known = await client.getTransaction({ hash }).then(
      () => true,
      () => false,
    );
    return known ? null : error;
  }
}

export function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof RpcRequestError) !== null;
}

function bytesIn(raw: string): Hex {
  if (isHex(raw)) return raw;
  throw new Error(NOT_SIGNED);
}

function tryOf(raw: Hex): Try {
  return { hash: keccak256(raw), raw };
}

function outbidding(now: Fees, instead: Try | undefined): Fees {
  if (!instead) return now;
  const before = parseTransaction(bytesIn(instead.raw));
  const more = (fee: bigint, old: bigint | undefined) => {
    const least = ((old ?? 0n) * BUMP) / 100n + 1n;
    return fee > least ? fee : least;
  };
  const price = before.type === 'legacy' ? before.gasPrice : undefined;
  return {
    maxFeePerGas: more(now.maxFeePerGas, before.maxFeePerGas ?? price),
    maxPriorityFeePerGas: more(now.maxPriorityFeePerGas, before.maxPriorityFeePerGas ?? price),
  };
}
