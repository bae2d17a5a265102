// A screen as every screen must be: nothing for axe-core to find, light and dark, and nothing cut off on a small phone.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
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

/** A screen is looked at by axe and on a phone, and kept for the eye where PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true });
  if (size) await page.setViewportSize(size);
}
