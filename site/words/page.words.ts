// Words of the page that several cards say.
export const pageWords = {
  title: 'Bardo',
  close: 'Close',
  back: 'All Golems',
  working: 'Working…',
  again: 'Try again',
  loadingGolems: 'Loading your Golems…',
  unknownTitle: 'No such Golem',
  unknownGolem: 'You have no Golem with this id here.',
  grantRunway: 'Grant a runway',
  askMetaMask: 'Continue in MetaMask',
  cancel: 'Cancel',
} as const;
