// Six steps from connect to death. Each is one press; what is done is read off the wallet, not remembered.

import type { Wallet } from '../host/wallet';
import type { TourStep, WalletView } from '../view';

type Step = Omit<TourStep, 'done' | 'busy'> & {
  isDone: (wallet: Wallet) => boolean;
};

const CONNECT = 'Connect Demo wallet (not MetaMask)';
/** With MetaMask installed beside it the site asks which wallet is meant. */
const ON_THE_WAY = [CONNECT, 'Connect MetaMask', 'Sign in'];

/** As the form labels it (`risk.words.ts`); of a grant in the making only its steps are there (`human-steps.words.ts`). */
const WORST_CASE = 'Worst case, with all you have granted on this chain';
const STEPS_OF_A_GRANT = 'Steps';

const STEPS: Step[] = [
  {
    id: 'connect',
    title: 'Connect the site',
    button: 'Connect',
    look: 'The wallet asks twice: may the site see your address, and is it you who signs in?',
    presses: { site: [{ press: [CONNECT], via: ON_THE_WAY }] },
    isDone: ({ memory, portalOrigin }) => memory.permitted.has(portalOrigin),
  },
  {
    id: 'install',
    title: 'Install Bardo',
    button: 'Install Bardo',
    look: 'What Bardo may do is listed before you agree. From then on it watches your Golems.',
    presses: {
      site: [{ press: ['Let Bardo watch this account', 'Add Bardo to MetaMask'], via: ON_THE_WAY }],
    },
    isDone: ({ memory }) => memory.installed && memory.met.has('watching'),
  },
  {
    id: 'read',
    title: 'Read before you sign',
    button: 'Open a forged request',
    look: 'Look at Bardo’s panel. The request has the words of a real one but comes from the wrong site.',
    presses: { act: { act: 'sample', sample: 'look-alike' } },
    isDone: ({ memory }) => memory.met.has('sample'),
  },
  {
    id: 'grant',
    title: 'Grant a newborn its runway',
    button: 'Answer Ember',
    look: 'Read the worst case on the page, then press “Continue in MetaMask” there. Four windows open. Change the amount in the second: the page must notice, and goes on once you accept what you granted.',
    presses: {
      // What was begun and left is finished first. The visitor goes on from the form: it is what there is to read.
      site: [
        { press: ['Finish it', 'Answer'], via: ON_THE_WAY },
        { see: [WORST_CASE, STEPS_OF_A_GRANT] },
      ],
    },
    isDone: ({ memory }) => memory.met.has('lease'),
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
    look: 'You get a notice on your desktop. The console then says that it can no longer spend.',
    presses: { act: { act: 'end-golem' } },
    isDone: isToldOfDeath,
  },
];

/** In a world that ends nobody on wish. */
const WAIT: Pick<TourStep, 'title' | 'button' | 'presses'> = {
  title: 'Wait until one dies',
  button: 'Open the notices',
  presses: { tab: 'notices' },
};

export function tourOf(wallet: Wallet): TourStep[] {
  return STEPS.map(({ isDone, ...step }) => ({
    ...step,
    ...(step.id === 'death' ? deathOf(wallet) : { busy: null }),
    done: isDone(wallet),
  }));
}

export function heirOf(wallet: Wallet): WalletView['heirTo'] {
  const { dying } = wallet.memory;
  if (!dying || !isToldOfDeath(wallet)) return null;
  return { name: dying.name, path: `/succession/${dying.id}` };
}

function deathOf(wallet: Wallet) {
  const busy = lastWords(wallet);
  const { freeAtMs } = wallet.notices.native();
  // The wallet's limit holds for a death too: what it makes of the step is said before it is pressed.
  const look = freeAtMs === null ? {} : { look: later(freeAtMs) };
  return { ...look, ...(wallet.endGolem ? {} : WAIT), busy };
}

function later(freeAtMs: number): string {
  const time = new Date(freeAtMs).toLocaleTimeString([], { hour12: false });
  return `Look at the list of notices. Your desktop follows at ${time}: MetaMask takes two in five minutes, and both are used.`;
}

function lastWords({ memory }: Wallet): string | null {
  if (!memory.dying) return null;
  return `${memory.dying.name} dies with its next heartbeat. Bardo tells you within seconds.`;
}

/** Of whom the visitor let die; any death counts where nobody is ended on wish. */
function isToldOfDeath({ memory: { dying }, notices, endGolem }: Wallet): boolean {
  if (endGolem && !dying) return false;
  return notices
    .list()
    .map(({ title, message }) => `${title ?? ''} ${message}`)
    .some((said) => /\b(dead|died)\b/.test(said) && (dying === null || said.includes(dying.name)));
}
