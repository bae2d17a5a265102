export const addressWords = {
  copy: (short: string) => `Copy ${short}`,
  copied: 'Copied',
  notCopied: 'Not copied: select it and copy it by hand',
  details: (short: string) => `Whole address ${short}`,
  heading: 'Address',
  explorer: 'Look it up in the chain’s explorer',
  noExplorer: 'This chain has no explorer.',
  label: 'Your label',
  labelHint: 'Up to 32 letters and digits. It stays in this browser and proves nothing.',
  save: 'Save label',
  saved: 'Label saved in this browser.',
  removed: 'Label removed.',
  unplain: "Use letters, digits, spaces and . _ & ' ( ) + - only.",
  full: 'The address book is full. Remove a label first.',
  like: (label: string, short: string) =>
    `You call another address “${label}” (${short}). The two could be mixed up.`,
  disguised: (label: string) =>
    `This is not “${label}”, though it looks the same when shortened. Compare every character.`,
  disguisedMark: (label: string) => `not “${label}”`,
  yours: 'your label',
} as const;
