// The frame around every place: header, banners, the place itself, and what screen readers are told.
import { Banners } from './cards/banners';
import { Header } from './cards/header';
import { HomePlace } from './cards/home-place';
import { Lost } from './cards/kit';
import { place } from './place';
import * as store from './store';
import { words } from './words';

export function App() {
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
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
  return place.value.name === 'home' ? <HomePlace /> : <Lost text={words.golems.lost} />;
}
