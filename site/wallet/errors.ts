// Every error code a wallet may answer with, as a sentence that says what happened and what to do.
// EIP-1193 (4xxx), EIP-5792 (57xx), ERC-7715 and JSON-RPC (-32xxx).
import { PlaneRefusal } from '../plane';
import { words } from '../words';
import { WalletNonsense } from './provider';

export type Code = keyof typeof words.errors;

/** The code, also where a wallet hides it inside `data.originalError` (mobile) or `cause`. */
export function codeOf(error: unknown): number | null {
  let place: unknown = error;
  for (let depth = 0; depth < 4 && typeof place === 'object' && place !== null; depth += 1) {
    const { code, data, cause } = place as { code?: unknown; data?: unknown; cause?: unknown };
    const inner = (data as { originalError?: unknown } | undefined)?.originalError;
    if (inner) place = inner;
    else if (typeof code === 'number') return code;
    else place = cause;
  }
  return null;
}

export function isRejection(error: unknown): boolean {
  return codeOf(error) === 4001;
}

/** The wallet does not know the method; older and newer wallets say so in three ways. */
export function isMissingMethod(error: unknown): boolean {
  return [-32601, -32004, 4200].includes(codeOf(error) ?? 0);
}

/** Codes that mean anything: there the wallet's own words are worth reading. */
const VAGUE = [-32603, -32000];

export function errorWords(error: unknown): string {
  if (
    error instanceof PlaneRefusal ||
    error instanceof WalletNonsense ||
    error instanceof Trouble
  ) {
    return error.message;
  }
  const code = codeOf(error);
  if (code !== null && Object.hasOwn(words.errors, code)) {
    const said = plainText((error as { message?: unknown } | null)?.message);
    return VAGUE.includes(code)
      ? words.itSaid(words.errors[code as Code], said)
      : words.errors[code as Code];
  }
  return words.unknownError(code, plainText((error as { message?: unknown } | null)?.message));
}

/** Something expected that ends what was being done, in words for the owner. */
export class Trouble extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Trouble';
  }
}

/** Somebody else's words: one line, no control characters, bounded. */
function plainText(text: unknown): string {
  return typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, 160)
    : '';
}
