// Sentences of the card `grant-fields`.
export const grantFieldsWords = {
  name: 'Name',
  id: 'Id',
  idHint: 'Small letters, digits and dashes. The agent must use the same id.',
  sessionKey: 'The agent’s key',
  sessionKeyHint:
    'The address your agent prints when it starts. It spends, but never holds your money.',
  payees: 'Who may be paid',
  payeesHint:
    'One address per line, at most eight: its compute provider, its own trading wallet. Nobody else can be paid.',
  payeesNamed: 'Payees the Golem named – check them',
  payeesNamedHint:
    'Signed with the request by the agent’s key above. Keep only those you know; you may change them. Nobody else can be paid.',
  amount: 'USDC per day',
  days: 'Days',
  more: 'More rules',
  replicants: 'Of it, for Replicants (USDC per day)',
  silence: 'Stop after hours of silence on chain',
  gas: 'First gas, in pulls',
  gasHint: 'A pull is one payment. ETH for so many is sent once to the agent’s key. 0 sends none.',
  gasDaily: 'Gas it may refill itself (ETH per day)',
  gasDailyHint: 'A second, small grant that pays its own key only. 0: none.',
  overrideAmount: 'More than 100 USDC a day: I want this.',
  overrideDays: 'Longer than 90 days: I want this.',
} as const;
