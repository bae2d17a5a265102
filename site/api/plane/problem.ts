// What the caller did wrong or the world refused, with a code from the protocol. Everything else that is
// thrown is a bug and answered as `internal`, without its message.
import { ERROR_STATUS, type ErrorCode } from '../../../src/core/protocol/api';

/** A transaction that the caller can send instead. */
export type OwnCall = { chainId: number; to: string; data: string };

export class Problem extends Error {
  readonly code: ErrorCode;
  readonly call: OwnCall | undefined;

  constructor(code: ErrorCode, message: string, call?: OwnCall) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.call = call;
  }
}

export function demand(condition: unknown, code: ErrorCode, message: string): asserts condition {
  if (!condition) throw new Problem(code, message);
}

export function problemResponse({ code, message, call }: Problem): Response {
  const error = { code, message, ...(call ? { call } : {}) };
  return Response.json({ error }, { status: ERROR_STATUS[code] });
}
