// Every screen of the demo wallet, as a visitor sees it.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../snap/plane';
import { openPage } from '../../worker/chromium';
import { drawnPage } from '../drawn-page';
import { type House, OWNER } from './house';
import { ask, panelOf, press } from './panel';
import { SNAP, stage, stageInThisFile } from './stage';

stageInThisFile('absent');

let house: House;
let page: Page;

beforeAll(() => {
  ({ house, page } = stage);
});

const tab = (name: string) => panelOf(page).getByRole('tab', { name }).click();

it('starts with the shelf and the tour', async () => {
  await panelOf(page).getByRole('heading', { name: 'Or: what would you sign?' }).waitFor();

  const marks = await panelOf(page).locator('.sample .mark').allTextContents();
  const steps = await panelOf(page).locator('.step b').allTextContents();

  expect(new Set(marks)).toEqual(new Set(['good', 'odd', 'malicious']));
  expect(steps).toHaveLength(6);
  expect(await panelOf(page).getByRole('button', { name: 'Open a forged request' }).count()).toBe(
    0,
  );
});

it('draws muted text as faint as MetaMask does, and the rest readably', async () => {
  const other = await openPage(house.browser, { colorScheme: 'light' });
  const node = (color: string) => ({ type: 'Text', props: { color, children: color } });
  await other.setContent(drawnPage(['muted', 'alternative'].map(node), 'Colours'));
  const colours = await other
    .locator('.text')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));

  expect(colours).toEqual(['rgb(183, 187, 200)', 'rgb(104, 110, 125)']);
  await other.close();
});

it('moves the focus into a question and answers it from the keyboard alone', async () => {
  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);
  await panelOf(page).getByRole('heading', { name: 'Signature request' }).waitFor();
  const focused = () =>
    page.evaluate(() => document.querySelector('demo-wallet')?.shadowRoot?.activeElement?.tagName);
  await expect.poll(focused).toBe('H1');

  await panelOf(page).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');

  expect(await asked).toMatchObject({ error: { code: 4001 } });
});

describe('Bardo itself', () => {
  it('waits to be installed, then shows its home page and its next heartbeat', async () => {
    house.wallet.snap.install();
    await tab('Bardo');

    await panelOf(page).getByText('Bardo Golem console').waitFor();

    expect(await panelOf(page).textContent()).toMatch(/Next check in \d+ s/);
    expect(await panelOf(page).textContent()).toContain('It is not connected yet');
  });

  it('lists the Golems once the site hands over a watch token, and checks on demand', async () => {
    const request = { method: 'updateAuthToken', params: { token: token(0) } };
    const reply = await ask(page, 'wallet_invokeSnap', { snapId: SNAP, request });
    expect(reply).toMatchObject({ result: { accepted: true } });
    await press(page, 'Reopen');

    await panelOf(page).getByText('Sable', { exact: true }).waitFor();
    const before = house.wallet.wallet.cron.checks();
    await press(page, 'Check now');

    await expect.poll(() => house.wallet.wallet.cron.checks()).toBe(before + 1);
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
    stage.told = stage.later;
    const native = page.getByRole('alert').filter({ hasText: 'Desktop notification' });

    await house.wallet.snap.check();

    await native.getByText(/Orin.* dead/).waitFor();
    await tab('Notices');
    const told = panelOf(page).getByRole('article').filter({ hasText: 'Orin is reported dead' });
    await told.filter({ hasText: 'On your desktop' }).waitFor();
    await told.filter({ hasText: 'In the wallet' }).waitFor();
  });
});

