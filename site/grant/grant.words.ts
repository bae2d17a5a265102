// Sentences of a grant in the making: its form, the account, and what the wallet really granted.
export const grantWords = {
  unasked:
    'The wallet does not say whether it can grant permissions, so nothing was asked of it. Unlock MetaMask and try again.',
  notOneGrant: 'The wallet’s answer is not one grant of an account.',
  unreadRule: 'The grant carries a rule Bardo cannot read.',
  notOneBudget: 'The grant is not one budget per period.',
  otherAccount: (account: string) =>
    `Another account gave this grant (${account}), so it is of no use here. Ask again and choose the account you are signed in with. The other grant is kept as an unused one: sign in as that account to end it.`,
  otherDelegate: 'The grant is made out to somebody else than was asked. End it.',
  otherToken: 'The grant is about other money than was asked. End it.',
  noEnd:
    'The grant has no end. Bardo takes none without: end it, and keep the expiry when you grant again.',
  account: 'Account',
  delegate: 'Made out to',
  amount: 'Amount',
  period: 'Period',
  end: 'End',
  every: (period: string) => `every ${period}`,
  never: 'never',
  cannotLook:
    'This wallet does not say what it granted. Look in MetaMask under Permissions: if a grant to this site is there, revoke it, then ask again.',
  second: (name: string) =>
    `${name} has a live grant already, and budgets add up. Replace that one instead.`,
  orphan:
    'MetaMask lists a grant for this Golem that was never registered here. End it first: it is on the first page.',
  otherSmartAccount:
    'This account is a smart account of another maker, so the grant cannot be used. Switch it back to a standard account in MetaMask, then try again.',
  notUpgraded:
    'The calls are on chain, but the wallet did not upgrade the account with them, so the grant cannot be used yet. In MetaMask, open the details of this account, switch the smart account on for this chain, then continue.',
  noUpgrade: (reason: string) =>
    `The account is not a smart account, so the grant cannot be used yet, and the wallet did not upgrade it: ${reason}`,
  noLease: (reason: string | null) =>
    reason === null
      ? 'You did not sign the lease. Until you do, the Golem cannot spend.'
      : `Bardo did not sign the lease: ${reason}`,
  form: {
    badGas: 'An amount of ETH up to 16.777215, at most six decimals.',
    override: 'This is more than usual. Tick the box if you mean it.',
    badId: 'An id has small letters, digits and dashes, at most 64.',
    badName: 'A name has letters, digits, spaces, dashes or underscores, at most 24.',
    badAddress: 'This is not a valid address. Check for typing errors.',
    badPayees: 'Each line must be a valid address. Check for typing errors.',
    payeeFaults: {
      many: 'At most eight addresses: a lease holds no more.',
      nobody: 'The zero address is nobody: what is sent there is lost.',
      key: 'A Golem may not pay its own key: name whom it buys from, or its trading wallet.',
      party:
        'A Golem may not pay you, its guardian or a contract of the system: name whom it buys from, or its trading wallet.',
      twice: 'An address stands there twice.',
      keyless: 'Gas must reach the agent’s own key.',
    },
    uncountable: 'With Bardo’s rules the daily amount is 0.0001 to 1,677.7215 USDC.',
    noPayee: 'Name at least one address it may pay.',
    badAmount: 'An amount above zero with at most six decimals.',
    comma:
      'A comma can mean thousands or decimals. Write 1500 without one, or a point for decimals: 1.5.',
    badDays: 'A whole number of days, 1 to 3650.',
    badReplicants: 'An amount no larger than the daily one.',
    badSilence: 'A whole number of hours, 1 to 720.',
    badPulls: 'A whole number, 0 to 1000.',
    noUsdc: 'Bardo knows no USDC on this chain.',
  },
} as const;
