// What every file about the demo wallet begins with: a house of its own, a page in it, and a control plane that tells
// what `told` holds.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Golem, Permission, Status } from '../../../src/core/protocol/status';
import { token } from '../../snap/plane';
import { clade } from '../release';
import { type House, OWNER, openHouse } from './house';
import { ask, panelOf } from './panel';

export const SNAP = 'local:http://localhost:8080';

/** `later`: the same clade grown old, one of it dead. */
export const stage = {} as {
  house: House;
  page: Page;
  told: Partial<Status>;
  later: Partial<Status>;
};

/** How far the wallet has come with Bardo when a file begins. */
type Bardo = 'absent' | 'installed' | 'connected';

/** Said once at the top of a file; before each of its tests the wallet is tidy. */
export function stageInThisFile(bardo: Bardo): void {
  beforeAll(() => openStage(bardo), 240_000);
  afterAll(() => stage.house?.stop());
  beforeEach(tidy);
}

/** Nothing to warn of yet: the wallet takes two native notices in five minutes, and a death shall be one. */
const healthy = (golem: Golem): Golem => ({ ...golem, phase: 'thriving', vitality: 90 });
const ample = (one: Permission): Permission => ({ ...one, left: one.cap, revokedAt: null });

const now = () => Math.floor(Date.now() / 1000);

async function openStage(bardo: Bardo): Promise<void> {
  const { golems, permissions } = clade(now());
  stage.later = { owner: OWNER, golems, permissions };
  stage.told = { owner: OWNER, golems: golems.map(healthy), permissions: permissions.map(ample) };
  stage.house = await openHouse(() => ({ ...stage.told, serverTime: now() }));
  stage.page = await stage.house.visit();
  await tidy();
  if (bardo === 'absent') return;
  stage.house.wallet.snap.install();
  if (bardo === 'connected') await bardoAsked('updateAuthToken', { token: token(0) });
}

/** As the Portal asks the Snap. */
export const bardoAsked = (method: string, params: object) =>
  ask(stage.page, 'wallet_invokeSnap', { snapId: SNAP, request: { method, params } });

/** Connected, on the demo chain, unlocked, and nothing asked any more. */
async function tidy(): Promise<void> {
  const { house, page } = stage;
  const { windows, memory, lock } = house.wallet.wallet;
  memory.permitted.set(house.origin, [OWNER]);
  memory.selected = OWNER;
  memory.chainId = '0x14a34';
  memory.form = '13.23';
  lock.set(false);
  for (const { id } of windows.list()) windows.settle(id, { confirmed: false });
  if (!page.isClosed()) await panelOf(page).locator('.actions').waitFor({ state: 'detached' });
}
