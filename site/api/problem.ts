// What the caller did wrong or the world refused, with a code from the protocol. Everything else that is
// thrown is a bug and answered as `internal`, without its message.
import { ERROR_STATUS, type ErrorCode } from '../../src/core/protocol/api';

export class Problem extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'Problem';
    this.code = code;
  }
}

export function demand(condition: unknown, code: ErrorCode, message: string): asserts condition {
  if (!condition) throw new Problem(code, message);
}

export function problemResponse({ code, message }: Pick<Problem, 'code' | 'message'>): Response {
  return Response.json({ error: { code, message } }, { status: ERROR_STATUS[code] });
}
