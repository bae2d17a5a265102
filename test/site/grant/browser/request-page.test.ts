// A request's own page: to its owner alone, with what became of it, by keyboard too; and the bar that leads back to what
// was begun.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { connectWords } from '../../../../site/cards/connect.words';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantWalkWords } from '../../../../site/cards/grant-walk.words';
import { requestCodeWords } from '../../../../site/cards/request-code.words';
import { requestListWords } from '../../../../site/cards/request-list.words';
import { requestPageWords } from '../../../../site/cards/request-page.words';
import { requestStandingWords } from '../../../../site/cards/request-standing.words';
import { riskWords } from '../../../../site/cards/risk.words';
import { unfinishedBarWords } from '../../../../site/cards/unfinished-bar.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { keyEnds } from '../../../../src/core/chain/addresses';
import { runwayDigest } from '../../../../src/core/protocol/runway-ask';
import { userCodeOf } from '../../../../src/core/protocol/user-code';
import { PAYEE } from '../../../agent/stage';
import { aRunwayAsk } from '../../../api/signing';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  follow,
  goHome,
  type Owner,
  openForm,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { altered } from './steps';

visitInThisFile();

/** Its path, and what the control plane answered. */
async function asks(owner: Owner, over: { ahead?: number; nonce?: string } = {}) {
  const { ahead = 3600 } = over;
  const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
  const deadline = visit.house.plane.now() + ahead;
  const ask = await aRunwayAsk(owner.session, { ...about, deadline, payees: [PAYEE] });
  const { body, status } = await visit.house.ask('askRunway', { body: ask });
  expect(status, JSON.stringify(body)).toBe(200);
  const id = (runwayDigest(ask) ?? '0x').slice(2);
  return { id, path: `/request/${id}`, codeNonce: body.codeNonce as `0x${string}` };
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const ASKS = requestStandingWords.runway('Atlas', '10 USDC', 7);

it('is shown after the sign-in that its link leads to, with code, key and worst case', async () => {
  const owner = await anOwner();
  const { id, path, codeNonce } = await asks(owner);
  const page = await owner.visit(path);
  await heading(page, connectWords.request.title);
  expect(await page.locator('body').textContent()).not.toContain('Atlas');
  await picture(page, 'request-sign-in');
  await signIn(page);

  await heading(page, ASKS);
  expect(new URL(page.url()).pathname).toBe(path);
  const compare = page.getByRole('region', { name: requestCodeWords.heading });
  await compare.getByText(userCodeOf(`0x${id}`, codeNonce)).waitFor();
  await compare.getByText(keyEnds(owner.session.address.toLowerCase())).waitFor();
  const worst = page.getByRole('region', { name: riskWords.heading });
  await worst.getByText(/10 USDC at once/).waitFor();
  await picture(page, 'request-page');
  await page.context().close();
});

it('tells another account nothing but that it is not for it', async () => {
  const [owner, other] = [await anOwner(), await anOwner()];
  const { path } = await asks(owner);
  const page = await other.visit(path);
  await signIn(page);

  await heading(page, requestPageWords.ofAnotherTitle);
  const said = (await page.getByRole('main').textContent()) ?? '';
  expect(said).not.toMatch(/Atlas|USDC/);
  expect(said).not.toContain(owner.golem);
  await picture(page, 'request-of-another');
  await page.context().close();
});

it('says of what is unknown, refused, expired or granted that it is so, and offers no answer', async () => {
  const owner = await anOwner();
  const page = await owner.visit(`/request/${'0'.repeat(64)}`);
  await signIn(page);
  await heading(page, requestPageWords.unknownTitle);
  await picture(page, 'request-unknown');

  const { path } = await asks(owner);
  const there = (to: string) => page.goto(new URL(to, page.url()).href);
  await there(path);
  await press(page, requestStandingWords.refuse);
  await page.getByText(requestPageWords.refused).waitFor();
  await page.getByText(requestStandingWords.refused).waitFor();

  const late = await asks(owner, { ahead: 300 });
  const api = `**/api/runway/requests/${late.id}`;
  await altered<{ state: string }>(page, api, (answer) => {
    answer.state = 'expired';
  });
  await there(late.path);
  await page.getByText(/^It expired .* Nothing was granted/).waitFor();
  await picture(page, 'request-expired');

  const good = await asks(owner, { ahead: 4000 });
  await there(good.path);
  await press(page, pageWords.askMetaMask);
  await page.getByText(grantFinishedWords.runway('Atlas')).waitFor();
  await picture(page, 'grant-done');
  await page.reload();
  await page.getByText(requestPageWords.granted).waitFor();
  for (const name of [pageWords.askMetaMask, requestStandingWords.refuse])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.context().close();
});

it('can be answered by keyboard alone, and the focus follows', async () => {
  const owner = await anOwner();
  const { path } = await asks(owner, { ahead: 5000 });
  const page = await owner.visit(path);
  await signIn(page);
  const submit = page.getByRole('button', { name: pageWords.askMetaMask });
  await submit.waitFor();
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await page.getByRole('banner').getByRole('link').focus();
  const at = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const seen: string[] = [];
  while (!seen.includes(pageWords.askMetaMask)) {
    expect(seen.length, seen.join(' → ')).toBeLessThan(30);
    await page.keyboard.press('Tab');
    seen.push(await at());
  }
  expect(seen).toContain(requestStandingWords.refuse);
  await page.keyboard.press('Enter');

  await page.getByText(grantFinishedWords.runway('Atlas')).waitFor();
  await expect.poll(at).toBe(grantFinishedWords.runway('Atlas'));
  await page.context().close();
});

it('stands once in the list, however often the same key asks for the same Golem', async () => {
  const owner = await anOwner();
  await asks(owner, { ahead: 1000 });
  visit.house.clock.ahead += 2;
  const last = await asks(owner, { ahead: 2000 });
  const page = await owner.visit();
  await signIn(page);

  const answer = page.getByRole('link', { name: requestListWords.answer });
  await answer.waitFor();
  expect(await answer.count()).toBe(1);
  expect(await answer.getAttribute('href')).toBe(last.path);
  await page.context().close();
});

it('leaves a bar on every page while its grant is not finished, and lets no other begin', async () => {
  const owner = await anOwner();
  const { path } = await asks(owner, { ahead: 6000 });
  owner.wallet.script.wallet_requestExecutionPermissions = () => {
    throw walletError(4001);
  };
  const page = await owner.visit(path);
  await signIn(page);
  await press(page, pageWords.askMetaMask);
  await expectAlert(page, walletWords.errors[4001]);
  const bar = page.getByRole('link', { name: unfinishedBarWords.go });
  expect(await bar.count()).toBe(0);
  await goHome(page);
  await page.reload();
  await bar.waitFor();
  await page.getByText(unfinishedBarWords.text('Atlas', 'Grant in MetaMask')).waitFor();
  await picture(page, 'unfinished');

  await follow(page, pageWords.grantRunway);
  await page.getByText(grantWalkWords.otherFirst('Atlas')).waitFor();
  await picture(page, 'other-first');
  await bar.click();
  await heading(page, ASKS);
  await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  await page.context().close();
});

it('shows the worst case over a hundred USDC and over ninety days before the tick is set', async () => {
  const owner = await anOwner();
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await page.getByLabel('USDC per day', { exact: true }).fill('500');
  await page.getByLabel('Days', { exact: true }).fill('100');

  const worst = page.getByRole('region', { name: riskWords.heading });
  await worst.getByText(/500 USDC at once/).waitFor();
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  await page.context().close();
});
