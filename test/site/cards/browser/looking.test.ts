// Looking after Golems: what may leave, the list, the chart, the history and its export, addresses and their labels.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { addressWords } from '../../../../site/cards/address.words';
import { chartWords } from '../../../../site/cards/chart.words';
import { golemListWords } from '../../../../site/cards/golem-list.words';
import { historyWords } from '../../../../site/cards/history.words';
import { answered } from '../../../../site/plane/plane';
import { planPull } from '../../../../src/agent/runway/pull';
import { readRunway } from '../../../../src/agent/runway/runway';
import { shortHex } from '../../../../src/core/chain/addresses';
import { PAYEE } from '../../../agent/stage';
import { picture } from '../../browser/picture';
import {
  anOwner,
  grantQuietly,
  type Owner,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';

visitInThisFile();

const golems = ['a', 'b', 'c'] as const;

/** Three Golems, one of which has paid. */
async function withThree(): Promise<{ owner: Owner; page: Page; paid: string }> {
  const owner = await anOwner();
  const names = { a: 'Atlas', b: 'Vesta', c: 'Echo' };
  await grantQuietly(
    owner,
    null,
    golems.map((end) => ({ golem: `${owner.golem}-${end}`, name: names[end] })),
  );
  const paid = `${owner.golem}-a`;
  await owner.fund(owner.session.address);
  const { contexts } = answered(await owner.plane.ask('golem', { id: paid }));
  const runway = readRunway(contexts[0]?.context as Hex, visit.chain.chainId);
  await owner.send(
    owner.session,
    planPull(owner.link, runway, { payee: PAYEE, amount: 2_400_000n }),
  );
  await visit.house.round();
  const page = await owner.visit('/');
  await signIn(page);
  return { owner, page, paid };
}

const rows = (page: Page) => page.locator('.golems > li');

describe('an owner who looks after three Golems', () => {
  it('sees on top what they can still spend, by the chain', async () => {
    const { page } = await withThree();
    const strip = page.locator('.strip');

    // Three times ten, less what was paid.
    await strip.getByText(/Agents can still spend 27\.6 USDC right now/).waitFor();
    expect(await strip.textContent()).toMatch(
      /worst case 60 USDC in 24 h · balance .* USDC · Base/,
    );
    expect(await strip.textContent()).toMatch(/from the chain at block \d+/);
    await picture(page, 'looking');
    await page.context().close();
  });

  it('finds, sorts and counts them', async () => {
    const { page } = await withThree();
    await page.getByText(golemListWords.count(3, 0)).waitFor();

    await page.getByLabel(golemListWords.sort).selectOption('name');
    expect(await rows(page).locator('.golem-head a').allTextContents()).toEqual([
      expect.stringContaining('Atlas'),
      expect.stringContaining('Echo'),
      expect.stringContaining('Vesta'),
    ]);
    await page.getByLabel(golemListWords.search).fill('ves');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: golemListWords.shelves.ended(0) }).click();
    await page.getByText(golemListWords.noneHere).waitFor();
    await page.context().close();
  });

  it('reads the chart with the keyboard and as a table', async () => {
    const { page } = await withThree();
    const chart = page.getByRole('slider', { name: chartWords.chart });
    await chart.waitFor();

    await chart.focus();
    expect(await chart.getAttribute('aria-valuetext')).toContain('2.4 USDC');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain(': 0 USDC');
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.chart-day').textContent()).toContain('2.4 USDC');
    await page.getByText(chartWords.table).click();
    expect(await page.getByRole('row').count()).toBe(8);
    await page.getByRole('button', { name: chartWords.range(30) }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(31);
    await page.context().close();
  });

  it('reads whom it paid, gives that address a label, and saves the history', async () => {
    const { owner, page, paid } = await withThree();
    const address = PAYEE.toLowerCase() as Hex;
    await page.goto(`${visit.portal.origin}/golem/${paid}`);
    const history = page.getByRole('region', { name: historyWords.heading });
    await history.getByText('2.4 USDC').waitFor();
    expect(await page.title()).toBe('Atlas · Bardo');

    await history.getByRole('button', { name: addressWords.details(shortHex(address)) }).click();
    const window = page.getByRole('dialog');
    await window.getByText(PAYEE).waitFor();
    await picture(page, 'address');
    await window.getByLabel(addressWords.label).fill('<b>shop</b>');
    await window.getByRole('button', { name: addressWords.save }).click();
    await window.getByText(addressWords.unplain).waitFor();
    await window.getByLabel(addressWords.label).fill('The =shop'.replace('=', ''));
    await window.getByRole('button', { name: addressWords.save }).click();
    await window.getByText(addressWords.saved).waitFor();
    await page.keyboard.press('Escape');
    await history.getByText('The shop').waitFor();

    await history.getByRole('button', { name: historyWords.groups.life }).click();
    await history.getByText(/fits\. Show older ones/).waitFor();
    await history.getByRole('button', { name: historyWords.groups.payments }).click();
    const csv = await savedBy(page, historyWords.csv);
    const [head, line, ...rest] = csv.split('\r\n');
    expect(head).toMatch(/^time,golem,what,amount,token/);
    expect(line).toMatch(new RegExp(`,${paid},redeemed,2\\.4,USDC,.*${address},The shop,`));
    expect(rest).toEqual(['']);
    expect(JSON.parse(await savedBy(page, historyWords.json))).toMatchObject([
      { amount: '2.4', payee: address, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    ]);
    // Nobody else reads it: it is in this browser, for this owner.
    expect(
      await page.evaluate(
        (key) => localStorage.getItem(key),
        `bardo.labels.${owner.owner.address.toLowerCase()}`,
      ),
    ).toContain('The shop');
    await page.context().close();
  });

  it('shows a moment in UTC to who comes to it by keyboard', async () => {
    const { page, paid } = await withThree();
    await page.goto(`${visit.portal.origin}/golem/${paid}`);
    const moment = page.locator('.history time').first();
    await moment.waitFor();

    expect(await moment.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await moment.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    const shown = await moment.evaluate((node) => getComputedStyle(node, '::after').content);
    expect(shown).toMatch(/UTC/);
    await page.context().close();
  });

  it('is told at an address where nothing is, and led back', async () => {
    const { page } = await withThree();
    await page.goto(`${visit.portal.origin}/no/such/page`);

    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'All Golems' }).click();
    await page.getByText(golemListWords.count(3, 0)).waitFor();
    await page.context().close();
  });
});

async function savedBy(page: Page, button: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync((await (await waiting).path()) ?? '', 'utf8');
}
