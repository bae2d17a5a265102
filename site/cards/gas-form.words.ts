import { plural } from '../words/plural';

export const gasFormWords = {
  heading: (name: string) => `Gas for ${name}`,
  text: (coin: string) =>
    `This is a second, small grant. Its key may redeem this much ${coin} from your account every day to pay for its own transactions, and can pay it to nobody else. It expires with the runway.`,
  key: 'The control plane names this as the agent’s key:',
  amount: (coin: string) => `${coin} per day`,
  hint: (coin: string) => `Every payment it makes costs a little ${coin}.`,
  pulls: (count: number) =>
    `This pays for ${plural(count, 'payment')} a day at the present gas price.`,
} as const;
