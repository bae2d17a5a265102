// How a call of the Golem reaches the chain. The default is a plain transaction of the session key, the
// cheapest way (ERC-4337 costs about 94,000 gas more per pull). Whoever wants somebody else to pay the
// gas passes a `Sender` of their own; its address must then be the leaf's delegate.
import {
  type Address,
  type Hex,
  keccak256,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { AgentChain } from './chain';
import { reasonOf } from './reverts';
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

/** One at a time, and none while an earlier one is in doubt: a pull is never repeated by mistake. */
export function plainSender(chain: AgentChain, key: SessionKey, waitMs = 60_000): Sender {
  let last: Promise<unknown> = Promise.resolve();
  let doubtful: Hex | null = null;

  const sendNow = async (call: Call): Promise<Sent> => {
    if (doubtful && !(await isSettled(chain, key.address, doubtful)))
      throw new Unconfirmed(doubtful);
    doubtful = null;
    const serialized = await prepare(chain, key, call);
    const hash = keccak256(serialized);
    doubtful = hash;
    await submit(chain, serialized, hash).catch((error: unknown) => {
      if (!(error instanceof Unconfirmed)) doubtful = null;
      throw error;
    });
    const receipt = await chain.client
      .waitForTransactionReceipt({ hash, timeout: waitMs })
      .catch(() => {
        throw new Unconfirmed(hash);
      });
    doubtful = null;
    return await settled(chain, key, call, receipt);
  };

  return {
    address: key.address,
    send: (call) => {
      const turn = last.then(
        () => sendNow(call),
        () => sendNow(call),
      );
      last = turn;
      return turn;
    },
  };
}

async function prepare(chain: AgentChain, key: SessionKey, call: Call): Promise<Hex> {
  await chain.head();
  const { client, chainId } = chain;
  const { to, data = '0x', value = 0n } = call;
  const from = key.address;
  const [nonce, estimate] = await Promise.all([
    client.getTransactionCount({ address: from, blockTag: 'pending' }),
    call.gas ?? client.estimateGas({ account: from, to, data, value }),
  ]);
  const gas = call.gas ?? (estimate * ROOM) / 100n;
  const account = key.account(call.spends ?? 0n);
  const base = { chainId, nonce, to, data, value, gas };
  if (call.gasPrice !== undefined) {
    return account.signTransaction({ ...base, type: 'legacy', gasPrice: call.gasPrice });
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
  return account.signTransaction({ ...base, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas });
}

/** An answer that got lost is not a refusal: the node may have the transaction all the same. */
async function submit(chain: AgentChain, serializedTransaction: Hex, hash: Hex): Promise<void> {
  try {
    await chain.client.sendRawTransaction({ serializedTransaction });
  } catch (error) {
    const known = await chain.client.getTransaction({ hash }).then(
      () => true,
      () => false,
    );
    if (known) return;
    if (/timed out|timeout|fetch failed|HTTP request failed/i.test(reasonOf(error))) {
      throw new Unconfirmed(hash);
    }
    throw error;
  }
}

async function settled(
  { client }: AgentChain,
  key: SessionKey,
  { to, data = '0x', value = 0n }: Call,
  receipt: TransactionReceipt,
): Promise<Sent> {
  const { transactionHash: transaction, blockNumber, gasUsed, status } = receipt;
  if (status === 'success') return { transaction, blockNumber, gasUsed };
  // Asked again at the block before, the node says why.
  await client.call({ account: key.address, to, data, value, blockNumber: blockNumber - 1n });
  throw new Error(`Transaction ${transaction} was refused for a reason that is gone.`);
}

/**
 * Mined, or forgotten by the node while the account's nonce stayed free. Should a forgotten one turn up
 * again, the next transaction has its nonce: only one of the two can happen.
 */
async function isSettled({ client }: AgentChain, from: Address, hash: Hex): Promise<boolean> {
  try {
    await client.getTransactionReceipt({ hash });
    return true;
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
  }
  const [pending, latest] = await Promise.all([
    client.getTransactionCount({ address: from, blockTag: 'pending' }),
    client.getTransactionCount({ address: from, blockTag: 'latest' }),
  ]);
  return pending === latest;
}
