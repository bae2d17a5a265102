// The demo wallet in real Chromium, with the real Snap behind it and the real contracts below. One house for all
// its parts: each brings its own cases, and they run in this order on one chain.
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { openStage, stage } from './wallet/stage';
import { tidy } from './wallet-house';

beforeAll(openStage, 240_000);
afterAll(() => stage.house?.stop());
beforeEach(() => tidy(stage));

// First, while Bardo knows no Golem here, as the one it is compared with.
describe('its insights', async () => void (await import('./wallet/insights')));
describe('its screens', async () => void (await import('./wallet/screens')));
describe('its methods', async () => void (await import('./wallet/methods')));
describe('its permissions', async () => void (await import('./wallet/grants')));
describe('its batches', async () => void (await import('./wallet/batches')));
describe('its samples', async () => void (await import('./wallet/samples')));
describe('its forms', async () => void (await import('./wallet/forms')));
describe('a lease', async () => void (await import('./wallet/lease')));
