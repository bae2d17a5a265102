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
  amount: 'USDC per day',
  days: 'Days',
  more: 'More rules',
  replicants: 'Share for sub-agents (USDC per day)',
  silence: 'Stop if silent for (hours)',
  gas: 'Gas to send now (number of payments)',
  gasHint:
    'We send enough ETH for this many payments, once, from your account to the agent’s key. 0 sends none.',
  gasDaily: 'Gas it may refill itself (ETH per day)',
  gasDailyHint: 'This is a second, small grant that pays its own key only. 0 grants none.',
  overrideAmount: 'I want more than 100 USDC a day.',
  overrideDays: 'I want more than 90 days.',
} as const;
