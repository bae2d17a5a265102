// What only the Snap can say is not said here: it asks the chain by the owner's own wallet, and the control plane is
// one voice.
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
