// Sentences of a grant in the making: its form, the account, and what the wallet really granted.
export const grantWords = {
  unasked:
    'The wallet does not say whether it can grant permissions, so this page asked it for nothing. Unlock MetaMask and try again.',
  notOneGrant: 'The wallet’s answer is not one grant of an account.',
  unreadRule: 'The grant carries a rule Bardo cannot read.',
  notOneBudget: 'The grant is not one budget per period.',
  otherAccount: (account: string) =>
    `Another account gave this grant (${account}), so you cannot use it here. Ask again and choose the account you are signed in with. Bardo keeps the other grant as an unused one. Sign in as that account to end it.`,
  otherDelegate: 'The grant names another delegate than you asked for. End it.',
  otherToken: 'The grant is for other money than you asked for. End it.',
  noEnd:
    'The grant never expires, and Bardo accepts no such grant. End it, and keep the expiry when you grant again.',
  account: 'Account',
  delegate: 'Granted to',
  amount: 'Amount',
  period: 'Period',
  payees: 'May pay',
  anyone: 'anyone',
  end: 'End',
  every: (period: string) => `every ${period}`,
  never: 'never',
  cannotLook:
    'This wallet does not say what it granted. Look in MetaMask under Permissions: if a grant to this site is there, revoke it, then ask again.',
  second: (name: string) =>
    `${name} has a live grant already, and budgets add up. Replace that one instead.`,
  orphan:
    'MetaMask lists a grant for this Golem that was never registered here. End it first. You find it on the first page.',
  otherSmartAccount:
    'This account is a smart account of another maker, so nobody can redeem the grant. Switch it back to a standard account in MetaMask, then try again.',
  notUpgraded:
    'The calls are on chain, but the wallet did not upgrade the account with them, so nobody can redeem the grant yet. Open the details of this account in MetaMask, switch the smart account on for this chain, then continue.',
  noUpgrade: (reason: string) =>
    `The account is not a smart account, so nobody can redeem the grant yet. The wallet did not upgrade it: ${reason}`,
  onlyUpgraded:
    'You said no to the permission, and nothing was granted. The update to a smart account, which you confirmed before, has happened.',
  noLease: (reason: string | null) =>
    reason === null
      ? 'You did not sign the lease. The Golem can’t spend until you do.'
      : `Bardo did not sign the lease: ${reason}`,
  form: {
    badGas: 'Enter an amount up to 16.777215 with at most six decimals.',
    override: 'This is more than usual. Tick the box if you mean it.',
    badId: 'An id has small letters, digits and dashes, at most 64.',
    badName: 'A name has letters, digits, spaces, dashes or underscores, at most 24.',
    badAddress: 'This is not a valid address. Check for typing errors.',
    badPayees: 'Each line must be a valid address. Check for typing errors.',
    payeeFaults: {
      many: 'A lease holds at most eight addresses.',
      nobody: 'Funds sent to the zero address are lost.',
      key: 'A Golem may not pay its own key. Name whom it buys from, or its trading wallet.',
      party:
        'A Golem may not pay you, its guardian or a contract of the system. Name whom it buys from, or its trading wallet.',
      twice: 'This address is listed twice.',
      keyless: 'Gas must reach the agent’s own key.',
    },
    badDaily:
      'Enter an amount above zero, no larger than the whole one, with at most six decimals.',
    noDaily: 'Name the most per day, up to 1,677.7215 USDC: Bardo’s rules count no more in a day.',
    badLeaseDays: 'Enter a whole number of days, no more than the grant has, or leave it empty.',
    onePayee: 'MetaMask’s own rule pins one address. More need Bardo’s lease.',
    uncountable: 'Bardo’s rules allow a daily amount of 0.0001 to 1,677.7215 USDC.',
    noPayee: 'Name at least one address that it may pay.',
    badAmount: 'Enter an amount above zero with at most six decimals.',
    comma:
      'A comma can mean thousands or decimals. Write 1500 without one, or a point for decimals: 1.5.',
    badDays: 'Enter a whole number of days, 1 to 3650.',
    badReplicants: 'Enter an amount no larger than the daily one.',
    badSilence: 'Enter a whole number of hours, 1 to 720.',
    badPulls: 'Enter a whole number, 0 to 1000.',
    noUsdc: 'Bardo knows no USDC on this chain.',
  },
} as const;
