// What an owner sees, drawn in a real browser from the built release: is it legible at the width and
// within the height a wallet gives it?
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OWNER, SESSION_KEY, USDC_ON_BASE } from '../vectors/builders';
import { launchChromium, openPage } from '../worker/chromium';
import { drawnPage } from './drawn-page';
import { installRelease } from './release';

let browser: Browser;
let release: Awaited<ReturnType<typeof installRelease>>;

beforeAll(async () => {
  [browser, release] = await Promise.all([launchChromium(), installRelease()]);
});

afterAll(async () => {
  await Promise.all([browser?.close(), release?.close()]);
});

async function drawn(content: unknown, title: string): Promise<Page> {
  const page = await openPage(browser, {
    viewport: { width: 392, height: 630 },
    deviceScaleFactor: 2,
  });
  await page.setContent(drawnPage(content, title));
  return page;
}

/** approve(session key, max) on USDC: the call an owner must never sign by accident. */
function approval() {
  const amount = 'f'.repeat(64);
  return {
    from: OWNER,
    to: USDC_ON_BASE,
    value: '0x0',
    data: `0x095ea7b3${SESSION_KEY.slice(2).padStart(64, '0')}${amount}`,
  } as const;
}

it('lists the clade worst first, the dead on top with a way to dismiss it', async () => {
  const home = await release.snap.onHomePage();

  const page = await drawn(home.getInterface().content, 'home');

  const text = (await page.locator('main').textContent()) ?? '';
  expect(text.indexOf('Orin')).toBeLessThan(text.indexOf('Sable'));
  expect(text.indexOf('Sable')).toBeLessThan(text.indexOf('Atlas'));
  expect(await page.locator('button', { hasText: 'Dismiss Orin' }).count()).toBe(1);
  expect(text).toContain('Not checked on chain');
});

it('never needs sideways scrolling at the width of a wallet', async () => {
  const home = await release.snap.onHomePage();
  const page = await drawn(home.getInterface().content, 'home');

  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  expect(overflow).toBeLessThanOrEqual(0);
});

it('says the verdict of a dangerous approval within the first 100 pixels of its panel', async () => {
  const response = await release.snap.onTransaction({
    chainId: 'eip155:8453',
    origin: 'https://dapp.example',
    ...approval(),
  });

  const page = await drawn(response.getInterface().content, 'insight');

  const verdict = page.locator('.banner b').first();
  expect(await verdict.textContent()).toContain('Atlas');
  const box = await verdict.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(100);
});
