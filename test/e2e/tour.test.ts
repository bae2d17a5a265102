// The visitor: nobody told them anything. First what somebody does who presses the most prominent thing each time,
// then the guided tour to the death. The world is the one of `npm start`, only its Golems' hearts beat faster.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { grantFinishedWords } from '../../site/cards/grant-finished.words';
import { riskWords } from '../../site/cards/risk.words';
import { pageWords } from '../../site/words/page.words';
import { startWorld, type World } from '../../site/world/world';
import { launchChromium, openContext } from '../worker/chromium';
import { PATIENCE } from '../worker/patience';
import { mostProminent, type Prominent } from './prominent';
import { panelOf, press } from './wallet/panel';
import { homePicture, noticesPicture, windowPicture, worldPicture } from './wallet/pictures';

/** As in `npm start` it is ten; here one waits for several of them. */
const BEAT_SECONDS = 3;

const DESKTOP = { width: 1280, height: 800 };

let folder = '';
let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-tour-'));
  const ports = { portal: 0, snap: 0, chain: 0 };
  const golems = { beatSeconds: BEAT_SECONDS };
  [world, browser] = await Promise.all([
    startWorld({ folder, ports, wallet: true, golems }),
    launchChromium(),
  ]);
  const deviceScaleFactor = process.env.PICTURES ? 2 : 1;
  const context = await openContext(browser, { viewport: DESKTOP, deviceScaleFactor });
  await context.grantPermissions(['notifications'], { origin: world.portal });
  page = await context.newPage();
  await page.addInitScript(() => {
    // What the browser is told to show on the desktop; it shows it all the same.
    const shown: string[] = [];
    const Real = window.Notification;
    class Seen extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(options?.body ?? '');
      }
    }
    Object.assign(window, { Notification: Seen, shown });
  });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

afterEach(({ task }) => (task.result?.state === 'fail' ? shot(`failed ${task.name}`) : undefined));

