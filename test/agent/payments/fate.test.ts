// What a node says about a payment whose nonce is used, when it lags, has pruned, or is several nodes behind one name.
import { type Hex, numberToHex, pad, TransactionReceiptNotFoundError } from 'viem';
import { describe, expect, it } from 'vitest';
import type { AgentChain } from '../../../src/agent/chain/chain';
import type { Dispatch } from '../../../src/agent/payments/dispatch';
import { fateOf } from '../../../src/agent/payments/fate';
import { operationFate } from '../../../src/agent/payments/operation-fate';

const word = (value: number | bigint): Hex => pad(numberToHex(value), { size: 32 });
const KEY = `0x${'11'.repeat(20)}` as const;
const OURS = word(1);
const OTHER = word(2);
const TAKEN_AT = 100n;

const DISPATCH: Dispatch = {
  ...{ id: 'key-1', mark: 'm', way: 'transaction', from: KEY, nonce: 7n, to: KEY, data: '0x' },
  ...{ value: 0n, pays: { account: KEY, token: null, payee: KEY, amount: 1n }, since: 95n },
  ...{ tries: [{ hash: OURS, raw: '0x' }], state: 'open', result: null, reason: null, told: false },
};
const SEARCH = { dispatch: DISPATCH, all: [OURS], confirmations: 1 };

type Shown = {
  head: bigint;
  /** The transaction of the key's in block 100; null = none. */
  taker?: Hex | null;
  /** State of old blocks is gone. */
  pruned?: boolean;
  /** The block that used the nonce. */
  takenAt?: bigint;
  /** From this block on, blocks are of another branch than those below. */
  forkAt?: bigint;
  /** What the EntryPoint said of the nonce, and in which block. */
  events?: { hash: Hex; number: bigint }[];
};

/** A node as it answers; receipts of ours are never found. */
function aChain(shown: Shown): AgentChain & { read: bigint[] } {
  const { head, taker = OTHER, pruned, forkAt, events = [], takenAt = TAKEN_AT } = shown;
  const read: bigint[] = [];
  const count = (block: bigint) => (block >= takenAt ? 8 : 7);
  const hashOf = (block: bigint) => word(block + 1000n);
  const client = {
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
      throw new TransactionReceiptNotFoundError({ hash });
    },
    getTransactionCount: async ({ blockNumber }: { blockNumber: bigint }) => {
      if (pruned && blockNumber < head) throw new Error('missing trie node');
      return count(blockNumber);
    },
    request: async ({ params }: { params: [Hex, { blockHash: Hex }] }) =>
      numberToHex(count(BigInt(params[1].blockHash) - 1000n)),
    getBlock: async ({ blockNumber: number }: { blockNumber: bigint }) => {
      read.push(number);
      return {
        ...{ number, hash: hashOf(number) },
        parentHash: number === forkAt ? word(5) : hashOf(number - 1n),
        transactions: number === takenAt && taker ? [{ hash: taker, from: KEY, nonce: 7 }] : [],
      };
    },
    readContract: async () => 8n,
    getContractEvents: async () =>
      events.map(({ hash, number }) => ({
        args: { userOpHash: hash, success: true, actualGasUsed: 1n, nonce: 7n },
        ...{ transactionHash: OTHER, blockNumber: number, blockHash: hashOf(number) },
      })),
  };
  const chain = {
    head: async () => ({ number: head, hash: hashOf(head), timestamp: 0, stale: false }),
  };
  return { ...chain, client, read } as unknown as AgentChain & { read: bigint[] };
}

describe('a transaction whose nonce is used', () => {
  it('stays in doubt where the state of its block is pruned, however many blocks pass', async () => {
    for (const head of [101n, 104n, 1_000n, 1_000_000n]) {
      expect(await fateOf(aChain({ head, pruned: true, taker: OURS }), SEARCH)).toEqual({
        is: 'open',
      });
    }
  });

  it('is displaced where the state is pruned but the blocks are there, however far it is to read', async () => {
    const chain = aChain({ head: 1_000n, pruned: true, takenAt: 700n });
    expect(await fateOf(chain, SEARCH)).toEqual({ is: 'open' });
    expect(await fateOf(chain, SEARCH)).toEqual({ is: 'open' });
    // No look reads more than a few hundred blocks, and none twice.
    expect(chain.read).toHaveLength(512);
    expect(new Set(chain.read).size).toBe(512);
    expect(await fateOf(chain, SEARCH)).toEqual({ is: 'displaced', by: OTHER });
  });

  it('stays in doubt when its block was read and holds it, though no receipt is found', async () => {
    expect(await fateOf(aChain({ head: 200n, taker: OURS }), SEARCH)).toEqual({ is: 'open' });
  });

  it('is displaced by another one with three blocks on top, and not before', async () => {
    expect(await fateOf(aChain({ head: 102n }), SEARCH)).toEqual({ is: 'open' });
    expect(await fateOf(aChain({ head: 103n }), SEARCH)).toEqual({ is: 'displaced', by: OTHER });
  });

  it('stays in doubt while the blocks on top are of another branch', async () => {
    for (const forkAt of [101n, 102n, 103n]) {
      expect(await fateOf(aChain({ head: 200n, forkAt }), SEARCH)).toEqual({ is: 'open' });
    }
  });

  it('is displaced when the block that used it holds no transaction of the key at all', async () => {
    const chain = aChain({ head: 200n, taker: null });
    expect(await fateOf(chain, SEARCH)).toEqual({ is: 'displaced', by: null });
  });

  it('is found in a block before the newest when it was signed: another was signed earlier', async () => {
    const late = { ...SEARCH, dispatch: { ...DISPATCH, since: 150n } };
    expect(await fateOf(aChain({ head: 200n }), late)).toEqual({ is: 'displaced', by: OTHER });
    expect(await fateOf(aChain({ head: 200n, taker: OURS }), late)).toEqual({ is: 'open' });
  });
});

describe('a user operation whose nonce is used', () => {
  it('stays in doubt without its event, however many blocks pass', async () => {
    for (const head of [101n, 104n, 5_000n]) {
      expect(await operationFate(aChain({ head }), SEARCH)).toEqual({ is: 'open' });
    }
  });

  it('is displaced by the event of another one, deep in the same branch', async () => {
    const events = [{ hash: OTHER, number: TAKEN_AT }];
    const look = (shown: Shown) => operationFate(aChain({ ...shown, events }), SEARCH);
    expect(await look({ head: 102n })).toEqual({ is: 'open' });
    expect(await look({ head: 200n, forkAt: 102n })).toEqual({ is: 'open' });
    expect(await look({ head: 200n })).toEqual({ is: 'displaced', by: OTHER });
  });
});
