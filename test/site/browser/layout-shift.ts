// How much a page jumps while it loads, as browsers count it (layout instability): the share of the screen that
// moved, times how far.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Core Web Vitals call up to 0.1 good; what we know of ourselves lies far below. */
const MAX_SHIFT = 0.02;

type Shift = { value: number; moved: string[] };

/** In ms: for so long the page waits for a wallet before it says that none is there. */
const SILENT_MS = 3000;

/** From the next load of this page on. How soon the scripted wallet answers is the machine's affair: it is waited for. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript((silentMs) => {
    const later = window.setTimeout.bind(window) as (...args: unknown[]) => number;
    const patient = (work: unknown, ms = 0, ...args: unknown[]) =>
      later(work, ms === silentMs ? 100 * ms : ms, ...args);
    Object.assign(window, { setTimeout: patient });
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : `${node?.nodeName}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
  }, SILENT_MS);
}

/** Loads the place, lets it come to rest, and expects that nothing jumped. */
export async function expectStill(page: Page, url: string, atRest: () => Promise<unknown>) {
  await page.goto(url);
  await atRest();
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(MAX_SHIFT);
}
