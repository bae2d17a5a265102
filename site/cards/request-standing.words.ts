import { plural } from '../words/plural';

export const requestStandingWords = {
  runway: (name: string, amount: string, days: number) =>
    `${name} asks for ${amount} a day for ${plural(days, 'day')}`,
  renewal: (name: string, amount: string, days: number) =>
    `${name} asks for a new grant: ${amount} a day for ${plural(days, 'day')}`,
  key: (name: string) => `${name} lost its key and asks to go on with a new one`,
  heading: 'Who asks',
  who: 'Id',
  keyLabel: 'key',
  reason: 'It says, unsigned:',
  known: 'The key signed this. The control plane says its lease names this key.',
  unknown: 'A key that Bardo does not know signed this. Make sure it is your agent’s.',
  payees: 'It wants to pay:',
  unproven: 'Unproven',
  flaws: {
    unsigned:
      'The signature does not match this request, so your Golem may have asked for something else. Bardo uses nothing of it. Let your agent ask again.',
    toOther: 'It is addressed to another owner. Bardo uses nothing of it.',
    otherMoney:
      'It asks for money other than USDC on its chain, which Bardo does not grant. Bardo uses nothing of it.',
    late: 'It has expired. Let your agent ask again.',
  },
  refuse: 'Refuse',
  refusing: 'Refusing…',
  refused: 'You refused the request.',
  until: (date: string) => `Open until ${date}.`,
} as const;
