// Gas: wished for along with a runway, granted beside it, sent at once, and leased anew when the key changes.
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { gasFormWords } from '../../../../site/cards/gas-form.words';
import { gasLineWords } from '../../../../site/cards/gas-line.words';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { identityWords } from '../../../../site/cards/identity.words';
import { riskWords } from '../../../../site/cards/risk.words';
import { runwayActionsWords } from '../../../../site/cards/runway-actions.words';
import { strategyWords } from '../../../../site/cards/strategy.words';
import { grantWords } from '../../../../site/grant/grant.words';
import { answered } from '../../../../site/plane/plane';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { planPull } from '../../../../src/agent/runway/pull';
import { readRunway } from '../../../../src/agent/runway/runway';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  expectDone,
  follow,
  grantQuietly,
  type Owner,
  openForm,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { altered, permissionsOf, startGrant } from './steps';

visitInThisFile();

it('asks for an explicit yes above 100 USDC a day or 90 days, and reads a strategy', async () => {
  const owner = await anOwner();
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await page.getByText(strategyWords.heading).click();
  await page
    .getByLabel('STRATEGY.md')
    .fill('Spend at most 5 USDC per day for 14 days. Gas: at most 0.001 ETH per day.');
  await press(page, strategyWords.use);
  expect(await page.getByLabel(grantFieldsWords.amount, { exact: true }).inputValue()).toBe('5');
  expect(await page.getByLabel(grantFieldsWords.days, { exact: true }).inputValue()).toBe('14');
  await picture(page, 'strategy');
  await page.getByLabel(grantFieldsWords.amount, { exact: true }).fill('101');
  await page.getByLabel(grantFieldsWords.days, { exact: true }).fill('91');
  await press(page, pageWords.askMetaMask);
  await page.getByText(grantWords.form.override).waitFor();
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  await page.getByRole('checkbox').check();
  await press(page, pageWords.askMetaMask);

  // The strategy names gas as well: that is a second grant, and the last thing said.
  await expectDone(page, grantFinishedWords.gas('Atlas'));
  const caps = (await permissionsOf(owner)).map(({ cap }) => cap);
  expect(caps.sort()).toEqual(['1000000000000000', '101000000']);
  await page.context().close();
});

it('lets a Golem refill its gas by a second, small grant', async () => {
  const owner = await anOwner();
  const page = await startGrant(owner);
  await expectDone(page);
  await page.getByRole('link', { name: 'Open Atlas' }).click();
  await press(page, runwayActionsWords.gasOpen);
  await page.getByLabel(gasFormWords.amount('ETH')).fill('0.0005');
  await page
    .getByRole('region', { name: riskWords.heading })
    .getByText(/0\.0005 ETH at once/)
    .waitFor();
  await picture(page, 'gas');
  await press(page, pageWords.askMetaMask);

  await expectDone(page, grantFinishedWords.gas('Atlas'));
  await follow(page, grantFinishedWords.open('Atlas'));
  await page
    .getByText(/may refill 0\.0005 ETH a day until .* \(0\.0005 ETH left today\)/)
    .waitFor();
  const gas = (await permissionsOf(owner)).find(({ token }) => token === null);
  expect(gas).toMatchObject({ cap: '500000000000000', lease: { budgetId: '2' } });
  await page.context().close();
});

const guardianOf = ({ guardian }: Owner) => guardian.address.toLowerCase() as Hex;
const weiOf = ({ link }: Owner, address: Hex) => link.client.getBalance({ address });

async function gasContext({ plane, golem }: Owner) {
  const { permissions, contexts } = answered(await plane.ask('golem', { id: golem }));
  const gas = permissions.find(({ token }) => token === null);
  const context = contexts.find(({ permission }) => permission === gas?.id)?.context as Hex;
  return { gas, lease: readRunway(context, visit.chain.chainId) };
}

