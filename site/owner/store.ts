// What the page knows right now. Signals only; what changes them is in owner.ts, watching.ts and the cards.
import { computed, signal } from '@preact/signals';
import type { Address } from 'viem';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type Failure, type Plane, planeAt } from '../plane/plane';
import type { Settings } from '../plane/settings';
import type { Wallet } from '../wallet/discover';
import type { GrantSupport } from '../wallet/grant-support';
import type { SnapState } from '../wallet/snap-state';

export const settings = signal<Settings | null>(null);

/** null = still looking. */
export const wallets = signal<Wallet[] | null>(null);
/** Whether an earlier wallet was looked for: until then nothing is said about one that is missing. */
export const arrived = signal(false);
export const wallet = signal<Wallet | null>(null);
export const account = signal<Address | null>(null);
export const walletChain = signal<number | null>(null);

/** `unknown` until the control plane was asked for the first time. */
export const session = signal<'unknown' | 'none' | { owner: Address }>('unknown');
export const owner = computed(() =>
  typeof session.value === 'object' ? session.value.owner : null,
);

export const snap = signal<SnapState | null>(null);
/** Answers belong to the session they were asked in. */
export const plane: Plane = planeAt(
  (...args) => fetch(...args),
  () => session.peek(),
);

/** How this wallet grants; null until it was asked. */
export const grantSupport = signal<GrantSupport | 'unasked' | null>(null);

/** What the owner is doing that takes a while; one at a time. */
export const busy = signal<string | null>(null);
/** The last thing that went wrong, in words. */
export const trouble = signal<string | null>(null);
/** What the last work came to: shown where the eye is, and read aloud. Results, never seconds. */
export const said = signal('');
/** What a page shows by itself, for those who hear it only. */
export const announced = signal('');

/** Data from the control plane: the last good answer stays when a later one fails. */
export type Polled<T> = { value: T | null; at: number | null; failure: Failure | null };
export const NOTHING_YET: Polled<never> = { value: null, at: null, failure: null };

export const golems = signal<Polled<ResponseOf<'golems'>>>(NOTHING_YET);
export const requests = signal<Polled<ResponseOf<'runwayRequests'>>>(NOTHING_YET);
export const health = signal<Polled<ResponseOf<'health'>>>(NOTHING_YET);

/** This computer's clock, unix seconds; moves once a second while the page is visible. */
export const clock = signal(nowSeconds());

/** Server minus this computer, from the last answer that told its time. */
const skew = computed(() => {
  const { value, at } = golems.value;
  return value && at ? value.serverTime - at : 0;
});

/** The time to judge permissions by: the control plane's, which follows the chain. */
export const now = computed(() => clock.value + skew.value);

/** Where new Golems live: the first chain of the settings that the control plane follows. */
export const homeChain = computed(() => {
  const known = settings.value?.chains ?? [];
  const followed = health.value.value?.chains.map(({ chainId }) => chainId);
  return (
    (followed ? known.find(({ chainId }) => followed.includes(chainId)) : null) ?? known[0] ?? null
  );
});

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
