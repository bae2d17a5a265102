// The Portal: settings, address bar and the owner's Golems are followed, one component draws them.
import { render } from 'preact';
import { App } from './app';
import { closeFormsOnSignOut } from './grant/open-form';
import { arrive } from './owner/owner';
import { followOwnerSnapshot } from './owner/owner-snapshot';
import * as store from './owner/store';
import { parseSettings } from './plane/settings';
import { followRoutes } from './routes/routes';
import { errorWords } from './wallet/errors';

// Some libraries for wallets send usage data unless told not to.
Object.assign(window, { doNotTrack: '1' });

async function start(): Promise<void> {
  followRoutes();
  const root = document.getElementById('portal');
  // Drawn once the settings say which banners stand above the page, so that they do not push it down later.
  try {
    const answer = await fetch('/settings.json');
    store.settings.value = parseSettings(await answer.json());
  } finally {
    if (root) render(<App />, root);
  }
  closeFormsOnSignOut();
  followOwnerSnapshot();
  await arrive();
}

start().catch((error: unknown) => {
  store.trouble.value = errorWords(error);
});
