export const grantFieldsWords = {
  name: 'Name',
  id: 'Id',
  idHint: 'Small letters, digits and dashes. The agent must use the same id.',
  sessionKey: 'The agent’s key',
  sessionKeyHint:
    'Your agent prints this address when it starts. The key spends, but never holds your money.',
  payees: 'Who may be paid',
  payeesHint:
    'Enter one address per line, at most eight, such as its compute provider or its own trading wallet. Nobody else can be paid.',
  payeesNamed: 'Payees the Golem named – check them',
  payeesNamedHint:
    'The agent’s key above signed these with the request. Keep only those you know; you may change them. Nobody else can be paid.',
  onePayee: 'Who may be paid (MetaMask’s own rule)',
  onePayeeHint: 'One address, or none. Left empty, the agent’s key can pay anyone.',
  amount: 'USDC per day',
  amounts: { day: 'USDC per day', week: 'USDC per week', month: 'USDC per 30 days' },
  period: 'Renewed',
  periods: { day: 'every day', week: 'every 7 days', month: 'every 30 days' },
  daily: 'Most in any 24 hours (USDC)',
  dailyHint: 'Bardo’s lease holds this. Left empty, all of it may leave in one day.',
  periodBoth: (period: 'week' | 'month', daily: string) =>
    `Two limits hold together: MetaMask’s grant over ${period === 'week' ? '7' : '30'} days, Bardo’s lease over any 24 hours${
      daily === '' ? ', which lets all of it through' : ''
    }. What is unused at a reset is lost.`,
  periodAlone: {
    week: 'A whole week’s amount may leave at once, and twice that around a weekly reset. What is unused at a reset is lost.',
    month:
      'All of it may leave at once, and twice that around a reset. What is unused at a reset is lost.',
  },
  leaseDays: 'Lease ends after (days)',
  leaseDaysHint: 'Leave it empty to let the lease last as long as its grant.',
  leaseUntil: (end: string) =>
    `Counted from today. Left empty, it lasts as long as its grant: until ${end}.`,
  days: 'Days',
  more: 'More rules',
  replicants: 'Share for sub-agents (USDC per day)',
  silence: 'Stop if silent for (hours)',
  gas: 'Gas to send now (number of payments)',
  gasHint: (coin: string) =>
    `We send enough ${coin} for this many payments, once, from your account to the agent’s key. 0 sends none.`,
  gasDaily: (coin: string) => `Gas it may refill itself (${coin} per day)`,
  gasDailyHint: 'This is a second, small grant that pays its own key only. 0 grants none.',
  overrideAmount: 'I want more than 100 USDC a day.',
  overrideDays: 'I want more than 90 days.',
} as const;
