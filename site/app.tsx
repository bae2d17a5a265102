// The frame around every place: header, banners, the place itself, and what screen readers are told.
import { shortHex } from '../src/core/chain/addresses';
import { appWords } from './app.words';
import { Banners } from './cards/banners';
import { Header } from './cards/header';
import { HomePlace } from './cards/home-place';
import { Lost } from './cards/kit';
import * as store from './owner/store';
import { GolemPlace, RevokePlace, SuccessionPlace } from './pages';
import { place } from './routes/routes';

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
  const here = place.value;
  if (here.name === 'home') return <HomePlace />;
  if (here.name === 'unknown') return <Lost text={appWords.lost} />;
  // Everything but the first page is the owner's own.
  if (!store.owner.value) return <HomePlace />;
  if (here.owner !== null && here.owner !== store.owner.value.toLowerCase()) {
    return <Lost text={appWords.ofAnother(shortHex(here.owner))} />;
  }
  switch (here.name) {
    case 'golem':
      return <GolemPlace key={here.id} id={here.id} />;
    case 'revoke':
      return <RevokePlace key={here.id} id={here.id} />;
    case 'succession':
      return <SuccessionPlace key={here.id} id={here.id} />;
  }
}
