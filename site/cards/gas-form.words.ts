// Sentences of the card `gas-form`.
import { plural } from '../words/plural';

export const gasFormWords = {
  heading: (name: string) => `Gas for ${name}`,
  text: 'A second, small grant: its key may draw so much ETH from your account every day to pay for its own transactions, and pay it to nobody else. It ends with the runway.',
  key: 'The agent’s key, as the control plane says:',
  amount: 'ETH per day',
  hint: 'Every payment it makes costs a little ETH.',
  pulls: (count: number) => `At today’s price enough for ${plural(count, 'pull')} a day.`,
} as const;
