// The Snap goes while a grant is under way: removed, or switched off in MetaMask. Both look alike to a page that only
// hears an error, and the owner can do something else about each.
import { expect, it } from 'vitest';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { runwayActionsWords } from '../../../../site/cards/runway-actions.words';
import { snapBadgeWords } from '../../../../site/cards/snap-badge.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  expectDone,
  type Owner,
  openForm,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { permissionsOf, STEPS, startGrant, waitStep } from './steps';

visitInThisFile();

/** It goes at the last window before the lease. */
async function goesMidway(owner: Owner, go: () => void) {
  const send = owner.wallet.script.eth_sendTransaction;
  owner.wallet.script.eth_sendTransaction = async () => {
    go();
    throw walletError(4001);
  };
  const page = await startGrant(owner);
  await expectAlert(page, walletWords.errors[4001]);
  owner.wallet.script.eth_sendTransaction = send as never;
  await press(page, grantWaysWords.noGas);
  return page;
}

it('waits when the Snap is removed midway, leads to adding it again, and goes on', async () => {
  const owner = await anOwner();
  const page = await goesMidway(owner, () => {
    owner.snap.version = null;
  });
  await expectAlert(page, walletWords.snapAbsent.missing);
  await waitStep(page, STEPS.lease);
  await press(page, snapBadgeWords.install);
  await page.getByRole('heading', { name: snapBadgeWords.heading }).waitFor({ state: 'hidden' });
  await press(page, grantWaysWords.go);

  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});

it('waits when the Snap is switched off midway, says where to switch it on, and goes on', async () => {
  const owner = await anOwner();
  const page = await goesMidway(owner, () => {
    owner.snap.enabled = false;
  });
  await expectAlert(page, walletWords.snapAbsent.off);
  await waitStep(page, STEPS.lease);
  await page.getByText(snapBadgeWords.off).waitFor();
  // Adding it again would change nothing: MetaMask has it and leaves it off.
  expect(await page.getByRole('button', { name: snapBadgeWords.install }).count()).toBe(0);
  await picture(page, 'snap-off');
  await press(page, grantWaysWords.go);
  await expectAlert(page, walletWords.snapAbsent.off);
  expect(await permissionsOf(owner)).toMatchObject([{ revokedAt: null, lease: null }]);

  owner.snap.enabled = true;
  await page.getByText(snapBadgeWords.off).waitFor({ state: 'hidden' });
  await press(page, grantWaysWords.go);
  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  expect(await permissionsOf(owner)).toMatchObject([{ lease: { generation: 1 } }]);

  // Beside a Golem's runway it is said too, before MetaMask is asked for what could not be leased.
  owner.snap.enabled = false;
  await page.goto(new URL(`/golem/${owner.golem}`, page.url()).href);
  await press(page, runwayActionsWords.renew);
  await page.getByText(snapBadgeWords.off).waitFor();
  await expectAlert(page, walletWords.snapAbsent.off);
  expect(await page.getByRole('button', { name: pageWords.askMetaMask }).isDisabled()).toBe(true);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});

it('grants nothing around a Snap that is there and switched off', async () => {
  const owner = await anOwner({ enabled: false });
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);

  await expectAlert(page, walletWords.snapAbsent.off);
  expect(await page.getByRole('button', { name: pageWords.askMetaMask }).isDisabled()).toBe(true);
  expect(await page.getByText(grantFormWords.direct(false)).count()).toBe(0);
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  await page.context().close();
});

it('grants nothing around a Snap when the wallet does not say whether it is there', async () => {
  const owner = await anOwner();
  const { script } = owner.wallet;
  const listed = script.wallet_getSnaps;
  script.wallet_getSnaps = () => {
    throw walletError(-32603, 'Internal JSON-RPC error.');
  };
  const page = await owner.visit();
  await signIn(page);
  await page.getByText(snapBadgeWords.unasked).waitFor();
  await openForm(page, owner);
  await expectAlert(page, walletWords.snapAbsent.unasked);
  expect(await page.getByRole('button', { name: pageWords.askMetaMask }).isDisabled()).toBe(true);
  for (const wrong of [snapBadgeWords.unable, grantFormWords.direct(false)])
    expect(await page.getByText(wrong).count()).toBe(0);

  await page.getByRole('alert').getByRole('button', { name: pageWords.again }).waitFor();
  // The page looks again by itself every few seconds: by then there may be no button left to press.
  script.wallet_getSnaps = listed as never;
  await page.getByText(snapBadgeWords.unasked).waitFor({ state: 'hidden' });
  await press(page, pageWords.askMetaMask);
  await expectDone(page);
  expect(await permissionsOf(owner)).toMatchObject([{ lease: { generation: 1 } }]);
  await page.context().close();
});
