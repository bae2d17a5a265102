// The frame around every page: header, banners, the page itself, and what screen readers are told.
import { shortHex } from '../src/core/chain/addresses';
import { appWords } from './app.words';
import { Banners } from './cards/banners';
import { Header } from './cards/header';
import { HomePage } from './cards/home-page';
import { Lost } from './cards/kit';
import * as store from './owner/store';
import { GolemPage, RevokePage, SuccessionPage } from './pages';
import { route } from './routes/routes';

export function App() {
  return (
    <>
      <a class="skip" href="#content">
        {appWords.skip}
      </a>
      <Header />
      <Banners />
      <main id="content" tabIndex={-1}>
        <Here />
      </main>
      <p class="unseen" role="status" aria-live="polite">
        {store.said}
      </p>
    </>
  );
}

function Here() {
  const here = route.value;
  if (here.name === 'home') return <HomePage />;
  if (here.name === 'unknown') return <Lost text={appWords.lost} />;
  // Everything but the first page is the owner's own.
  if (!store.owner.value) return <HomePage />;
  if (here.owner !== null && here.owner !== store.owner.value.toLowerCase()) {
    return <Lost text={appWords.ofAnother(shortHex(here.owner))} />;
  }
  switch (here.name) {
    case 'golem':
      return <GolemPage key={here.id} id={here.id} />;
    case 'revoke':
      return <RevokePage key={here.id} id={here.id} />;
    case 'succession':
      return <SuccessionPage key={here.id} id={here.id} />;
  }
}
