// The same walk with both forms of MetaMask: 13.13, which cannot say what it grants and takes the older request, and
// 13.23. And with two accounts in one wallet.
import { expect, it } from 'vitest';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantSupportWords } from '../../../../site/cards/grant-support.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { orphansWords } from '../../../../site/cards/orphans.words';
import { riskWords } from '../../../../site/cards/risk.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { WALLET_FORMS } from '../../../../site/world/wallet/view';
import { encodeContext } from '../../../../src/core/delegations/delegation';
import {
  anOwner,
  expectAlert,
  expectDone,
  grantQuietly,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { upgradingBatch } from '../../stage';
import { permissionsOf, startGrant, startHere } from './steps';

visitInThisFile();

it.each([...WALLET_FORMS])('goes from wish to lease with %s', async (form) => {
  const owner = await anOwner({}, form);
  const page = await startGrant(owner);

  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  expect(await permissionsOf(owner)).toMatchObject([
    { cap: '10000000', revokedAt: null, lease: { generation: 1 } },
  ]);
  await page.context().close();
});

it.each([...WALLET_FORMS])('asks again after a refusal with %s', async (form) => {
  const owner = await anOwner({}, form);
  const { script } = owner.wallet;
  const grant = script.wallet_requestExecutionPermissions;
  script.wallet_requestExecutionPermissions = (params: never) => {
    if (JSON.stringify(params) === '[{}]') return grant?.(params);
    throw walletError(4001);
  };
  const page = await startGrant(owner);
  await expectAlert(page, walletWords.errors[4001]);
  script.wallet_requestExecutionPermissions = grant as never;
  await press(page, grantWaysWords.go);

  await expectDone(page);
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});

it('counts what else is granted in the worst case, also where a link led straight to the form', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, null);
  const page = await owner.visit('/grant');
  await page.route('**/api/golems', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await signIn(page);
  await page.getByLabel(grantFieldsWords.name, { exact: true }).fill('Vesta');
  await page.getByLabel(grantFieldsWords.id, { exact: true }).fill(`${owner.golem}-two`);
  await page.getByLabel(grantFieldsWords.sessionKey).fill(owner.session.address);
  await page.getByLabel(grantFieldsWords.payees).fill(owner.ask().payees.join('\n'));

  const worst = page.getByRole('region', { name: riskWords.heading });
  await worst.getByText(/20 USDC at once/).waitFor();
  await page.context().close();
});

it('says which account to choose where the wallet lets one choose', async () => {
  const owner = await anOwner({}, '13.13');
  const { script } = owner.wallet;
  const grant = script.wallet_requestExecutionPermissions;
  script.wallet_requestExecutionPermissions = (params: never) =>
    JSON.stringify(params) === '[{}]' ? grant?.(params) : new Promise(() => undefined);
  const page = await startGrant(owner);

  const account = owner.owner.address.toLowerCase();
  await page.getByText(grantSupportWords.chooseAccount(account)).waitFor();
  await page.context().close();
});

it.each([...WALLET_FORMS])(
  'tells a cancelled upgrade from one that was sent (%s)',
  async (form) => {
    const owner = await anOwner({}, form);
    const { script } = owner.wallet;
    let upgraded = false;
    script.eth_getCode = (params: never) =>
      upgraded ? visit.chain.cheat('eth_getCode', params as unknown[]) : '0x';
    let looks = 0;
    script.wallet_sendCalls = () => ({ id: '0x01' });
    script.wallet_getCallsStatus = () => {
      looks += 1;
      if (looks > 1) throw walletError(5730, 'No matching bundle found');
      return { status: 100 };
    };
    const page = await owner.visit();
    await page.clock.install();
    await signIn(page);
    await startHere(page, owner);
    /** The page waits some blocks for the wallet's own upgrade, and a second between two looks. */
    const pass = async (until: () => Promise<boolean>) => {
      await expect
        .poll(async () => {
          await page.clock.fastForward(2000);
          return until();
        })
        .toBe(true);
    };
    const refused = page.getByRole('alert').getByText(walletWords.errors[4001]);
    await pass(async () => (await refused.count()) > 0);
    expect(await page.getByText(walletWords.send.slow).count()).toBe(0);

    const batch = upgradingBatch(visit.chain, owner.owner);
    Object.assign(script, batch, {
      wallet_sendCalls: async (params: never) => {
        const sent = await batch.wallet_sendCalls?.(params);
        upgraded = true;
        return sent;
      },
    });
    await press(page, grantWaysWords.go);
    const done = page.getByText(grantFinishedWords.runway('Atlas'));
    await pass(async () => (await done.count()) > 0);
    await page.context().close();
  },
);

it('shows an account nothing of what another one granted', async () => {
  const first = await anOwner();
  const second = await anOwner();
  const stray = encodeContext([await first.grant()]);
  // One wallet with two accounts: it lists what both of them granted to this site.
  first.grants.push(stray);
  second.grants.push(stray);
  const page = await second.visit();
  await signIn(page);
  await page.getByRole('link', { name: pageWords.grantRunway }).waitFor();
  const looked = () => second.wallet.asked.includes('wallet_getGrantedExecutionPermissions');
  await expect.poll(looked).toBe(true);
  await startHere(page, second);
  await expectDone(page);
  expect(await page.getByRole('heading', { name: orphansWords.heading }).count()).toBe(0);
  await page.context().close();

  const own = await first.visit();
  await signIn(own);
  await own.getByRole('heading', { name: orphansWords.heading }).waitFor();
  await own.context().close();
});
