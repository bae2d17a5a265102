// What the caller did wrong or the world refused, with a code from the protocol. Everything else that is
// thrown is a bug and answered as `internal`, without its message.
import { ERROR_STATUS, type ErrorCode } from '../../../src/core/protocol/api';

/** A transaction that the caller can send instead. */
export type OwnCall = { chainId: number; to: string; data: string };

/** `interval`: seconds until who waits may look again. */
type More = { call?: OwnCall; interval?: number };

export class Problem extends Error {
  readonly code: ErrorCode;
  readonly more: More;

  constructor(code: ErrorCode, message: string, more: More = {}) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.more = more;
  }
}

export function demand(condition: unknown, code: ErrorCode, message: string): asserts condition {
  if (!condition) throw new Problem(code, message);
}

export function problemResponse({ code, message, more }: Problem): Response {
  const error = { code, message, ...more };
  return Response.json({ error }, { status: ERROR_STATUS[code] });
}
