// Sentences about a control plane that does not answer.
export const planeWords = {
  offline: 'The control plane does not answer. Check your connection; Bardo keeps trying.',
  unreadable: 'This page cannot read the control plane’s answer. Reload the page.',
  broken: (status: number) => `The control plane is not available (${status}). Bardo keeps trying.`,
} as const;
