// The chains, through the Snap's own `ethereum` provider: the only file that touches it. A switch is
// silent, for this Snap alone and works while the wallet is locked. Heartbeats overlap and there is one
// selected chain, so questions wait for each other; each has a deadline of ours, because the wallet's
// clock stands still while a request is open.
import type { Address, Hex } from 'viem';
import {
  type ChainCall,
  type ChainRead,
  decodeBatch,
  encodeBatch,
  MULTICALL3,
} from '../core/chain/multicall';

const DEADLINE_MS = 8_000;

let queue: Promise<unknown> = Promise.resolve();

/** Asks all of `calls` at one block. Every way it can fail is a value with words for the owner. */
export function readChain(chainId: number, calls: readonly ChainCall[]): Promise<ChainRead> {
  return inTurn(async () => {
    await select(chainId);
    const output = await ethCall({ to: MULTICALL3, data: encodeBatch(calls) });
    return decodeBatch(output, chainId, calls.length);
  });
}

/** A question that waited too long is given up; the next one does not wait for its answer. */
function inTurn(ask: () => Promise<ChainRead>): Promise<ChainRead> {
  const turn = queue.then(() => withinDeadline(ask()));
  queue = turn;
  return turn;
}

async function withinDeadline(asked: Promise<ChainRead>): Promise<ChainRead> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ChainRead>((resolve) => {
    const reason = `the chain did not answer within ${DEADLINE_MS / 1000} s`;
    timer = setTimeout(() => resolve({ ok: false, reason }), DEADLINE_MS);
  });
  try {
    return await Promise.race([asked.catch((error) => failureOf(error)), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function select(chainId: number): Promise<void> {
  const wanted = `0x${chainId.toString(16)}`;
  if ((await ethereum.request({ method: 'eth_chainId' })) === wanted) return;
  await ethereum.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] });
}

async function ethCall(call: { from?: Address; to: Address; data: Hex }): Promise<unknown> {
  return ethereum.request({ method: 'eth_call', params: [call, 'latest'] });
}

/** 4902: the wallet has no such network. -32002: it gave up on a failing endpoint for half a minute. */
function failureOf(error: unknown): ChainRead {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 4902) return { ok: false, reason: 'MetaMask does not know this chain' };
  if (code === -32002) return { ok: false, reason: "MetaMask's endpoint for this chain fails" };
  return { ok: false, reason: 'the chain gave no answer' };
}
