// Sentences of the card `request-list`.
import { plural } from '../words/plural';

export const requestListWords = {
  heading: 'Waiting for your answer',
  line: (name: string, amount: string, days: number) =>
    `${name} asks for ${amount} a day for ${plural(days, 'day')}`,
  who: 'Id',
  key: 'key',
  reason: 'In its own words, not signed:',
  known: 'Signed. The control plane says its lease names this key.',
  unknown: 'Signed by a key Bardo does not know yet: make sure it is your agent’s.',
  payees: 'It wants to pay:',
  unproven: 'Unproven',
  flaws: {
    unsigned:
      'The signature does not fit what is shown here, so it may not be what your Golem asked for. Nothing is taken over from it. Let your agent ask again.',
    toOther: 'It is addressed to another owner. Nothing is taken over from it.',
    otherMoney:
      'It asks for other money than USDC on its chain, which Bardo does not grant. Nothing is taken over from it.',
    late: 'It has run out. Let your agent ask again.',
  },
  answer: 'Answer',
  refuse: 'Refuse',
  refusing: 'Refusing…',
  until: (date: string) => `Open until ${date}.`,
} as const;
