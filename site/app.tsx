// The frame around every page: header, banners, the page itself, and what screen readers are told.
import { shortHex } from '../src/core/chain/addresses';
import { appWords } from './app.words';
import { Banners } from './cards/banners';
import { Hero, SignInHere } from './cards/connect';
import { connectWords } from './cards/connect.words';
import { Header } from './cards/header';
import { Lost, Waiting } from './cards/kit';
import { Messages } from './cards/messages';
import { useTitle } from './cards/title';
import { shownAddress } from './owner/shown-address';
import * as store from './owner/store';
import {
  AddressWindow,
  AlertsPage,
  DevicePage,
  GolemPage,
  GrantPage,
  HomePage,
  RequestPage,
  RevokePage,
  SuccessionPage,
  UnfinishedBar,
} from './pages';
import { type PageRoute, route } from './routes/routes';
import { pageWords } from './words/page.words';

export function App() {
  useTitle(route.value);
  return (
    <>
      <a class="skip" href="#content">
        {appWords.skip}
      </a>
      <Header />
      <div class={isWide(route.value) ? 'page wide' : 'page'}>
        <Banners>{store.owner.value ? <UnfinishedBar /> : null}</Banners>
        <main id="content" tabIndex={-1}>
          <Here />
        </main>
      </div>
      <Messages />
      {shownAddress.value ? <AddressWindow /> : null}
    </>
  );
}

/** Known before anything is loaded, so that nothing jumps when it is. */
function isWide({ name }: PageRoute): boolean {
  return store.session.value !== 'none' && (name === 'home' || name === 'golem');
}

function Here() {
  const here = route.value;
  if (here.name === 'unknown') return <Lost title={appWords.lostTitle} text={appWords.lost} />;
  // Everything but the first page is the owner's own.
  if (!store.owner.value) return <Stranger />;
  if (here.name === 'home') return <HomePage />;
  if (here.name === 'alerts') return <AlertsPage />;
  if (here.name === 'device') return <DevicePage />;
  if (here.name === 'request') return <RequestPage key={here.id} id={here.id} />;
  if (here.owner !== null && here.owner !== store.owner.value.toLowerCase()) {
    return <Lost title={appWords.ofAnotherTitle} text={appWords.ofAnother(shortHex(here.owner))} />;
  }
  switch (here.name) {
    case 'golem':
      return <GolemPage key={here.id} id={here.id} />;
    case 'revoke':
      return <RevokePage key={here.id} id={here.id} />;
    case 'succession':
      return <SuccessionPage key={here.id} id={here.id} />;
    case 'grant':
      return <GrantPage key={here.id} id={here.id} />;
  }
}

/** Nobody is signed in, or nobody knows yet. */
function Stranger() {
  const unknown = store.session.value === 'unknown' && !store.health.value.failure;
  if (unknown) return <Waiting label={pageWords.working} />;
  const { name } = route.value;
  if (name === 'request') return <SignInHere {...connectWords.request} />;
  return name === 'device' ? <SignInHere {...connectWords.device} /> : <Hero />;
}
