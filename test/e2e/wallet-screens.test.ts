// Every screen of the demo wallet, as a visitor sees it. With PICTURES=1 the README's pictures are taken here.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Golem, Permission, Status } from '../../src/core/protocol/status';
import { token } from '../snap/plane';
import { render } from '../world/render';
import { clade } from './release';
import { ask, type House, OWNER, openHouse, panelOf, picture, press } from './wallet-house';

const SNAP = 'local:http://localhost:8080';

let house: House;
let page: Page;
let told: Partial<Status>;
/** The same clade, grown old: one is dead. */
let later: Partial<Status>;

/** Nothing to warn of yet: the wallet takes two native notices in five minutes, and a death shall be one. */
const healthy = (golem: Golem): Golem => ({ ...golem, phase: 'thriving', vitality: 90 });
const ample = (one: Permission): Permission => ({ ...one, left: one.cap, revokedAt: null });

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000);
  const { golems, permissions } = clade(now);
  later = { golems, permissions };
  told = { owner: OWNER, golems: golems.map(healthy), permissions: permissions.map(ample) };
  house = await openHouse({
    status: () => ({ ...told, serverTime: Math.floor(Date.now() / 1000) }),
  });
  page = await house.visit();
}, 120_000);

afterAll(() => house?.stop());

beforeEach(() => {
  for (const { id } of house.wallet.wallet.windows.list()) {
    house.wallet.wallet.windows.settle(id, { confirmed: false });
  }
  house.wallet.wallet.memory.permitted.set(house.origin, [OWNER]);
});

const tab = (name: string) => panelOf(page).getByRole('tab', { name }).click();

it('starts with the shelf and the tour', async () => {
  await panelOf(page).getByRole('heading', { name: 'What would you sign?' }).waitFor();

  const marks = await panelOf(page).locator('.sample .mark').allTextContents();
  const steps = await panelOf(page).locator('.step b').allTextContents();

  expect(new Set(marks)).toEqual(new Set(['good', 'odd', 'malicious']));
  expect(steps).toHaveLength(6);
  expect(await panelOf(page).getByRole('button', { name: 'Open a forged request' }).count()).toBe(
    0,
  );
});

it.each([
  ['A Golem asks for its runway', /10 USDC\/day for 7 days/],
  ["End one Golem's grant", /Ends/],
  ['End every grant at once', /Ends every MetaMask grant/],
  ['Announce a delayed action', /announce/i],
  ['An action nobody tried out', /simulat/i],
  ['A runway asked by a stranger', /someone imitates Bardo/],
  ['A delegation without any limit', /.+/],
  ['A batch that hides a revival', /.+/],
])('reads a sample aloud: %s', async (title, words) => {
  await tab('Try it');
  await panelOf(page)
    .getByRole('button', { name: new RegExp(title) })
    .click();
  const insight = panelOf(page).getByRole('region', { name: /Insights from Bardo/ });

  await expect.poll(() => insight.locator('.banner b').first().textContent()).toMatch(/.+/);
  expect(await insight.textContent()).toMatch(words);

  await press(page, 'Close');
});

it('moves the focus into a question and answers it from the keyboard alone', async () => {
  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);
  await panelOf(page).getByRole('heading', { name: 'Signature request' }).waitFor();
  const focused = await page.evaluate(
    () => document.querySelector('demo-wallet')?.shadowRoot?.activeElement?.tagName,
  );

  await panelOf(page).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');

  expect(focused).toBe('H1');
  expect(await asked).toMatchObject({ error: { code: 4001 } });
});

