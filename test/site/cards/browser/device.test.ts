// Codes are entered on one page: a terminal's is compared, approved or denied there; a request's leads to the request.

import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { devicePageWords } from '../../../../site/cards/device-page.words';
import { terminalApprovalWords } from '../../../../site/cards/terminal-approval.words';
import { terminalListWords } from '../../../../site/cards/terminal-list.words';
import { expectOk } from '../../../api/people';
import { aRunwayAsk } from '../../../api/signing';
import { picture } from '../../browser/picture';
import { anOwner, type Owner, press, signIn, visit, visitInThisFile } from '../../browser/visit';

visitInThisFile();

let owner: Owner;
let page: Page;

beforeEach(async () => {
  owner = await anOwner();
  page = await owner.visit();
  await signIn(page);
  await page.getByRole('link', { name: devicePageWords.link }).click();
  await page.getByText(terminalListWords.none).waitFor();
});
afterEach(() => page.context().close());

const start = async (name: string) =>
  (await expectOk(visit.house.ask('startTerminal', { body: { name } }))).body;

async function enter(code: string) {
  await page.getByLabel(devicePageWords.label, { exact: true }).fill(code);
  await press(page, devicePageWords.find);
}

const fetchToken = (device_code: string) =>
  visit.house.ask('terminalToken', { body: { device_code } });

it('lets a terminal in whose code was compared, lists it and ends it', async () => {
  const { device_code: device, user_code: code } = await start('ana’s laptop');
  await enter(code.toLowerCase().replaceAll('-', ''));
  await page.getByText(terminalApprovalWords.compare(code)).waitFor();
  await picture(page, 'terminal');

  await press(page, terminalApprovalWords.approve);
  await page.getByRole('status').getByText(terminalApprovalWords.approved).first().waitFor();
  const { token } = (await expectOk(fetchToken(device))).body;
  await expectOk(visit.house.ask('golems', { token }));
  await page.reload();
  await picture(page, 'terminals');
  await page.getByRole('button', { name: terminalListWords.endOf('ana’s laptop') }).click();
  await page.getByText(terminalListWords.none).waitFor();

  expect((await visit.house.ask('golems', { token })).status).toBe(401);
});

it('denies one that nobody here started', async () => {
  const { device_code: device, user_code: code } = await start('somebody');
  await enter(code);

  await press(page, terminalApprovalWords.deny);
  await page.getByRole('status').getByText(terminalApprovalWords.denied).first().waitFor();

  expect((await fetchToken(device)).body.error.code).toBe('access_denied');
});

it('says beside the field what is wrong with a code', async () => {
  await press(page, devicePageWords.find);
  await page.getByText(devicePageWords.empty).waitFor();
  await enter('7F3A');
  await page.getByText(devicePageWords.notACode).waitFor();
  for (let count = 0; count < 3; count += 1) {
    await enter('BARD-0000-000Z');
    await page.getByText(devicePageWords.notFound).waitFor();
  }
  await picture(page, 'code-unknown');
});

it('leads to the request whose code it is', async () => {
  const { golem, owner: account, session } = owner;
  const about = { golem, owner: account.address, token: visit.chain.usdc };
  const deadline = visit.house.plane.now() + 3600;
  const body = await aRunwayAsk(session, { ...about, deadline });
  const { id, code } = (await expectOk(visit.house.ask('askRunway', { body }))).body;

  await enter(code);

  await expect.poll(() => new URL(page.url()).pathname).toBe(`/request/${id}`);
});

it('has the code of the link in the field, and does nothing by itself', async () => {
  const { user_code: code } = await start('from a link');
  const other = await owner.visit(`/device?code=${code}`);
  await signIn(other);

  expect(await other.getByLabel(devicePageWords.label, { exact: true }).inputValue()).toBe(code);
  expect(await other.getByText(terminalApprovalWords.heading).count()).toBe(0);
  await other.context().close();
});
