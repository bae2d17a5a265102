import { plural } from '../words/plural';

export const gasLineWords = {
  refills: (cap: string, left: string, until: string) =>
    `may refill ${cap} a day until ${until} (${left} left today)`,
  oldKey: 'and its refill is still leased to its old key',
  send: 'Send gas now',
  sending: 'Confirm the gas in MetaMask…',
  unsigned:
    'Nothing was sent: the control plane names a key that no lease or grant of yours names. If your agent changed its key, sign a lease to the new key first.',
  sent: (name: string) => `Gas was sent to ${name}.`,
  sentUnseen:
    'Your gas has reached its key. The control plane usually sees it within a minute; sending again would only double it.',
  low: (count: number) =>
    count === 0
      ? 'It has no gas left. It can pay nobody, though its runway is open.'
      : `It has gas for only ${plural(count, 'more payment')}.`,
  pulls: (count: number) => `for ${plural(count, 'more payment')}`,
  unknown: 'not known',
} as const;
