// What the owner's own wallet reads from the chain about one Golem, renewed while it is shown.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import type { Golem } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import { poll } from '../plane/poll';
import { type ChainFacts, readChain } from '../wallet/reads';

/** null = the wallet cannot say: it is not connected, or on another chain. */
export function useChainFacts(golem: Golem | null, context: Hex | null): Signal<ChainFacts | null> {
  const facts = useSignal<ChainFacts | null>(null);
  const provider = store.wallet.value?.provider ?? null;
  const chain = store.walletChain.value;
  useEffect(() => {
    facts.value = null;
    if (!golem || !context || !provider) return;
    const subject = {
      chainId: golem.chainId,
      context,
      golem: golem.id,
      guardian: golem.guardian,
    };
    let over = false;
    const running = poll(
      async () => {
        const read = await readChain(provider, subject).catch(() => null);
        // About another Golem, another chain or another wallet by now.
        if (!over) facts.value = read;
        return read !== null;
      },
      { everyMs: 8000 },
    );
    return () => {
      over = true;
      running.stop();
    };
  }, [golem?.id, context, provider, chain]);
  return facts;
}
