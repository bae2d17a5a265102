export const grantFinishedWords = {
  runway: (name: string) => `${name} has its runway.`,
  gas: (name: string) => `${name} may refill its gas.`,
  lease: (name: string) => `${name} has its new lease.`,
  newKey: (name: string) => `${name} goes on with its new key.`,
  replaced: (name: string) => `${name} has its new runway, and the old grant has ended.`,
  amount: 'At most',
  perDay: (amount: string) => `${amount} a day`,
  key: 'Spent by the key',
  next: 'Your agent hears of it by itself. You can narrow or end this at any time.',
  open: (name: string) => `Open ${name}`,
} as const;
