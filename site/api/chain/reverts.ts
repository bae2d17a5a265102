// What a node's error proves. A contract's refusal is believed only where the node says that the call ran and was
// reverted. A node that is overloaded, behind, misconfigured or broken answers with errors too, in words of its own:
// those prove nothing about the contract, and neither does an answer of null.
import { BaseError, ExecutionRevertedError, HttpRequestError, TimeoutError } from 'viem';

/** Of nodes that do not say "execution reverted": the machine stopped, or wanted more gas than it was given. */
const STOPPED =
  /\brevert(ed)?\b|vm execution error|out of gas|gas required exceeds|invalid (opcode|jump)|stack (under|over)flow/i;

/** Whether the chain itself refuses the call. */
export function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof ExecutionRevertedError)) return true;
  return !isGone(error) && STOPPED.test(`${error.details}`);
}

/** Whether nobody answered, or only a gateway: whoever is asked next will not answer either. */
export function isGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HttpRequestError || cause instanceof TimeoutError) return true;
  }
  return false;
}
