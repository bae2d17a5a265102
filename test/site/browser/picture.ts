// A screen as every screen must be: nothing for axe-core to find, light and dark, and nothing cut off on a small phone.
import { join } from 'node:path';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Axe = {
  run: () => Promise<{
    violations: { id: string; nodes: { html: string; any?: { message: string }[] }[] }[];
  }>;
};

/** axe-core finds nothing wrong, light and dark. */
async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
    expect(
      found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.any?.[0]?.message ?? ''}`,
      ),
    ).toEqual([]);
  }
}

/** Nothing is cut off or scrolls sideways on a small phone. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (size) await page.setViewportSize(size);
  expect(over).toBe(0);
}

/** Wide enough for the page's one column, without the empty sides of a desktop. */
const DESK = { width: 880, height: 720 };
const PHONE = { width: 375, height: 812 };

/** A screen is looked at by axe and on a phone; `npm run pictures` keeps it for the eye. */
export async function picture(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
  const { PICTURES } = process.env;
  if (!PICTURES) return;
  const size = page.viewportSize();
  // What lies over the page covers the screen, not the whole length of the page.
  const fullPage = (await page.getByRole('dialog').count()) === 0;
  const keep = (as: string) => page.screenshot({ path: join(PICTURES, `${as}.png`), fullPage });
  await page.setViewportSize(DESK);
  await keep(name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await keep(`${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await keep(`${name}-phone`);
  if (size) await page.setViewportSize(size);
}

/** Around what is shown alone. */
const MARGIN = 12;

/** One piece of a long page, or the page without what stands around it, for the eye only. */
export async function pictureOf(piece: Locator, name: string): Promise<void> {
  const { PICTURES } = process.env;
  if (!PICTURES) return;
  const page = piece.page();
  const clip = await piece.evaluate((element, margin) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [left, top] = [x + scrollX - margin, y + scrollY - margin];
    return { x: left, y: top, width: width + 2 * margin, height: height + 2 * margin };
  }, MARGIN);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true, clip });
}
