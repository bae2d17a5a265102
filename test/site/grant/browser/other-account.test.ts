// 13.13 lets the owner choose the account in its own window: one that is not signed in here may give the grant.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { grantProgressWords } from '../../../../site/cards/grant-progress.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { orphansWords } from '../../../../site/cards/orphans.words';
import { revokePageWords } from '../../../../site/cards/revoke-page.words';
import { grantWords } from '../../../../site/grant/grant.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { encodeContext } from '../../../../src/core/delegations/delegation';
import {
  anOwner,
  emit,
  expectAlert,
  expectDone,
  type Owner,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { aSiteStage, type SiteStage } from '../../stage';
import { STEPS, startGrant, waitStep } from './steps';

visitInThisFile();

const orphans = (page: Page) => page.getByRole('region', { name: orphansWords.heading });

/** Returns how to choose the right one again. */
function choosesAnother({ wallet, guardian }: Owner, other: SiteStage): () => void {
  const right = wallet.script.wallet_requestExecutionPermissions;
  wallet.script.wallet_requestExecutionPermissions = async (params: never) => {
    if (JSON.stringify(params) === '[{}]') throw walletError(-32602);
    const to = guardian.address.toLowerCase() as `0x${string}`;
    return [{ context: encodeContext([await other.grant({ to })]), chainId: '0x14a34' }];
  };
  return () => {
    wallet.script.wallet_requestExecutionPermissions = right as never;
  };
}

/** The wallet shows another account from now on. */
async function switchTo(page: Page, { wallet }: Owner, other: SiteStage): Promise<void> {
  for (const method of [
    'eth_accounts',
    'eth_requestAccounts',
    'personal_sign',
    'eth_sendTransaction',
  ])
    wallet.script[method] = other.wallet.script[method] as never;
  await emit(page, 'accountsChanged', [other.owner.address]);
  await signIn(page);
}

it('says that another account gave the grant, and asks again from the right one', async () => {
  const owner = await anOwner({}, '13.13');
  const other = await aSiteStage(visit.chain, visit.house, {}, '13.13');
  const reason = grantWords.otherAccount(other.owner.address.toLowerCase());
  const chooseRight = choosesAnother(owner, other);
  const page = await startGrant(owner);
  await expectAlert(page, reason);
  await page.reload();
  await waitStep(page, STEPS.review);

  const main = page.getByRole('main');
  await main.getByText(reason).waitFor();
  const granted = page.getByRole('region', { name: grantProgressWords.granted });
  expect(await granted.textContent()).toMatch(
    /Account: asked 0x.* granted 0x.*not what you asked for/,
  );
  expect(await main.getByText(grantProgressWords.same).count()).toBe(0);
  for (const name of [/^Accept /, grantWaysWords.end, grantWaysWords.go])
    expect(await main.getByRole('button', { name, exact: true }).count()).toBe(0);
  await main.getByRole('button', { name: grantWaysWords.giveUp }).waitFor();

  chooseRight();
  await press(page, grantWaysWords.askRight);
  await expectDone(page);
  await page.context().close();
});

it('shows the grant to the account that gave it, which can end it there', async () => {
  const owner = await anOwner({}, '13.13');
  const other = await aSiteStage(visit.chain, visit.house, {}, '13.13');
  choosesAnother(owner, other);
  const page = await startGrant(owner);
  await press(page, grantWaysWords.giveUp);
  await page.getByRole('link', { name: pageWords.grantRunway }).waitFor();
  expect(await orphans(page).count()).toBe(0);

  await switchTo(page, owner, other);
  await orphans(page).waitFor();
  await page.goto(`${new URL(page.url()).origin}/revoke`);
  await orphans(page)
    .getByText(/10 USDC a day/)
    .waitFor();
  expect(await page.getByText(revokePageWords.nothing).count()).toBe(0);
  await press(page, orphansWords.end);

  await page.getByText(revokePageWords.nothing).waitFor();
  await page.reload();
  await page.getByText(revokePageWords.nothing).waitFor();
  expect(await orphans(page).count()).toBe(0);
  await page.context().close();
});

it('says beside the step why it stopped, also after a reload', async () => {
  const owner = await anOwner({}, '13.13');
  owner.wallet.script.wallet_requestExecutionPermissions = (params: never) => {
    throw walletError(JSON.stringify(params) === '[{}]' ? -32602 : -32603, 'no nonce');
  };
  const page = await startGrant(owner);
  const reason = walletWords.itSaid(walletWords.errors['-32603'], 'no nonce');
  await expectAlert(page, reason);
  await page.reload();

  const main = page.getByRole('main');
  await main.getByText(reason).waitFor();
  await main.getByText(grantWords.cannotLook).waitFor();
  await page.context().close();
});
