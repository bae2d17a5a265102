// Fed and healed in one walk, in a real browser; and how long a Golem lasts.
import { expect, it } from 'vitest';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { healCardWords } from '../../../../site/cards/heal.words';
import { runwayActionsWords } from '../../../../site/cards/runway-actions.words';
import { healWords } from '../../../../site/grant/heal.words';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  expectDone,
  grantQuietly,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';
import { decline, guardianHeals, phaseOnChain } from '../../healing';

visitInThisFile();

it('asks after feeding whether to heal, and shows what the chain answers', async () => {
  const owner = await anOwner();
  const { guardian, golem, wallet } = owner;
  await grantQuietly(owner, guardian.address);
  await decline(owner);
  const snap = wallet.script.wallet_invokeSnap;
  guardianHeals(owner, { approved: false });
  const page = await owner.visit(`/golem/${golem}`);
  await signIn(page);
  await page.getByText(healCardWords.question('Atlas', 'declining')).waitFor();
  await page.getByText(/^Lasts until /).waitFor();
  await picture(page, 'heal');

  await press(page, runwayActionsWords.change);
  await press(page, grantFormWords.askLease);
  await expectDone(page, grantFinishedWords.lease('Atlas'));
  await page.getByRole('button', { name: healCardWords.notNow }).waitFor();
  await press(page, healCardWords.heal('Atlas'));
  await expectAlert(page, healWords.refused);
  expect(await phaseOnChain(owner)).toBe(3);

  wallet.script.wallet_invokeSnap = snap as never;
  guardianHeals(owner);
  await press(page, healCardWords.heal('Atlas'));
  await page.getByText(/Atlas is stable again/).waitFor({ state: 'attached' });
  await page.getByText(healCardWords.question('Atlas', 'declining')).waitFor({ state: 'detached' });
  expect(await phaseOnChain(owner)).toBe(1);
  await page.context().close();
});
