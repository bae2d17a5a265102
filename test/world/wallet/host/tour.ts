// Six steps from connect to death. Each is one press; what is done is read off the wallet, not remembered.
import type { TourStep } from '../view';
import type { Notices } from './notices';
import type { Wallet } from './wallet';

type Step = Omit<TourStep, 'done'> & { isDone: (wallet: Wallet, notices: Notices) => boolean };

const STEPS: Step[] = [
  {
    id: 'connect',
    title: 'Connect the site',
    button: 'Connect',
    look: 'The wallet asks you twice: may the site see your address, and is it you who signs in?',
    presses: { site: ['Connect Demo wallet (not MetaMask)'] },
    isDone: ({ memory, portalOrigin }) => memory.permitted.has(portalOrigin),
  },
  {
    id: 'install',
    title: 'Give the wallet Bardo',
    button: 'Install and let it watch',
    look: 'What Bardo may do is listed before you agree. Then its home page fills with your Golems.',
    presses: { site: ['Let Bardo watch this account', 'Add Bardo to MetaMask'] },
    isDone: ({ memory }) => memory.met.has('watching'),
  },
  {
    id: 'read',
    title: 'Read before you sign',
    button: 'Open a forged request',
    look: "Bardo's panel in the confirmation: the same words as a real request, from the wrong site.",
    presses: { act: { act: 'sample', sample: 'look-alike' } },
    isDone: ({ memory }) => memory.met.has('sample'),
  },
  {
    id: 'grant',
    title: 'Grant a runway',
    button: 'Open the form',
    look: 'Change the amount in the wallet: the site must show what you granted, not what it asked.',
    presses: { site: ['Grant a runway'] },
    isDone: ({ memory }) => memory.met.has('grant'),
  },
  {
    id: 'console',
    title: 'Look after your Golems',
    button: 'Open the console',
    look: 'Every figure says where it comes from: the chain, the server, or a Golem’s own signature.',
    presses: { tab: 'snap' },
    isDone: ({ memory }) => memory.met.has('console'),
  },
  {
    id: 'death',
    title: 'Let one die',
    button: 'End a Golem',
    look: 'A desktop notice, then the console: what it was granted moves nothing any more.',
    presses: { act: { act: 'end-golem' } },
    isDone: (_wallet, notices) => notices.list().some(({ message }) => /dead|died/.test(message)),
  },
];

/** In a world that ends nobody on wish. */
const WAIT: Pick<TourStep, 'title' | 'button' | 'presses'> = {
  title: 'Wait until one dies',
  button: 'Open the notices',
  presses: { tab: 'notices' },
};

export function tourOf(wallet: Wallet, notices: Notices): TourStep[] {
  return STEPS.map(({ isDone, ...step }) => ({
    ...(step.id === 'death' && !wallet.endGolem ? { ...step, ...WAIT } : step),
    done: isDone(wallet, notices),
  }));
}
