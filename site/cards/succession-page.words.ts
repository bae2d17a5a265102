export const successionPageWords = {
  heading: (name: string) => `After ${name}`,
  aliveTitle: 'It lives',
  alive: 'This Golem is not dead.',
  died: (date: string) => `It died ${date}.`,
  lastCap: 'Last daily cap',
  days: 'Length of its runway',
  begin: 'Start a successor',
  beginText:
    'The successor starts from the lease of the dead one: its daily cap, its payees, its rules. You can change them.',
  inherits: (record: string) => `It inherits the knowledge record ${record}.`,
} as const;
