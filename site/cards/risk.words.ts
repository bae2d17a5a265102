export const riskWords = {
  heading: 'Worst case, with all you have granted on this chain',
  incomplete: 'Fill in the form to see the worst case.',
  unknown:
    'Bardo cannot count the worst case now, because the control plane does not say what else you granted.',
  noGuardian: 'The worst case appears once Bardo in MetaMask has named this Golem’s guardian.',
  existing: 'Already granted',
  existingLine: (cap: string, period: string, until: string) =>
    `${cap} every ${period} until ${until}. Budgets add up, so this one ends once the new one works.`,
} as const;