/** With SHOTS=folder every moment of the walk is kept to be looked at. */
async function shot(name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

const insight = () => panelOf(page).getByRole('region', { name: /Insights from Bardo/ });
const step = (name: string) => panelOf(page).getByRole('button', { name, exact: true });

async function settled(): Promise<void> {
  await expect.poll(() => panelOf(page).getByRole('progressbar').count()).toBe(0);
}

/** Nobody presses what stood there for a blink only, while a window is on its way. */
const STEADY_MS = 1000;

/** Presses what stands out, once it is another thing than the one pressed a moment ago and stays; null = there is an insight to read. */
async function pressProminent(before: Prominent | undefined): Promise<Prominent | null> {
  let last: Prominent | null = null;
  let since = Date.now();
  const found = await vi.waitUntil(async () => {
    if ((await insight().locator('.body').count()) > 0) return 'read';
    const one = await mostProminent(page);
    const isBusy = (await panelOf(page).getByRole('progressbar').count()) > 0;
    if (isBusy || !isSame(one, last)) since = Date.now();
    last = one;
    return one !== null && !isSame(one, before) && Date.now() - since >= STEADY_MS ? one : false;
  }, PATIENCE);
  if (found === 'read') return null;
  await page.mouse.click(found.x, found.y);
  return found;
}

function isSame(one: Prominent | null | undefined, other: Prominent | null | undefined): boolean {
  return one?.words === other?.words && one?.y === other?.y;
}

it('leads to a first insight whoever presses the most prominent thing each time', async () => {
  const pressed: Prominent[] = [];
  const path = () => pressed.map(({ words }) => words).join(' → ');
  const started = Date.now();
  await page.goto(world.portal);
  await panelOf(page).waitFor();
  await shot('00-arrival');
  await worldPicture(page, 'demo-world');

  for (;;) {
    const one = await pressProminent(pressed.at(-1));
    if (!one) break;
    pressed.push(one);
    expect(pressed.length, path()).toBeLessThan(10);
    await shot(`0${pressed.length}-after-${one.words.replace(/\W+/g, '-')}`);
  }

  const seconds = (Date.now() - started) / 1000;
  console.info(`First insight after ${seconds.toFixed(1)} s: ${path()}`);
  await settled();
  expect(await insight().textContent()).toMatch(/imitates Bardo/);
  await shot('09-first-insight');
  await press(page, 'Close');
});

it('has connected the site and given the wallet Bardo on the way', async () => {
  await expect
    .poll(() => panelOf(page).locator('.step.done b').allTextContents())
    .toEqual([/Connect the site/, /Install Bardo/, /Read before you sign/].map(matching));
});

const main = () => page.getByRole('main');

it('leads to the newborn’s request, and stops where its worst case is read', async () => {
  await step('Answer Ember').click();

  await main().getByRole('heading', { name: 'Ember asks for 5 USDC a day for 7 days' }).waitFor();
  const worst = main().getByRole('region', { name: riskWords.heading });
  await worst.getByText(/if every key is stolen: .* USDC at once/).waitFor();
  await expect.poll(() => worst.evaluate(isInSight)).toBe(true);
  expect(wallet().windows.list()).toEqual([]);
  await shot('19-worst-case');
});

/** Runs in the page. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

it('grants it a runway with the windows MetaMask would show, also when the amount is changed', async () => {
  await main().getByRole('button', { name: pageWords.askMetaMask }).click();
  const accepted = main().getByRole('button', { name: 'Accept 4 USDC a day' }).click(PATIENCE);

  const titles = await confirmAll(async (count) => {
    if (count === 2) await panelOf(page).getByLabel(/USDC/).first().fill('4');
    if (count === 3) await windowPicture(page, 'snap-insight');
    if (count === 4) await windowPicture(page, 'snap-lease');
  });
  await accepted;

  expect(titles).toEqual([
    'Signature request',
    'Permission request',
    'Permission request',
    'Bardo development',
  ]);
  await main()
    .getByRole('heading', { name: grantFinishedWords.runway('Ember') })
    .waitFor();
  await page.getByRole('banner').getByRole('link').click();
  await main().getByRole('link', { name: 'Open Ember' }).waitFor();
  // What was just registered is not called a grant that nobody lives on.
  expect(await page.getByRole('heading', { name: 'Unused grants' }).count()).toBe(0);
  await shot('29-granted');
});

/** Confirms every window until the next step can be pressed; their titles. */
async function confirmAll(look: (count: number) => Promise<void>): Promise<string[]> {
  const titles: string[] = [];
  const done = step('Open the console');
  for (;;) {
    const next = await vi.waitUntil(
      async () => wallet().windows.list()[0] ?? ((await done.count()) > 0 ? 'done' : false),
      PATIENCE,
    );
    if (next === 'done') return titles;
    const shown = panelOf(page).locator(`[data-window="${next.id}"]`);
    await shown.locator('.yes').waitFor();
    await settled();
    titles.push(next.title);
    await shot(`2${titles.length}-${next.title.replace(/\W+/g, '-')}`);
    await look(titles.length);
    await shown.locator('.yes').click();
    await vi.waitUntil(() => wallet().windows.list()[0]?.id !== next.id, PATIENCE);
  }
}

const wallet = () => {
  if (!world.wallet) throw new Error('This world has no wallet.');
  return world.wallet.wallet;
};

it('opens the console, where the newborn is among the others', async () => {
  await step('Open the console').click();

  await panelOf(page).getByText('Ember', { exact: true }).first().waitFor();
  await settled();
  await shot('30-console');
  await homePicture(page, 'snap-home');
});

it('lets one die on wish, tells it in the list, and on the desktop as soon as MetaMask takes it', async () => {
  await step('End a Golem').click();
  await panelOf(page)
    .getByText(/dies with its next heartbeat/)
    .waitFor();
  await shot('40-dying');
  const { name } = wallet().memory.dying ?? { name: '' };

  await panelOf(page).getByText('That was a whole life.').waitFor();
  await panelOf(page).getByRole('tab', { name: 'Notices' }).click();
  const told = panelOf(page).getByRole('article').filter({ hasText: name });
  await told.filter({ hasText: 'In the wallet' }).filter({ hasText: /dead/ }).first().waitFor();
  await shot('41-told');
  await noticesPicture(page, 'snap-death', told.filter({ hasText: /dead/ }));

  // Every native notice the wallet took was drawn and handed to the browser, and never more than it takes.
  const native = wallet()
    .notices.list()
    .filter(({ channel }) => channel === 'native')
    .map(({ message }) => message);
  const onDesktop = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(onDesktop).toEqual(native);
  const there = native.some((message) => message.includes(name) && /dead/.test(message));
  const full = panelOf(page).getByText(/both notices of these five minutes are used/);
  expect(there || (await full.count()) === 1, native.join(' | ')).toBe(true);
});

it('leads from the death to what is left, and to an heir', async () => {
  const { name } = wallet().memory.dying ?? { name: '' };

  await panelOf(page)
    .getByRole('link', { name: `See what is left of ${name}, and its heir` })
    .click();

  await page.getByRole('heading', { name: `After ${name}` }).waitFor();
  await shot('43-succession');
});

function matching(words: RegExp) {
  return expect.stringMatching(words);
}
