// Several calls as one (EIP-5792). MetaMask answers `wallet_sendCalls` with an id before its owner has decided, and
// forgets the id when the owner cancels: what became of a batch is only what its status says, and "not known" is said.
import { type Address, type Hex, numberToHex } from 'viem';
import { check } from '../../src/core/protocol/check';
import { Hash } from '../../src/core/protocol/fields';
import { document, type Infer, list, orAbsent, text, whole } from '../../src/core/protocol/schema';
import { codeOf, errorWords, isMissingMethod, Refusal, Trouble } from './errors';
import { ask, type Provider } from './provider';
import {
  demandChain,
  type Outgoing,
  onWire,
  poll,
  ReceiptStatus,
  Undone,
  Unseen,
  type Waiting,
} from './send';
import { walletWords } from './wallet.words';

const CapabilitiesStruct = document({
  atomic: orAbsent(document({ status: text(/^(supported|ready|unsupported)$/) })),
});

/** `upgrades`: the wallet would first turn the account into a smart account. */
export type Batching = 'yes' | 'upgrades' | 'no';

/** A wallet that does not say, or does not know the question, is sent one call at a time. */
export async function batchingOf(
  provider: Provider,
  from: Address,
  chainId: number,
): Promise<Batching> {
  const id = numberToHex(chainId);
  const answer = await provider
    .request({ method: 'wallet_getCapabilities', params: [from, [id]] })
    .catch(() => null);
  const chains =
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  const read = check(chains[id], CapabilitiesStruct);
  const status = read.ok ? read.value.atomic?.status : undefined;
  if (status === 'supported') return 'yes';
  return status === 'ready' ? 'upgrades' : 'no';
}

const BatchStruct = document({ id: text(/^[\w-]{1,4096}$/) });
const StatusStruct = document({
  status: whole(100, 999),
  receipts: orAbsent(list(document({ status: ReceiptStatus, transactionHash: Hash }), 0, 100)),
});
type Status = Infer<typeof StatusStruct>;

type Batch = { from: Address; chainId: number; calls: readonly Outgoing[] };

/** All calls or none. Resolves to the wallet's name for it, before the owner has decided. */
export async function askBatch(
  provider: Provider,
  { from, chainId, calls }: Batch,
): Promise<string> {
  await demandChain(provider, chainId);
  const params = [
    {
      version: '2.0.0',
      from,
      chainId: numberToHex(chainId),
      atomicRequired: true,
      calls: calls.map(onWire),
    },
  ];
  return (await ask(provider, 'wallet_sendCalls', params, BatchStruct)).id;
}

/** Resolves to the last transaction's hash. `again`: the wallet knew it before. */
export async function watchBatch(
  provider: Provider,
  id: string,
  { again = false, ...waiting }: Waiting & { again?: boolean } = {},
): Promise<Hex | null> {
  const done = await poll(waiting, watcherOf(provider, id, again));
  if (!done) throw new Trouble(walletWords.send.batchSlow);
  return outcomeOf(done as Status);
}

/** Failed looks in a row after which nothing is known any more: a hiccup of the node is none of them. */
const MAX_FAILURES = 3;
const UNKNOWN_BUNDLE = 5730;

function watcherOf(provider: Provider, id: string, again: boolean) {
  let pending = again;
  let failures = 0;
  return async () => {
    try {
      const answer = await ask(provider, 'wallet_getCallsStatus', [id], StatusStruct);
      failures = 0;
      pending ||= answer.status < 200;
      return answer.status < 200 ? null : answer;
    } catch (error) {
      // It waited for its owner, and now it is gone: cancelled.
      if (pending && codeOf(error) === UNKNOWN_BUNDLE) throw new Refusal();
      failures += 1;
      if (failures < MAX_FAILURES && !isMissingMethod(error)) return null;
      throw new Unseen(walletWords.send.unseen(errorWords(error)));
    }
  };
}

/** By the hundred, as EIP-5792 has them: 2 done, 4 never sent, 5 reverted as a whole, 6 reverted in part. */
function outcomeOf({ status, receipts = [] }: Status): Hex | null {
  switch (Math.floor(status / 100)) {
    case 2:
      assertHappened(receipts);
      return receipts.at(-1)?.transactionHash ?? null;
    case 4:
      throw new Undone(walletWords.send.batchUnsent);
    case 5:
      throw new Undone(walletWords.send.reverted);
    case 6:
      throw new Undone(walletWords.send.batchPartly);
    default:
      throw new Unseen(walletWords.send.batchStatus(status));
  }
}

function assertHappened(receipts: readonly { status: string }[]): void {
  const failed = receipts.filter(({ status }) => status !== '0x1').length;
  if (failed === 0) return;
  throw new Undone(
    failed === receipts.length ? walletWords.send.reverted : walletWords.send.batchPartly,
  );
}
