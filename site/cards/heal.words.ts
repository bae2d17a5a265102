import type { Phase } from '../../src/core/protocol/status';
import type { Healing } from '../../src/core/runway/heal';

const SHARES: { readonly [P in Phase]?: string } = { conservation: '50 %', declining: '10 %' };
const STATES: { readonly [P in Phase]?: string } = {
  conservation: 'is conserving',
  declining: 'is declining',
};

export const healCardWords = {
  question: (name: string, from: Phase) =>
    `${name} ${STATES[from]}: limited to ${SHARES[from]} of its cap. Heal it?`,
  what: ({ from, to, score }: Healing, cap: string) =>
    `Its phase goes from ${from} to ${to}, its vitality to ${Math.floor(score / 100)} of 100, and it may spend up to ${cap} a day again. Bardo asks you in MetaMask; the control plane sends the order to the chain. Its own key can report worse again at any time.`,
  feedFirst: (lasts: string) => `Feed it first, or it declines again. ${lasts}`,
  heal: (name: string) => `Heal ${name}`,
  notNow: 'Not now',
  needsSnap: 'Only its guardian, Bardo in MetaMask, can heal it.',
  signing: 'Read the order in Bardo’s window, then decide there…',
} as const;
