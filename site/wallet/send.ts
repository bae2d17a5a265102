// Transactions from the owner's account: one by one, or as one batch where the wallet can (EIP-5792).
import { type Address, type Hex, numberToHex } from 'viem';
import { check } from '../../src/core/protocol/check';
import { Hash } from '../../src/core/protocol/fields';
import { document, list, orAbsent, orNull, text, whole } from '../../src/core/protocol/schema';
import { words } from '../words';
import { isMissingMethod, Trouble } from './errors';
import { ask, type Provider } from './provider';

export type Outgoing = { to: Address; value: bigint; data: Hex };

const Status = text(/^0x[01]$/);
const ReceiptStruct = orNull(document({ status: Status, transactionHash: Hash }));
const POLL_MS = 1000;
const PATIENCE_MS = 180_000;

export type Waiting = { pollMs?: number; patienceMs?: number };

/** Resolves to the transaction's hash once it is mined and did not revert. */
export async function sendCall(
  provider: Provider,
  from: Address,
  call: Outgoing,
  waiting?: Waiting,
): Promise<Hex> {
  const hash = await ask(provider, 'eth_sendTransaction', [{ from, ...onWire(call) }], Hash);
  return waitForReceipt(provider, hash as Hex, waiting);
}

export async function waitForReceipt(
  provider: Provider,
  hash: Hex,
  waiting?: Waiting,
): Promise<Hex> {
  const receipt = await poll(waiting, () =>
    ask(provider, 'eth_getTransactionReceipt', [hash], ReceiptStruct),
  );
  if (!receipt) throw new Trouble(words.send.slow);
  if (receipt.status !== '0x1') throw new Trouble(words.send.reverted);
  return hash;
}

const CapabilitiesStruct = document({
  atomic: orAbsent(document({ status: text(/^(supported|ready|unsupported)$/) })),
});

/** `upgrades`: the wallet would first turn the account into a smart account. */
export type Batching = 'yes' | 'upgrades' | 'no';

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
const BatchStatus = document({
  status: whole(100, 700),
  receipts: orAbsent(list(document({ status: Status, transactionHash: Hash }), 0, 100)),
});

/** All calls or none. Resolves to the last transaction's hash. */
export async function sendBatch(
  provider: Provider,
  { from, chainId, calls }: { from: Address; chainId: number; calls: readonly Outgoing[] },
  waiting?: Waiting,
): Promise<Hex | null> {
  const params = [
    {
      version: '2.0.0',
      from,
      chainId: numberToHex(chainId),
      atomicRequired: true,
      calls: calls.map(onWire),
    },
  ];
  const { id } = await ask(provider, 'wallet_sendCalls', params, BatchStruct);
  const done = await poll(waiting, async () => {
    const answer = await ask(provider, 'wallet_getCallsStatus', [id], BatchStatus);
    return answer.status < 200 ? null : answer;
  });
  if (!done) throw new Trouble(words.send.slow);
  const failed = done.receipts?.some(({ status }) => status !== '0x1') ?? false;
  if (done.status !== 200 || failed) throw new Trouble(words.send.reverted);
  return (done.receipts?.at(-1)?.transactionHash as Hex | undefined) ?? null;
}

/** MetaMask refuses a call with `data: "0x"`, and an empty value says nothing. */
function onWire({ to, value, data }: Outgoing) {
  return {
    to,
    ...(value > 0n ? { value: numberToHex(value) } : {}),
    ...(data === '0x' ? {} : { data }),
  };
}

async function poll<T>(
  { pollMs = POLL_MS, patienceMs = PATIENCE_MS }: Waiting = {},
  look: () => Promise<T | null>,
): Promise<T | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (isMissingMethod(error)) throw error;
      return null;
    });
    if (found !== null || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
