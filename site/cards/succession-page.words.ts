export const successionPageWords = {
  heading: (name: string) => `After ${name}`,
  aliveTitle: 'It lives',
  alive: 'This Golem is not dead.',
  died: (date: string) => `It died ${date}.`,
  spent: 'Spent in its life',
  lastCap: 'Last daily cap',
  days: 'Length of its runway',
  knowledge: 'Knowledge record',
  none: 'none',
  open: 'Its grant is still open. Only its lease has ended. End the grant too.',
  end: 'End the grant',
  begin: 'Start a successor',
  beginText:
    'The successor starts from the lease of the dead one: its daily cap, its payees, its rules. You can change them.',
  certificate: 'Death certificate',
  certificateText:
    'The certificate holds what the chain shows of this life, with hashes that anyone can check.',
  download: 'Download the certificate',
  downloading: 'Writing the certificate…',
} as const;
