// Nothing is asked of the wallet before the Snap has named whom the grant is made out to, and nobody else names it.
import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { words } from '../../../../site/words/words';
import { picture } from '../../picture';
import { anOwner, expectDone, type Owner, openForm, PATIENCE, press, signIn } from '../../visit';
import { altered, startGrant } from './stage';

const ask = (page: Page) => page.getByRole('main').getByRole('button', { name: words.wish.ask });

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

  await page.getByText(words.guardian.waiting).waitFor(PATIENCE);
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-waiting');
  // The return key does not get past it either.
  await page.getByLabel(words.wish.days, { exact: true }).press('Enter');
  expect(await page.evaluate(() => localStorage.getItem('bardo.grant'))).toBeNull();
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  answer({ guardian: owner.guardian.address });
  await press(page, words.wish.ask);

  await expectDone(page);
  await page.context().close();
}, 90_000);

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
  await page.getByText(words.guardian.unanswered).waitFor(PATIENCE);
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-unanswered');
  locked = false;
  await press(page, words.guardian.again);

  await expect.poll(() => ask(page).isEnabled(), PATIENCE).toBe(true);
  await page.context().close();
}, 90_000);

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
  await press(page, words.runway.renew);

  await page.getByText(words.guardian.other).waitFor(PATIENCE);
  await page.getByText(thief).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-other');
  await press(page, words.wish.cancel);
  await press(page, words.gas.open);
  await page.getByText(words.guardian.other).waitFor(PATIENCE);
  expect(await ask(page).isDisabled()).toBe(true);
  await press(page, words.wish.cancel);

  // Nor is it the control plane that says there is none: that would be a grant without any of Bardo's rules.
  lie = null;
  await page.reload();
  await press(page, words.runway.renew);
  await page.getByText(words.guardian.unguarded).waitFor(PATIENCE);
  expect(await ask(page).isDisabled()).toBe(true);
  await picture(page, 'guardian-none');
  await page.getByLabel(words.guardian.accept).check();
  expect(await ask(page).isDisabled()).toBe(false);
  await page.getByLabel(words.guardian.accept).uncheck();
  expect(await ask(page).isDisabled()).toBe(true);
  await press(page, words.wish.cancel);
  await press(page, words.gas.open);
  await page.getByText(words.guardian.unguarded).waitFor(PATIENCE);
  // Whom it would go to stands in the form, where the owner is asked to know it.
  await page.getByText(words.gas.key).getByText(owner.session.address.toLowerCase()).waitFor();
  expect(await ask(page).isDisabled()).toBe(true);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
}, 120_000);
