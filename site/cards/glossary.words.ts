// The words that owners meet, as src/README.md has them.
export const glossary = {
  runway: ['Runway', 'A Golem’s grant and lease together: what it can live on, and how long.'],
  grant: [
    'Grant',
    'Your permission in MetaMask: so much per period until a date. Only your own transaction, or time, ends it.',
  ],
  lease: [
    'Lease',
    'What the guardian passes on to a Golem’s session key, with Bardo’s own rules: cap in any 24 hours, payees, phase, silence, end.',
  ],
  guardian: [
    'Guardian',
    'The key inside Bardo in MetaMask that your grant names. It holds no money and signs leases, stops and oracle orders only.',
  ],
  replicant: ['Replicant', 'A child Golem that lives on a slice of its parent’s runway.'],
  phase: [
    'Phase',
    'Thriving, stable, conserving, declining, dead. In the last ones a lease pays only a part of its cap, then nothing.',
  ],
  'session key': [
    'Session key',
    'The key in the agent’s memory that a lease names. It is rotated and never holds USDC.',
  ],
  'worst case': [
    'Worst case',
    'What can be taken at once, in any 24 hours and until the end, if every key is stolen now.',
  ],
} as const;

export type GlossaryWord = keyof typeof glossary;

export const glossaryWords = {
  what: (word: string) => `What is: ${word}`,
  all: 'What the words mean',
} as const;