describe('Bardo itself', () => {
  it('waits to be installed, then shows its home page and its next heartbeat', async () => {
    house.wallet.snap.install();
    await tab('Bardo');

    await panelOf(page).getByText('Bardo Golem console').waitFor();

    expect(await panelOf(page).textContent()).toMatch(/Next heartbeat in \d+ s/);
    expect(await panelOf(page).textContent()).toContain('It is not connected yet');
  });

  it('lists the Golems once the site hands over a watch token, and ticks on demand', async () => {
    const request = { method: 'updateAuthToken', params: { token: token(0) } };
    const reply = await ask(page, 'wallet_invokeSnap', { snapId: SNAP, request });
    expect(reply).toMatchObject({ result: { accepted: true } });
    await press(page, 'Reopen');

    await panelOf(page).getByText('Sable', { exact: true }).waitFor();
    const before = house.wallet.wallet.heartbeat.ticks();
    await press(page, 'Tick now');

    await expect.poll(() => house.wallet.wallet.heartbeat.ticks()).toBe(before + 1);
  });

  it('has buttons that work: to one Golem and back', async () => {
    await tab('Wallet');
    await tab('Bardo');
    await panelOf(page).getByRole('button', { name: 'Show Atlas' }).click();
    await panelOf(page).getByRole('heading', { name: '◆ Atlas' }).waitFor();

    await press(page, 'Back to all Golems');

    await panelOf(page).getByText('Sable', { exact: true }).waitFor();
  });

  it('shows a dialog opened from its own page', async () => {
    await panelOf(page).getByRole('button', { name: 'Revoke all' }).click();

    await panelOf(page).getByRole('button', { name: 'Reject' }).waitFor();
    await press(page, 'Reject');
  });

  it('tells of a death on the desktop, in the list, and on the home page', async () => {
    told = { ...told, ...later };
    const native = page.getByRole('alert').filter({ hasText: 'Desktop notification' });

    await picture(house, 'death', 'notices', async (other) => {
      await house.wallet.snap.tick();
      await other.getByText('Desktop notification').waitFor();
    });
    if (process.env.PICTURES !== '1') await house.wallet.snap.tick();

    await native.getByText(/Orin.* dead/).waitFor();
    await tab('Notices');
    await panelOf(page)
      .getByText(/Orin.* dead/)
      .first()
      .waitFor();
  });
});

it('locks and says what goes on meanwhile', async () => {
  await tab('Wallet');
  await press(page, 'Lock wallet');
  await panelOf(page).getByRole('heading', { name: 'Locked' }).waitFor();
  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);
  expect(await asked).toMatchObject({ error: { code: 4100 } });

  await press(page, 'Unlock');

  await panelOf(page).getByRole('heading', { name: 'Accounts' }).waitFor();
});

it('folds away, and comes back with a question', async () => {
  await panelOf(page).getByRole('button', { name: 'Fold the demo wallet away' }).click();
  await page.getByRole('button', { name: /^Demo wallet/ }).waitFor();

  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);

  await panelOf(page).getByRole('heading', { name: 'Signature request' }).waitFor();
  await press(page, 'Cancel');
  await asked;
});

it.each(['light', 'dark'] as const)('has no barrier axe can find, in %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  for (const name of ['Try it', 'Wallet', 'Bardo', 'Notices']) {
    await tab(name);
    await page.waitForFunction(() => true);

    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: (o: object) => Promise<Axe> } };
      type Axe = { violations: { id: string; nodes: { html: string }[] }[] };
      const { violations } = await axe.run({ include: [['demo-wallet']] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });

    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
});

it('draws every component Bardo imports', () => {
  for (const name of componentsOfBardo()) {
    const props = {
      children: 'x',
      value: 'x',
      extra: 'x',
      label: 'x',
      title: 'x',
      address: '0x',
      href: 'https://x',
      name: 'x',
    };
    expect(() => render({ type: name, props })).not.toThrow();
  }
  expect(() => render({ type: 'Carousel', props: {} })).toThrow('cannot draw');
});

/** Names imported from the SDK's components anywhere in the Snap. */
function componentsOfBardo(): string[] {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const views = paths.filter((path) => path.endsWith('.tsx'));
  const sources = views.map((path) => readFileSync(`src/${path}`, 'utf8'));
  const lists = sources.flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from '@metamask\/snaps-sdk\/jsx'/g),
  ]);
  const names = lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => /^[A-Z]\w+$/.test(name));
}
