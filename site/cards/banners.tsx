// What the owner must know before anything else: a grant that is not finished, demo, wrong chain, old data.
import type { ComponentChildren } from 'preact';
import { agoWords } from '../../src/core/chain/time';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { nameOfChain } from '../plane/settings';
import { switchChain } from '../wallet/chain';
import { AccountBanner } from './account-state';
import { bannersWords } from './banners.words';
import { Button, Note } from './kit';

/** `children`: what comes before all of them. */
export function Banners({ children }: { children?: ComponentChildren }) {
  return (
    <section class="banners" aria-label={bannersWords.notices}>
      {children}
      {store.settings.value?.demo ? <Note tone="low">{bannersWords.demo}</Note> : null}
      <StaleBanner />
      <ChainBanner />
      <ViewOnlyBanner />
      <AccountBanner />
    </section>
  );
}

function StaleBanner() {
  const { failure, at } = store.owner.value ? store.golems.value : store.health.value;
  if (failure?.kind !== 'offline' && failure?.kind !== 'unreadable') return null;
  const text =
    at === null || !store.owner.value
      ? bannersWords.never
      : bannersWords.stale(agoWords(at, store.clock.value));
  return (
    <Note tone="low" role="status">
      {text}
    </Note>
  );
}

function ViewOnlyBanner() {
  if (!store.arrived.value || !store.owner.value || store.account.value) return null;
  return <Note>{bannersWords.viewOnly}</Note>;
}

/** Shown when the wallet is on a chain that none of the owner's Golems live on. */
function ChainBanner() {
  const { wallet, walletChain, homeChain, account } = store;
  const chain = homeChain.value;
  const at = walletChain.value;
  if (!wallet.value || !account.value || !chain || at === null || at === chain.chainId) return null;
  const known = store.golems.value.value?.golems.some(({ chainId }) => chainId === at);
  if (known) return null;
  return (
    <Note tone="low" role="status">
      <p>{bannersWords.otherChain(nameOfChain(chain))}</p>
      <Button onClick={() => change()}>{bannersWords.changeChain(nameOfChain(chain))}</Button>
    </Note>
  );
}

function change(): Promise<boolean> {
  return working(bannersWords.changingChain, async () => {
    const [wallet, chain] = [store.wallet.value, store.homeChain.value];
    if (wallet && chain) await switchChain(wallet.provider, chain);
  });
}
