import { plural } from '../words/plural';

export const chartWords = {
  heading: 'Spending',
  compare: 'Spending of all',
  none: (days: number) => `Nothing was spent in the last ${days} days.`,
  total: (amount: string, count: number, days = 7) =>
    `${amount} in ${plural(count, 'payment')} in the last ${days} days`,
  range: (days: number) => `${days} days`,
  ranges: 'How many days',
  money: 'Which money',
  chart: 'Spending by day. Arrow keys go from day to day.',
  day: (day: string, amount: string) => `${day}: ${amount}`,
  part: (name: string, amount: string) => `${name} ${amount}`,
  cap: (amount: string) => `Cap: ${amount} a day`,
  table: 'As a table',
  date: 'Day',
  all: 'Together',
  truncated: 'There were too many payments to sum them all: the real figures are higher.',
  source: 'From Bardo’s server, by days of your time zone.',
  unread: 'What it spent is not known: Bardo’s server does not answer.',
} as const;
