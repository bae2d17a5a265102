// How a call of the Golem reaches the chain. The default is a plain transaction of the session key, the
// cheapest way. Whoever wants somebody else to pay the gas passes another `Sender` (bundled-sender.ts, or
// one of their own); its address must be the leaf's delegate.
import {
  type Address,
  BaseError,
  type Hex,
  keccak256,
  RpcRequestError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { AgentChain } from './chain';
import type { SessionKey } from './session-key';

export type Call = {
  to: Address;
  data?: Hex;
  value?: bigint;
  /** What the call spends of the key's budget, for its events. */
  spends?: bigint;
  /** Exact gas and price, for a sweep that must leave nothing. */
  gas?: bigint;
  gasPrice?: bigint;
};

export type Sent = { transaction: Hex; blockNumber: bigint; gasUsed: bigint };

export type Sender = {
  /** What the called contract sees as its caller. */
  address: Address;
  /** Resolves when the chain has it; throws when the chain refuses it. */
  send: (call: Call) => Promise<Sent>;
};

/** The transaction was given to the node and nobody knows what became of it. */
export class Unconfirmed extends Error {
  readonly transaction: Hex;

  constructor(transaction: Hex) {
    super(`Transaction ${transaction} was sent but is not confirmed yet.`);
    this.name = 'Unconfirmed';
    this.transaction = transaction;
  }
}

/** In a limit of gas that was estimated, room for state that changes until the block. */
const ROOM = 120n;

/** Signed and perhaps with the node. */
type Doubt = { call: Call; hash: Hex; nonce: number };

/**
 * One at a time, and none while an earlier one is in doubt. Who then tries the same call again gets the
 * transaction that did happen: a pull is never repeated by mistake.
 */
export function plainSender(chain: AgentChain, key: SessionKey, waitMs = 60_000): Sender {
  let doubt: Doubt | null = null;

  const sendNow = async (call: Call): Promise<Sent> => {
    const fate = doubt && (await fateOf(chain, key.address, doubt));
    if (doubt && fate?.receipt) {
      const again = sameCall(doubt.call, call) && fate.receipt.status === 'success';
      doubt = null;
      if (again) return sentBy(fate.receipt);
    }
    const { serialized, nonce } = await prepare(chain, key, call, fate?.freeNonce);
    const hash = keccak256(serialized);
    // Kept after every failure: the chain is asked what became of it before anything else is sent.
    doubt = { call, hash, nonce };
    await submit(chain, serialized, hash);
    const receipt = await chain.client
      .waitForTransactionReceipt({ hash, timeout: waitMs })
      .catch(() => {
        throw new Unconfirmed(hash);
      });
    doubt = null;
    return await settled(chain, key, call, receipt);
  };

  return { address: key.address, send: oneByOne(sendNow) };
}

/** Each waits for the one before it, however that ended. */
export function oneByOne(send: Sender['send']): Sender['send'] {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const turn = last.then(
      () => send(call),
      () => send(call),
    );
    last = turn;
    return turn;
  };
}

async function prepare(
  chain: AgentChain,
  key: SessionKey,
  call: Call,
  freeNonce?: number,
): Promise<{ serialized: Hex; nonce: number }> {
  await chain.head();
  const { client, chainId } = chain;
  const { to, data = '0x', value = 0n } = call;
  const from = key.address;
  const [nonce, estimate] = await Promise.all([
    freeNonce ?? client.getTransactionCount({ address: from, blockTag: 'pending' }),
    call.gas ?? client.estimateGas({ account: from, to, data, value }),
  ]);
  const gas = call.gas ?? (estimate * ROOM) / 100n;
  const account = key.account(call.spends ?? 0n);
  const base = { chainId, nonce, to, data, value, gas };
  if (call.gasPrice !== undefined) {
    const legacy = { ...base, type: 'legacy', gasPrice: call.gasPrice } as const;
    return { serialized: await account.signTransaction(legacy), nonce };
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
  const modern = { ...base, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas } as const;
  return { serialized: await account.signTransaction(modern), nonce };
}

/** Only a node that answers can refuse: when its answer got lost, it may have the transaction all the same. */
async function submit(chain: AgentChain, serializedTransaction: Hex, hash: Hex): Promise<void> {
  try {
    await chain.client.sendRawTransaction({ serializedTransaction });
  } catch (error) {
    const known = await chain.client.getTransaction({ hash }).then(
      () => true,
      () => false,
    );
    if (known) return;
    throw isAnswer(error) ? error : new Unconfirmed(hash);
  }
}

export function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof RpcRequestError) !== null;
}

async function settled(
  { client }: AgentChain,
  key: SessionKey,
  { to, data = '0x', value = 0n }: Call,
  receipt: TransactionReceipt,
): Promise<Sent> {
  const { transactionHash: transaction, blockNumber, status } = receipt;
  if (status === 'success') return sentBy(receipt);
  // Asked again at the block before, the node says why.
  await client.call({ account: key.address, to, data, value, blockNumber: blockNumber - 1n });
  throw new Error(`Transaction ${transaction} was refused for a reason that is gone.`);
}

function sentBy({ transactionHash: transaction, blockNumber, gasUsed }: TransactionReceipt): Sent {
  return { transaction, blockNumber, gasUsed };
}

export function sameCall(one: Call, other: Call): boolean {
  return one.to === other.to && one.data === other.data && one.value === other.value;
}

/**
 * Mined, or forgotten by the node while the account's nonce stayed free; throws while neither is sure. What
 * comes next must take the nonce of a forgotten one: should that turn up again, only one of the two happens.
 */
async function fateOf(
  { client }: AgentChain,
  address: Address,
  { hash, nonce }: Doubt,
): Promise<{ receipt?: TransactionReceipt; freeNonce?: number }> {
  const ask = () =>
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
  const early = await ask();
  if (early) return { receipt: early };
  const [pending, latest] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.getTransactionCount({ address, blockTag: 'latest' }),
  ]);
  if (pending !== latest) throw new Unconfirmed(hash);
  if (latest <= nonce) return { freeNonce: nonce };
  // Mined between the two questions, or another transaction has its place for good.
  const late = await ask();
  return late ? { receipt: late } : {};
}
