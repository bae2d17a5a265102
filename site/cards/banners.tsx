// What the owner must know before anything else: demo, trouble, work in hand, wrong chain, old data.
import { agoWords } from '../../src/core/chain/time';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { nameOfChain } from '../plane/settings';
import { switchChain } from '../wallet/chain';
import { pageWords } from '../words/page.words';
import { bannersWords } from './banners.words';
import { Button, Note } from './kit';

export function Banners() {
  return (
    <section class="banners" aria-label={bannersWords.notices}>
      {store.settings.value?.demo ? <Note tone="low">{bannersWords.demo}</Note> : null}
      <StaleBanner />
      <ChainBanner />
      <ViewOnlyBanner />
      <WorkBanner />
      <TroubleBanner />
    </section>
  );
}

function WorkBanner() {
  const { value } = store.busy;
  return value ? (
    <Note role="status">
      <p>
        <span class="spin" aria-hidden="true" />
        {value}
      </p>
    </Note>
  ) : null;
}

function TroubleBanner() {
  const { value } = store.trouble;
  return value ? (
    <Note tone="bad" role="alert">
      <p>{value}</p>
      <Button
        onClick={() => {
          store.trouble.value = null;
        }}
      >
        {pageWords.close}
      </Button>
    </Note>
  ) : null;
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
