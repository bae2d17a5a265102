// Sentences of the card `risk`.
export const riskWords = {
  heading: 'Worst case, with all you have granted on this chain',
  incomplete: 'Fill in the form to see the worst case.',
  unknown:
    'The worst case cannot be counted now: the control plane does not say what else is granted.',
  noGuardian: 'The worst case is told once Bardo in MetaMask has named this Golem’s guardian.',
  existing: 'Live already',
  existingLine: (cap: string, until: string) =>
    `${cap} every day until ${until}. Budgets add up: this one is ended once the new one works.`,
} as const;
