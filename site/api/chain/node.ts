// A node asked with patience: never more than a few questions at once, and a pause for all of them when it says
// that they come too fast. What it answers is a value, a refusal of this very question, or nothing at all; the three
// are told apart here, because each has another cure: use it, ask for less, ask later.
import { BaseError, HttpRequestError, type PublicClient, TimeoutError } from 'viem';
import { getHttpRpcClient } from 'viem/utils';

/** It answered, and not with what was asked: a smaller question may pass. */
export class Refusal extends Error {}
/** Nobody answered, or only "later": nothing is known about the question. */
export class Silence extends Error {}

export type Question = { method: string; params: readonly unknown[] };

export type Node = {
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
  /**
   * In one request, so that of several nodes behind one name one answers them all. Where that is refused, one by
   * one. Each answer is a value or the refusal of that question.
   */
  together: (questions: readonly Question[]) => Promise<unknown[]>;
};

/** Questions under way at once. */
const MAX_BUSY = 6;
/** Times that a question is put again to a node that asks for patience. */
const TRIES = 9;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 8000;

type Gate = { busy: number; waiting: (() => void)[]; until: number };

const gates = new WeakMap<PublicClient, Gate>();

/** All who ask the same client share its places and its pauses. */
export function nodeOn(client: PublicClient): Node {
  const gate = gates.get(client) ?? { busy: 0, waiting: [], until: 0 };
  gates.set(client, gate);
  const ask: Node['ask'] = (method, params) => patiently(gate, () => once(client, method, params));
  const together: Node['together'] = async (questions) => {
    const answers = await refusable(patiently(gate, () => batch(client, questions)));
    if (Array.isArray(answers)) return answers;
    return Promise.all(questions.map(({ method, params }) => refusable(ask(method, params))));
  };
  return { ask, together };
}

/** A refusal as an answer. */
async function refusable(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function patiently<T>(gate: Gate, question: () => Promise<T>): Promise<T> {
  await entered(gate);
  try {
    for (let attempt = 1; ; attempt += 1) {
      await paused(gate);
      try {
        return await question();
      } catch (error) {
        if (!asksForPatience(error) || attempt === TRIES) throw told(error);
        gate.until = Math.max(gate.until, performance.now() + pauseAfter(attempt));
      }
    }
  } finally {
    left(gate);
  }
}

/** Viem's own second try is no help: it repeats what was refused for its size. */
function once(client: PublicClient, method: string, params: readonly unknown[]): Promise<unknown> {
  const question = { method, params } as unknown as Parameters<PublicClient['request']>[0];
  return client.request(question, { retryCount: 0 });
}

type Answer = { id?: unknown; result?: unknown; error?: { message?: unknown } };

async function batch(client: PublicClient, questions: readonly Question[]): Promise<unknown[]> {
  const { url, timeout } = client.transport as { url?: string; timeout?: number };
  if (!url) throw new Refusal('Only HTTP takes several questions at once.');
  const body = questions.map((question, id) => ({ ...question, id }));
  const http = getHttpRpcClient(url, { timeout: timeout ?? 10_000 });
  const answers: unknown = await http.request({ body });
  if (!Array.isArray(answers)) throw new Refusal('The node takes one question at a time.');
  const byId = new Map((answers as Answer[]).map((answer) => [answer?.id, answer]));
  return questions.map((_, id) => readAnswer(byId.get(id)));
}

function readAnswer(answer: Answer | undefined): unknown {
  if (!answer) return new Refusal('The node left a question out.');
  if (!answer.error) return answer.result;
  const refusal = new Refusal(`${answer.error.message}`.slice(0, 300));
  if (asksForPatience(refusal)) throw new Silence(refusal.message);
  return refusal;
}

async function entered(gate: Gate): Promise<void> {
  if (gate.busy >= MAX_BUSY) await new Promise<void>((resolve) => gate.waiting.push(resolve));
  else gate.busy += 1;
}

/** The place goes to who waits longest, or becomes free. */
function left(gate: Gate): void {
  const next = gate.waiting.shift();
  if (next) next();
  else gate.busy -= 1;
}

async function paused(gate: Gate): Promise<void> {
  for (let left = gate.until - performance.now(); left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, left));
    left = gate.until - performance.now();
  }
}

/** Doubled each time, and never twice the same: followers that were refused together do not come back together. */
function pauseAfter(attempt: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

function asksForPatience(error: unknown): boolean {
  if (statusOf(error) === 429) return true;
  return /\brate.?limit|too many requests|throttl|per second|compute units|capacity exceeded/i.test(
    wordsOf(error),
  );
}

/** Gateways that time out or are overloaded say nothing about the question; any other status is an answer. */
const MUTE = new Set([401, 402, 403, 408, 429, 502, 503, 504]);

function told(error: unknown): Error {
  if (error instanceof Refusal || error instanceof Silence) return error;
  const status = statusOf(error);
  const mute =
    !(error instanceof BaseError) || (status === null ? isUnheard(error) : MUTE.has(status));
  const words = wordsOf(error).slice(0, 300);
  if (mute || asksForPatience(error)) return new Silence(words, { cause: error });
  return new Refusal(words, { cause: error });
}

/** No connection. A question that takes too long is a refusal: a smaller one may be answered in time. */
function isUnheard(error: BaseError): boolean {
  return error.walk((cause) => cause instanceof HttpRequestError) !== null;
}

/** Of an HTTP answer that was none of JSON-RPC's. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof BaseError)) return null;
  const found = error.walk((cause) => cause instanceof HttpRequestError);
  return found instanceof HttpRequestError ? (found.status ?? null) : null;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof BaseError)) return `${error instanceof Error ? error.message : error}`;
  if (error.walk((cause) => cause instanceof TimeoutError)) return 'The node took too long.';
  return `${error.shortMessage} ${error.details}`;
}
