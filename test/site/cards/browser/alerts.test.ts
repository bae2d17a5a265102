// Alerts elsewhere, in a real browser: a target is added, tested, paused and removed, by mouse and by keyboard alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertDeliveriesWords } from '../../../../site/cards/alert-deliveries.words';
import { alertFormWords } from '../../../../site/cards/alert-form.words';
import { alertHelpWords } from '../../../../site/cards/alert-help.words';
import { alertLimitWords } from '../../../../site/cards/alert-limit.words';
import { alertsLineWords } from '../../../../site/cards/alerts-line.words';
import { alertsPageWords } from '../../../../site/cards/alerts-page.words';
import { fine, openReceiver, type Receiver, saying } from '../../../api/alerts/receiver';
import { picture } from '../../browser/picture';
import {
  anOwner,
  follow,
  goHome,
  type Owner,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';

visitInThisFile();

let owner: Owner;
let receiver: Receiver;
let page: Page;

beforeAll(async () => {
  owner = await anOwner();
  receiver = await openReceiver();
  page = await owner.visit();
  await signIn(page);
});

afterAll(async () => {
  await page?.context().close();
  await receiver?.stop();
});

const of = (words: string, label = 'My server') => `${words}: ${label}`;
const target = (label = 'My server') => page.getByRole('article', { name: label, exact: true });

describe('The page of alerts', () => {
  it('is reached from the first page, and says what to do while there is nothing', async () => {
    await follow(page, alertsLineWords.link);
    await page.getByRole('heading', { level: 1, name: alertsPageWords.heading }).waitFor();
    await page.getByText(alertsPageWords.none).waitFor();
    await page.getByText(alertDeliveriesWords.none).waitFor();
    await page.getByText(alertHelpWords.recipes[1].name).click();
    await page.getByText(alertHelpWords.recipes[1].steps[0]).waitFor();
    expect(await page.title()).toBe('Alerts elsewhere · Bardo');
    await picture(page, 'alerts-none');
  });

  it('adds a webhook, shows its secret once, and a test with its answer beside the button', async () => {
    await page.getByLabel(alertFormWords.label, { exact: true }).fill('My server');
    await press(page, alertFormWords.submit);
    await page.getByText(alertFormWords.missing).waitFor();
    await page.getByLabel(alertFormWords.url).fill(`${receiver.url}?key=sesame`);
    await press(page, alertFormWords.submit);
    await page.getByText(alertsPageWords.secretTitle).waitFor();
    expect(await page.getByRole('status').locator('code').textContent()).toMatch(/^[\w-]{43}$/);
    await picture(page, 'alerts-secret');
    await press(page, alertsPageWords.secretDone);

    receiver.answer = saying(200, 'got it');
    await press(page, of(alertsPageWords.test));
    await target().getByText('got it').waitFor();
    await target().getByText(alertsPageWords.testState('delivered')).waitFor();
    expect(JSON.parse(receiver.received[0]?.body ?? '').type).toBe('test');
    await page.reload();
    await target().waitFor();
    const text = await page.getByRole('main').textContent();
    expect(text).toContain('got it');
    expect(text).not.toContain('sesame');
    await picture(page, 'alerts');
  });

  it('shows what a target refuses, as its own words', async () => {
    receiver.answer = saying(404, '<b>no such hook</b>');
    await press(page, of(alertsPageWords.test));
    await target().getByText('404: <b>no such hook</b>').waitFor();
    receiver.answer = fine;
  });

  it('says of a private address what is wrong, and keeps what was typed', async () => {
    await page.getByLabel(alertFormWords.label, { exact: true }).fill('Router');
    await page.getByLabel(alertFormWords.url).fill('https://192.168.1.1/');
    await press(page, alertFormWords.submit);
    await page
      .getByRole('alert')
      .getByText('The address must lead to the public internet.')
      .waitFor();
    expect(await page.getByLabel(alertFormWords.url).inputValue()).toBe('https://192.168.1.1/');
  });

  it('keeps a limit of spending, and takes it away', async () => {
    await page.getByLabel(alertLimitWords.amount).fill('25');
    await press(page, alertLimitWords.save);
    await page.getByText(/You are told when more than 25 USDC is spent within an hour/).waitFor();
    await press(page, alertLimitWords.save);
    await page.getByText(alertLimitWords.never).waitFor();
  });

  it('works by keyboard alone: another kind, pausing, resuming, removing', async () => {
    await page.getByLabel(alertFormWords.kinds.webhook).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByLabel(alertFormWords.topic, { exact: true }).waitFor();
    await page.getByRole('button', { name: of(alertsPageWords.pause) }).focus();
    await page.keyboard.press('Enter');
    await target().getByText(alertsPageWords.paused.owner).waitFor();
    await page.getByRole('button', { name: of(alertsPageWords.resume) }).focus();
    await page.keyboard.press('Enter');
    await target().getByText(alertsPageWords.on).waitFor();
    await page.getByRole('button', { name: of(alertsPageWords.remove) }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(alertsPageWords.removeText).waitFor();
    await picture(page, 'alerts-remove');
    await page.getByRole('button', { name: alertsPageWords.removeSure }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(alertsPageWords.none).waitFor();
    await goHome(page);
    await page.getByText(alertsLineWords.none).waitFor();
  });
});
