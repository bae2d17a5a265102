import { plural } from '../words/plural';

export const chartWords = {
  none: 'It has spent nothing in the last seven days.',
  total: (amount: string, count: number) =>
    `${amount} in ${plural(count, 'redemption')} in the last seven days`,
} as const;
