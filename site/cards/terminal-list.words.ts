export const terminalListWords = {
  heading: 'Terminals that are signed in',
  none: 'None. Sign one in with “bardo-agent login”.',
  since: 'Since',
  used: 'last used',
  until: 'ends by itself on',
  end: 'End',
  endOf: (name: string) => `End ${name}`,
  ending: 'Ending the terminal…',
  ended: (name: string) => `${name} is signed out.`,
  unread: 'The list cannot be read now.',
} as const;
