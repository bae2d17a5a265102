// A node asked with patience: never more than a few questions at once, and a pause for all of them when it says
// that they come too fast. What it answers is a value, a refusal of this very question, or nothing at all; the three
// are told apart here, because each has another cure: use it, ask for less, ask later.
import type { PublicClient } from 'viem';
import { getHttpRpcClient } from 'viem/utils';
import { type Answer, asksForPatience, Refusal, readAnswer, told } from './node-answer';

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
