// Nothing is asked of the wallet before the Snap has named whom the grant is made out to, and nobody else names it.
import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { gasFormWords } from '../../../../site/cards/gas-form.words';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { guardianWords } from '../../../../site/cards/guardian.words';
import { runwayActionsWords } from '../../../../site/cards/runway-actions.words';
import { pageWords } from '../../../../site/words/page.words';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectDone,
  type Owner,
  openForm,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';
import { altered, startGrant } from './steps';

visitInThisFile();

const ask = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: pageWords.askMetaMask });

/** The Snap's answer to one question, scripted; all others as ever. */
function guardianSays({ wallet: { script } }: Owner, say: () => unknown): void {
  const real = script.wallet_invokeSnap;
  script.wallet_invokeSnap = (params: { request: { method: string } }) =>
    params.request.method === 'getGuardian' ? say() : real?.(params as never);
}

it('is waited for before the wallet is asked, and it is said what is waited for', async () => {
  const owner = await anOwner();
  let answer = (_: object) => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  guardianSays(owner, () => slow);
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);

  await page.getByText(guardianWords.waiting).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-waiting');
  // The return key does not get past it either.
  await page.getByLabel(grantFieldsWords.days, { exact: true }).press('Enter');
  expect(await page.evaluate(() => localStorage.getItem('bardo.grant'))).toBeNull();
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  answer({ guardian: owner.guardian.address });
  await press(page, pageWords.askMetaMask);

  await expectDone(page);
  await page.context().close();
});

it('can be asked for again when the Snap gave no answer', async () => {
  const owner = await anOwner();
  let locked = true;
  guardianSays(owner, () => {
    if (locked) throw Object.assign(new Error('locked'), { code: 4001 });
    return { guardian: owner.guardian.address };
  });
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await page.getByText(guardianWords.unanswered).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-unanswered');
  locked = false;
  await press(page, guardianWords.again);

  await expect.poll(() => ask(page).isEnabled()).toBe(true);
  await page.context().close();
});

it('is never the control plane’s choice', async () => {
  const owner = await anOwner();
  const page = await startGrant(owner);
  await expectDone(page);
  const thief = privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
  let lie: string | null = thief;
  await altered<{ golem: { guardian: string | null } }>(
    page,
    `**/api/golems/${owner.golem}`,
    (told) => {
      told.golem.guardian = lie;
    },
  );
  await page.getByRole('link', { name: 'Open Atlas' }).click();
  await press(page, runwayActionsWords.renew);

  await page.getByText(guardianWords.other).waitFor();
  await page.getByText(thief).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-other');
  await press(page, pageWords.cancel);
  await press(page, runwayActionsWords.gasOpen);
  await page.getByText(guardianWords.other).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await press(page, pageWords.cancel);

  // Nor is it the control plane that says there is none: that would be a grant without any of Bardo's rules.
  lie = null;
  await page.reload();
  await press(page, runwayActionsWords.renew);
  await page.getByText(guardianWords.unguarded).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-none');
  await page.getByLabel(guardianWords.accept).check();
  expect(await ask(page).isDisabled()).toBe(false);
  await page.getByLabel(guardianWords.accept).uncheck();
  expect(await ask(page).isDisabled()).toBe(true);
  await press(page, pageWords.cancel);
  await press(page, runwayActionsWords.gasOpen);
  await page.getByText(guardianWords.unguarded).waitFor();
  // Whom it would go to stands in the form, where the owner is asked to know it.
  await page.getByText(gasFormWords.key).getByText(owner.session.address.toLowerCase()).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});
