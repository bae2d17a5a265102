// What only the Snap can say is not said here: it asks the chain by the owner's own wallet, and the control plane is
// one voice.
import { MINUTE } from '../../../src/core/chain/time';
import type { State } from '../../../src/core/memory/state';
import type { Cause } from '../../../src/core/watch/cause';

/** Before every alert that leaves this server. */
export const SAW = 'Bardo’s server saw:';
export const WHOSE =
  'This is the word of Bardo’s server alone. Bardo in MetaMask checks it against the chain.';

export const TEST = {
  title: 'Test of your alerts',
  text: 'You asked Bardo’s server for this message. Alerts about your Golems will arrive here.',
} as const;

export function serverWords(cause: Cause): Cause {
  return cause.kind === 'unread'
    ? { ...cause, body: 'What happened there may be missing from what it lists.' }
    : cause;
}

/** The Snap counts three looks, which are a quarter of an hour there and half a minute here. */
const UNREAD_SECONDS = 15 * MINUTE;

/** Blocks that are read at one of the next tries are no news. */
export function isLasting({ kind, chainId }: Cause, { unread = [] }: State, now: number): boolean {
  if (kind !== 'unread') return true;
  return unread.some((one) => one.chainId === chainId && now - one.since >= UNREAD_SECONDS);
}
