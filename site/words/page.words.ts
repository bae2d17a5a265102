// Words of the page that several cards say.
export const pageWords = {
  title: 'Bardo',
  close: 'Close',
  back: 'All Golems',
  working: 'Working…',
  again: 'Try again',
  loadingGolems: 'Loading your Golems…',
  unknownGolem: 'You have no Golem of this name here.',
  grantRunway: 'Grant a runway',
  askMetaMask: 'Ask MetaMask for it',
  cancel: 'Cancel',
} as const;
