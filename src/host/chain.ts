// The chains, through the Snap's own `ethereum` provider: the only file that touches it. A switch is
// silent, for this Snap alone and works while the wallet is locked. Checks overlap and there is one
// selected chain, so questions wait for each other; each has a deadline of ours, because the wallet's
// clock stands still while a request is open.
import type { ProbeCall, ProbeRead } from '../core/audit/probe';
import { isHex } from '../core/bytes/hex';
import {
  type ChainCall,
  type ChainRead,
  decodeBatch,
  encodeBatch,
  MULTICALL3,
} from '../core/chain/multicall';

const DEADLINE_MS = 8_000;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Asks all of `calls` at one block, the newest unless one is named. Every way it can fail is a value with
 * words for the owner.
 */
export function readChain(
  chainId: number,
  calls: readonly ChainCall[],
  block: number | 'latest' = 'latest',
): Promise<ChainRead> {
  const ask = async (): Promise<ChainRead> => {
    await select(chainId);
    const at = block === 'latest' ? block : hexOf(block);
    const output = await ethCall({ to: MULTICALL3, data: encodeBatch(calls) }, at);
    return decodeBatch(output, chainId, calls.length);
  };
  return inTurn(ask, failureOf);
}

/**
 * What a transaction of `from` would come to. Its answer cannot carry the chain's id, so the id is asked
 * before and after: a refusal by a wrong chain would look like one by the right one.
 */
export function probeChain(chainId: number, call: ProbeCall): Promise<ProbeRead> {
  const ask = async (): Promise<ProbeRead> => {
    await select(chainId);
    const read = await ethCall(call, 'latest').then((): ProbeRead => ({ ok: true }), revertOf);
    if (await isSelected(chainId)) return read;
    return { ok: false, reverted: false, reason: 'the wallet changed its chain meanwhile' };
  };
  return inTurn(ask, (error) => ({ ...failureOf(error), reverted: false }));
}

type Refused = { ok: false; reason: string };

/** A question that waited too long is given up; the next one does not wait for its answer. */
function inTurn<T>(ask: () => Promise<T>, refuse: (error: unknown) => T): Promise<T> {
  const turn = queue.then(() => withinDeadline(ask(), refuse));
  queue = turn;
  return turn;
}

async function withinDeadline<T>(asked: Promise<T>, refuse: (error: unknown) => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(refuse(LATE)), DEADLINE_MS);
  });
  try {
    return await Promise.race([asked.catch(refuse), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function select(chainId: number): Promise<void> {
  if (await isSelected(chainId)) return;
  const params = [{ chainId: hexOf(chainId) }];
  await ethereum.request({ method: 'wallet_switchEthereumChain', params });
}

async function isSelected(chainId: number): Promise<boolean> {
  return (await ethereum.request({ method: 'eth_chainId' })) === hexOf(chainId);
}

async function ethCall(call: ChainCall | ProbeCall, block: string): Promise<unknown> {
  return ethereum.request({ method: 'eth_call', params: [call, block] });
}

/** A refusal by a contract is an answer. Nodes and the wallet wrap its bytes differently, at most twice. */
function revertOf(error: unknown): ProbeRead {
  for (let inner = error, depth = 0; depth < 4; depth += 1) {
    const { data, message } = (inner ?? {}) as { data?: unknown; message?: unknown };
    if (isHex(data) && data.length % 2 === 0) {
      return { ok: false, reverted: true, data };
    }
    if (typeof message === 'string' && /revert/i.test(message) && !data) {
      return { ok: false, reverted: true, data: null };
    }
    const { originalError, cause } = (data ?? {}) as { originalError?: unknown; cause?: unknown };
    inner = originalError ?? cause ?? data;
  }
  throw error;
}

const LATE = { code: 'late' };

/** 4902: the wallet has no such network. -32002: it gave up on a failing endpoint for half a minute. */
function failureOf(error: unknown): Refused {
  const code = (error as { code?: unknown } | null)?.code;
  if (error === LATE) {
    return { ok: false, reason: `the chain did not answer within ${DEADLINE_MS / 1000} s` };
  }
  if (code === 4902) return { ok: false, reason: 'MetaMask does not know this chain' };
  if (code === -32002) return { ok: false, reason: "MetaMask's endpoint for this chain fails" };
  return { ok: false, reason: 'the chain gave no answer' };
}

function hexOf(value: number): string {
  return `0x${value.toString(16)}`;
}
