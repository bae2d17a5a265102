// What a dead Golem's keys still hold, read anew while it is shown.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ResponseOf } from '../../src/core/protocol/api';
import * as store from '../owner/store';
import { poll } from '../plane/poll';
import { type Remains, readLeftovers } from '../wallet/leftovers';

/** null = the wallet has not said, or cannot. */
export function useLeftovers(
  { golem: { chainId } }: Pick<ResponseOf<'golem'>, 'golem'>,
  left: ResponseOf<'succession'> | null,
): Signal<Remains | null> {
  const remains = useSignal<Remains | null>(null);
  const provider = store.wallet.value?.provider ?? null;
  const [keys, token] = [left?.keys ?? [], left?.token ?? null];
  useEffect(() => {
    remains.value = null;
    if (!provider || keys.length === 0) return;
    let over = false;
    const running = poll(
      async () => {
        const read = await readLeftovers(provider, { chainId, keys, token }).catch(() => null);
        if (!over) remains.value = read;
        return read !== null;
      },
      { everyMs: 15_000 },
    );
    return () => {
      over = true;
      running.stop();
    };
  }, [provider, chainId, keys.join(), token, store.walletChain.value]);
  return remains;
}
