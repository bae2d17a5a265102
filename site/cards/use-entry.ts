// A Golem's entry in the public registry, read anew while it is shown.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Golem } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import { type Polling, poll } from '../plane/poll';
import { lookUp } from '../wallet/kept-numbers';
import type { Found } from '../wallet/registry-entry';

const EVERY_MS = 15_000;

/** `found` null = the wallet has not said, or cannot. */
export type EntryView = { found: Signal<Found | null>; again: () => void };

export function useEntry({ chainId, id: golem }: Golem): EntryView {
  const found = useSignal<Found | null>(null);
  const polling = useRef<Polling | null>(null);
  const provider = store.wallet.value?.provider ?? null;
  const owner = store.owner.value;
  useEffect(() => {
    found.value = null;
    if (!provider || !owner) return;
    let over = false;
    const running = poll(
      async () => {
        // Looking through the chain is dear: once is enough, and registering here is seen without it.
        const before = found.peek();
        if (before && 'none' in before) return true;
        const read = await lookUp(provider, localStorage, { chainId, golem, owner }).catch(
          () => null,
        );
        if (!over) found.value = read;
        return read !== null;
      },
      { everyMs: EVERY_MS },
    );
    polling.current = running;
    return () => {
      over = true;
      running.stop();
    };
  }, [provider, owner, chainId, golem, store.walletChain.value]);
  return { found, again: () => polling.current?.again() };
}