it('goes to the new key when the key changes, and no longer to the old one', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, guardianOf(owner), [{ gasDaily: '1000000000000000' }]);
  const old = await gasContext(owner);
  const next = privateKeyToAccount(generatePrivateKey());
  const agent = { account: owner.session, owner: owner.owner.address, golem: owner.golem };
  const asking = { agent, body: { sessionKey: next.address.toLowerCase() } };
  expect((await visit.house.ask('rotate', asking)).status).toBe(200);
  const page = await owner.visit(`/golem/${owner.golem}`);
  await signIn(page);
  await press(page, runwayActionsWords.rotate);
  expect(await page.getByLabel(grantFieldsWords.sessionKey).inputValue()).toBe(
    asking.body.sessionKey,
  );
  await press(page, grantFormWords.askLease);
  await expectDone(page, grantFinishedWords.lease('Atlas'));
  await follow(page, grantFinishedWords.open('Atlas'));

  await page.getByText(gasLineWords.oldKey).waitFor();
  await Promise.all([owner.fund(next.address), owner.fund(owner.session.address)]);
  const amount = 10n ** 14n;
  const byOld = planPull(owner.link, old.lease, { payee: owner.session.address, amount });
  await owner.send(owner.session, byOld);
  await picture(page, 'gas-old-key');
  await press(page, runwayActionsWords.gasLease);
  await expectDone(page, grantFinishedWords.gas('Atlas'));
  await follow(page, grantFinishedWords.open('Atlas'));
  await page.getByText(/may refill 0\.001 ETH a day/).waitFor();
  expect(await page.getByRole('button', { name: runwayActionsWords.gasLease }).count()).toBe(0);
  // One grant of gas as before: only its lease is new, and MetaMask was not asked.
  expect(owner.grants).toHaveLength(2);
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  const now = await gasContext(owner);
  expect(now.gas).toMatchObject({ id: old.gas?.id, lease: { generation: 2, budgetId: '2' } });

  const before = await weiOf(owner, owner.owner.address);
  await owner.send(next, planPull(owner.link, now.lease, { payee: next.address, amount }));
  await expect(owner.send(owner.session, byOld)).rejects.toThrow(/superseded/);
  expect(before - (await weiOf(owner, owner.owner.address))).toBe(amount);
  await page.context().close();
});

it('is not sent to a key that only the control plane names, nor does the owner vouch for it', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, guardianOf(owner));
  const page = await owner.visit();
  const thief = privateKeyToAccount(generatePrivateKey()).address;
  await altered<{ golem: { sessionKey: string } }>(
    page,
    `**/api/golems/${owner.golem}`,
    ({ golem }) => {
      golem.sessionKey = thief.toLowerCase();
    },
  );
  await signIn(page);
  await page.getByRole('link', { name: 'Open Atlas' }).click();
  await press(page, gasLineWords.send);

  await expectAlert(page, gasLineWords.unsigned);
  await press(page, identityWords.attest);
  await expectAlert(page, identityWords.unsigned);
  expect(owner.wallet.asked).not.toContain('eth_sendTransaction');
  expect(owner.wallet.asked).not.toContain('eth_signTypedData_v4');
  expect(await weiOf(owner, thief)).toBe(0n);
  await page.context().close();
});

it('is sent at once to a key that has none; what the owner refuses is not sent', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, guardianOf(owner));
  const { script, asked } = owner.wallet;
  const send = script.eth_sendTransaction;
  const page = await owner.visit(`/golem/${owner.golem}`);
  await signIn(page);
  await page.getByText(gasLineWords.low(0)).waitFor();
  await picture(page, 'no-gas');
  script.eth_sendTransaction = () => {
    throw walletError(4001);
  };
  await press(page, gasLineWords.send);
  await expectAlert(page, walletWords.errors[4001]);
  expect(await weiOf(owner, owner.session.address)).toBe(0n);
  script.eth_sendTransaction = send as never;
  asked.length = 0;
  await press(page, gasLineWords.send);

  // Mined, and said so beside figures that are still those from before: nobody is led to send it twice.
  await page.getByText(gasLineWords.sentUnseen).waitFor();
  expect(await page.getByRole('button', { name: gasLineWords.send }).count()).toBe(0);
  const price = await owner.link.client.getGasPrice();
  const held = await weiOf(owner, owner.session.address);
  expect(held).toBeGreaterThanOrEqual(price * 400_000n * 5n);
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  // The control plane reads a key's gas every ten seconds.
  visit.house.clock.ahead += 10;
  await page.getByText(gasLineWords.sentUnseen).waitFor({ state: 'hidden' });
  expect(await page.getByText(gasLineWords.low(0)).count()).toBe(0);
  await page.context().close();
});
