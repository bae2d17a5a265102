// What a node answered: a result, a refusal, a plea for patience, or nothing.
import { BaseError, HttpRequestError, TimeoutError } from 'viem';

/** It answered, and not with what was asked: a smaller question may pass. */
export class Refusal extends Error {}
/** Nobody answered, or only "later": nothing is known about the question. */
export class Silence extends Error {}

export type Answer = { id?: unknown; result?: unknown; error?: { message?: unknown } };

export function readAnswer(answer: Answer | undefined): unknown {
  if (!answer) return new Refusal('The node left a question out.');
  if (!answer.error) return answer.result;
  const refusal = new Refusal(`${answer.error.message}`.slice(0, 300));
  if (asksForPatience(refusal)) throw new Silence(refusal.message);
  return refusal;
}

export function asksForPatience(error: unknown): boolean {
  if (statusOf(error) === 429) return true;
  return /\brate.?limit|too many requests|throttl|per second|compute units|capacity exceeded/i.test(
    wordsOf(error),
  );
}

/** Gateways that time out or are overloaded say nothing about the question; any other status is an answer. */
const MUTE = new Set([401, 402, 403, 408, 429, 502, 503, 504]);

export function told(error: unknown): Error {
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
