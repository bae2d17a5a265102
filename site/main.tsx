// The Portal: settings, places and the owner's estate are followed, one component draws them.
import { render } from 'preact';
import { App } from './app';
import { followEstate } from './estate';
import { followDesk } from './grant/desk';
import { arrive } from './owner';
import { followPlaces } from './place';
import { parseSettings } from './settings';
import * as store from './store';
import { errorWords } from './wallet/errors';

// Some libraries for wallets send usage data unless told not to.
Object.assign(window, { doNotTrack: '1' });

async function start(): Promise<void> {
  followPlaces();
  const root = document.getElementById('portal');
  // Drawn once the settings say which banners stand above the page, so that they do not push it down later.
  try {
    const answer = await fetch('/settings.json');
    store.settings.value = parseSettings(await answer.json());
  } finally {
    if (root) render(<App />, root);
  }
  followDesk();
  followEstate();
  await arrive();
}

start().catch((error: unknown) => {
  store.trouble.value = errorWords(error);
});
