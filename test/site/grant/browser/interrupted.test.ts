// Closed, reloaded, failed and refused: what is signed is never signed twice, and nothing is left behind.
import { expect, it } from 'vitest';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { requestListWords } from '../../../../site/cards/request-list.words';
import { planeWords } from '../../../../site/plane/plane.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { aRunwayAsk } from '../../../api/signing';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  expectDone,
  follow,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { permissionsOf, STEPS, startGrant, waitStep } from './steps';

visitInThisFile();

const never = () => new Promise(() => undefined);

it('survives a reload at every step, and is granted once', async () => {
  const owner = await anOwner();
  const { script } = owner.wallet;
  const { now } = visit.house.plane;
  const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
  await visit.house.ask('askRunway', {
    body: await aRunwayAsk(owner.session, { ...about, deadline: now() + 3600 }),
  });
  const real = { ...script };
  const page = await owner.visit();
  /** Works until the step, closes the page there and comes back with a wallet that answers. */
  const reloadAt = async (step: string, go: string | null = grantWaysWords.go) => {
    if (go) await press(page, go);
    await waitStep(page, step);
    await page.reload();
    Object.assign(script, real);
    await waitStep(page, step);
  };
  await signIn(page);
  await follow(page, requestListWords.answer);
  await page.getByLabel(grantFieldsWords.payees).fill(owner.ask().payees.join());
  script.eth_signTypedData_v4 = never;
  await reloadAt(STEPS.intent, pageWords.askMetaMask);

  script.wallet_requestExecutionPermissions = async (params: never) => {
    await real.wallet_requestExecutionPermissions?.(params);
    return never();
  };
  await press(page, grantWaysWords.go);
  await expect.poll(() => owner.grants.length).toBe(1);
  await reloadAt(STEPS.asked, null);

  script.eth_sendTransaction = never;
  await press(page, grantWaysWords.go);
  await expect.poll(() => owner.wallet.asked).toContain('eth_sendTransaction');
  await reloadAt(STEPS.gas, null);
  // A window for it may still be open: that is said before another one opens.
  await press(page, grantWaysWords.go);
  await expectAlert(page, walletWords.send.askedBefore);
  await page.route('**/api/grants', (route) => route.abort());
  await press(page, grantWaysWords.go);
  await expectAlert(page, planeWords.offline);
  await reloadAt(STEPS.register, null);
  await page.unroute('**/api/grants');
  script.wallet_invokeSnap = (params: { request: { method: string } }) =>
    params.request.method === 'issueLease' ? never() : real.wallet_invokeSnap?.(params as never);
  await reloadAt(STEPS.lease);
  await page.route('**/api/leases', (route) => route.abort());
  await press(page, grantWaysWords.go);
  await expectAlert(page, planeWords.offline);
  await reloadAt(STEPS.tell, null);
  await picture(page, 'interrupted');
  await page.unroute('**/api/leases');
  await press(page, grantWaysWords.go);

  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  expect(await permissionsOf(owner)).toMatchObject([{ revokedAt: null, lease: { generation: 1 } }]);
  await page.context().close();
});

it('finds what was signed when the wallet failed right after', async () => {
  const owner = await anOwner();
  const grant = owner.wallet.script.wallet_requestExecutionPermissions;
  owner.wallet.script.wallet_requestExecutionPermissions = async (params: never) => {
    await grant?.(params);
    throw walletError(-32603, 'lost it');
  };
  const page = await startGrant(owner);
  await expectAlert(page, walletWords.itSaid(walletWords.errors['-32603'], 'lost it'));
  await press(page, grantWaysWords.go);

  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});

it('leaves nothing behind when the owner says no and gives up', async () => {
  const owner = await anOwner();
  owner.wallet.script.wallet_requestExecutionPermissions = () => {
    throw walletError(4001);
  };
  const page = await startGrant(owner);
  await expectAlert(page, walletWords.errors[4001]);
  await press(page, grantWaysWords.giveUp);

  await page.getByRole('link', { name: pageWords.grantRunway }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('bardo.grant'))).toBeNull();
  expect(owner.grants).toEqual([]);
  await page.context().close();
});
