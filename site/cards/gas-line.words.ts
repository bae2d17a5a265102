// Sentences of the card `gas-line`.
import { plural } from '../words/plural';

export const gasLineWords = {
  refills: (cap: string, left: string, until: string) =>
    `may refill ${cap} a day (${left} left), until ${until}`,
  oldKey: 'and its refill is still leased to its old key',
  send: 'Send gas now',
  sending: 'Confirm the gas in MetaMask…',
  unsigned:
    'Nothing was sent: the control plane names a key that no lease or grant of yours leads to. If your agent changed its key, lease to the new one first.',
  sent: (name: string) => `Gas was sent to ${name}.`,
  sentUnseen:
    'Your gas has reached its key. The control plane usually sees it within a minute; sending again would only double it.',
  low: (count: number) =>
    count === 0
      ? 'It has no gas left: it can pay nobody, though its runway is open.'
      : `It has gas for ${plural(count, 'more pull')} only.`,
  pulls: (count: number) => `for ${plural(count, 'more pull')}`,
  unknown: 'not known',
} as const;