it('says how many notices the desktop still takes, and from when again', async () => {
  await tab('Notices');
  const { left, freeAtMs } = house.wallet.wallet.notices.native();
  const said =
    left > 0 ? `Desktop: ${left} of 2 notices left` : 'both notices of these five minutes';
  await panelOf(page).getByText(said).waitFor();
  expect(freeAtMs === null).toBe(left > 0);
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

it('gives the focus back to who had it before the question', async () => {
  await tab('Wallet');
  await panelOf(page).getByRole('tab', { name: 'Wallet' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Bardo');

  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);
  await panelOf(page).getByRole('heading', { name: 'Signature request' }).waitFor();
  await panelOf(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await asked;

  await expect.poll(focused).toBe('Bardo');
});

/** Words of what has the focus in the panel. */
const focused = () =>
  page.evaluate(
    () => document.querySelector('demo-wallet')?.shadowRoot?.activeElement?.textContent ?? null,
  );

/** Every place of the panel, and how one gets there and away. */
const PLACES: [string, () => Promise<unknown>, (() => Promise<unknown>)?][] = [
  ['Try it', () => tab('Try it')],
  ['Wallet', () => tab('Wallet')],
  ['Bardo', openConsole],
  ['Notices', () => tab('Notices')],
  ['an insight', openSample, () => press(page, 'Close')],
  ['a permission', openPicker, () => press(page, 'Cancel')],
  ['a dialog', openDialog, () => press(page, 'Approve')],
  ['the lock', lockWallet, () => press(page, 'Unlock')],
];

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 375],
] as const)('has no barrier axe can find, in %s at a width of %i', async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  for (const [name, open, leave] of PLACES) {
    await open();
    await expect.poll(() => panelOf(page).getByRole('progressbar').count()).toBe(0);
    await keep(`${colorScheme}-${width}-${name.replace(/\W+/g, '-')}`);

    expect({ name, found: await barriers() }).toEqual({ name, found: [] });
    expect(await sideways()).toBeLessThanOrEqual(0);
    await leave?.();
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
});

async function openConsole() {
  await tab('Bardo');
  await panelOf(page).getByRole('heading', { name: 'Bardo Golem console' }).waitFor();
}

async function openSample() {
  await tab('Try it');
  await panelOf(page)
    .getByRole('button', { name: /A runway asked by a stranger/ })
    .click();
  await panelOf(page).locator('.insight .body').waitFor();
}

async function openPicker() {
  const expiry = { type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 604_800 } };
  const data = { tokenAddress: house.chain.usdc, periodAmount: '0x989680', periodDuration: 86_400 };
  const permission = { type: 'erc20-token-periodic', isAdjustmentAllowed: true, data };
  const request = { chainId: '0x14a34', to: OWNER, permission, rules: [expiry] };
  void ask(page, 'wallet_requestExecutionPermissions', [request]);
  await panelOf(page).getByLabel('No expiry').waitFor();
}

async function openDialog() {
  const params = { title: 'Move the clade?', body: 'Nothing is moved by this.' };
  const request = { method: 'showApprovalDialog', params };
  void ask(page, 'wallet_invokeSnap', { snapId: SNAP, request });
  await panelOf(page).getByText('Move the clade?').waitFor();
}

async function lockWallet() {
  await tab('Wallet');
  await press(page, 'Lock wallet');
}

const barriers = () =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (o: object) => Promise<Axe> } };
    type Axe = { violations: { id: string; nodes: { html: string }[] }[] };
    const { violations } = await axe.run({ include: [['demo-wallet']] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });

/** Pixels one would have to scroll to the side. */
const sideways = () =>
  panelOf(page)
    .locator('.scroll')
    .evaluate((box) => box.scrollWidth - box.clientWidth);

/** With SHOTS=folder every place is kept to be looked at. */
async function keep(name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/screen-${name}.png` });
}

it('shows loudly what it cannot draw', async () => {
  const tree = { type: 'Avatar', props: { address: `eip155:1:${OWNER}` }, key: null };
  const insight = { state: 'shown', screen: { interfaceId: 'none', tree } } as const;
  const { windows } = house.wallet.wallet;
  const words = { kind: 'signature', title: 'x', origin: 'x', lead: '', confirm: 'OK' } as const;
  const asked = windows.ask({ ...words, insight });

  await panelOf(page).getByRole('alert').filter({ hasText: 'Bardo uses Avatar' }).waitFor();

  await press(page, 'OK');
  await asked;
});

it('folds when another wallet is connected and it is not', async () => {
  house.wallet.wallet.memory.permitted.clear();
  const other = await openPage(house.browser);
  await other.addInitScript(() => {
    const provider = { request: async () => [`0x${'11'.repeat(20)}`] };
    const detail = { info: { rdns: 'io.metamask.flask' }, provider };
    const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', say);
  });
  await other.goto(house.origin);

  await other.getByRole('button', { name: /^Demo wallet/ }).waitFor();
  expect(await panelOf(other).count()).toBe(0);
  await other.close();
});
