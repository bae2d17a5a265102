// What the wallet draws, kept for the documents by `npm run pictures`: without the demo wallet's own frame, and
// nothing of it cut off.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { panelOf } from './panel';

const { PICTURES } = process.env;

/** Around what is shown; less than lies between two cards, so that nothing of the next one is seen. */
const MARGIN = 6;

/** A picture of a page ends between two of its cards before it gets longer than this. */
const MAX_HEIGHT = 960;

/** The whole screen of the demo world, with its frame. */
export async function worldPicture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), scale: 'css' });
}

/** A window from its title to its buttons. */
export async function windowPicture(page: Page, name: string): Promise<void> {
  const window = panelOf(page).locator('[data-window]');
  await atFullLength(page, () =>
    keep(page, name, [window.getByRole('heading', { level: 1 }), window.locator('.actions')]),
  );
}

/** The Snap's home page from its heading on: whole, or to the end of a Golem's card. */
export async function homePicture(page: Page, name: string): Promise<void> {
  const home = panelOf(page).locator('.scroll > .box');
  await atFullLength(page, async () => {
    const start = await boxOf(home);
    const cards = await home.locator('.section').all();
    let last = home;
    if (start.height > MAX_HEIGHT)
      for (const card of cards) {
        const { y, height } = await boxOf(card);
        if (y + height - start.y <= MAX_HEIGHT) last = card;
      }
    await keep(page, name, [home.locator('h2').first(), last]);
  });
}

/** Notices, from the first to the last of these. */
export async function noticesPicture(page: Page, name: string, notices: Locator): Promise<void> {
  await atFullLength(page, () => keep(page, name, [notices.first(), notices.last()]));
}

/** The window of the browser is as high as the panel's content, so that nothing scrolls. */
async function atFullLength(page: Page, act: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  if (!PICTURES || !size) return;
  const scroll = panelOf(page).locator('.scroll');
  const over = await scroll.evaluate((box) => box.scrollHeight - box.clientHeight);
  await page.setViewportSize({ ...size, height: size.height + over });
  await act();
  await page.setViewportSize(size);
}

async function keep(page: Page, name: string, [first, last]: [Locator, Locator]): Promise<void> {
  const panel = await boxOf(panelOf(page));
  const start = (await boxOf(first)).y - MARGIN;
  const end = await boxOf(last);
  // The panel's left border is frame, too.
  const clip = { x: panel.x + 1, y: start, width: panel.width - 1 };
  const height = end.y + end.height + MARGIN - start;
  await page.screenshot({ path: join(PICTURES ?? '', `${name}.png`), clip: { ...clip, height } });
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('What is to be shown is not there.');
  return box;
}
