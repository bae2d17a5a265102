// Sentences of the card `more`.
export const moreWords = {
  heading: 'More',
  permit: 'Permit a Warden action',
  permitText: 'Signs an ActionPermit for one announced action of this Golem.',
  actionHash: 'Action hash',
  riskTier: 'Risk tier (0 to 3)',
  policyHash: 'Policy hash',
  simulation: 'Simulation hash (empty: not simulated)',
  hours: 'Valid for hours',
  sign: 'Sign',
  signing: 'Sign in MetaMask…',
  badHash: 'A hash is 0x and 64 hex digits.',
  badNumber: 'A whole number is needed here.',
  invoice: 'Pay an x402 invoice',
  invoiceText:
    'Signs one USDC payment that the payee may collect once, until it expires. No transaction of yours.',
  payee: 'Pays to',
  amount: 'USDC',
  signed: 'Signed',
  warnKey: 'This pays the Golem’s key directly: no daily cap binds it there.',
} as const;
