// A week's grant with a day's limit and a shorter lease, and a running lease that is shortened from the Golem's page.
import { expect, it } from 'vitest';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { riskWords } from '../../../../site/cards/risk.words';
import { runwayActionsWords } from '../../../../site/cards/runway-actions.words';
import { strategyWords } from '../../../../site/cards/strategy.words';
import { readGrant } from '../../../../site/grant/terms';
import { pageWords } from '../../../../site/words/page.words';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectDone,
  follow,
  goHome,
  grantQuietly,
  openForm,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { permissionsOf } from './steps';

visitInThisFile();

const DAY = 86_400;

it('grants a week of a strategy, with a limit per day and a lease that ends first', async () => {
  const owner = await anOwner();
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await page.getByText(strategyWords.heading).click();
  await page.getByLabel('STRATEGY.md').fill('Spend at most 70 USDC per week for 14 days.');
  // The text names no gas: the estimate becomes a sentence of it.
  await press(page, strategyWords.add(strategyWords.gas('0.05', 'ETH')));
  expect(await page.getByLabel('STRATEGY.md').inputValue()).toContain('0.05 ETH per day');
  await press(page, strategyWords.use);
  const amount = page.getByLabel(grantFieldsWords.amounts.week, { exact: true });
  expect(await amount.inputValue()).toBe('70');
  expect(await page.getByLabel(grantFieldsWords.period, { exact: true }).inputValue()).toBe('week');
  await page.getByText(grantFieldsWords.periodBoth('week', '')).waitFor();
  await page.getByText(grantFieldsWords.more, { exact: true }).click();
  await page.getByLabel(grantFieldsWords.gasDaily('ETH')).fill('0');
  await page.getByLabel(grantFieldsWords.daily).fill('20');
  await page.getByLabel(grantFieldsWords.leaseDays).fill('3');
  const risk = page.getByRole('region', { name: riskWords.heading });
  await risk.getByText(/20 USDC at once/).waitFor();
  await picture(page, 'period');
  await press(page, pageWords.askMetaMask);

  await expectDone(page);
  await page.getByText(grantFinishedWords.perDay('20 USDC')).waitFor();
  const [permission] = await permissionsOf(owner);
  expect(permission).toMatchObject({
    ...{ cap: '70000000', periodSeconds: 7 * DAY },
    lease: { cap: '20000000' },
  });
  expect((permission?.expiresAt ?? 0) - (permission?.lease?.expiresAt ?? 0)).toBeGreaterThan(
    10 * DAY,
  );
  await page.context().close();
});

it('shortens a running lease from the Golem’s page, with the worst case before', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, owner.guardian.address);
  const page = await owner.visit(`/golem/${owner.golem}`);
  await signIn(page);
  await press(page, runwayActionsWords.change);
  await page.getByLabel(grantFieldsWords.leaseDays).fill('2');
  const risk = page.getByRole('region', { name: riskWords.heading });
  await risk.getByText(/10 USDC at once, [23]0 USDC by/).waitFor();
  await picture(page, 'shorten');
  await press(page, grantFormWords.askLease);

  await expectDone(page, grantFinishedWords.lease('Atlas'));
  const [permission] = await permissionsOf(owner);
  expect((permission?.expiresAt ?? 0) - (permission?.lease?.expiresAt ?? 0)).toBeGreaterThan(
    4 * DAY,
  );
  await page.context().close();
});

it('pins one payee by MetaMask’s own rule where Bardo is not in the wallet', async () => {
  const owner = await anOwner({ version: null });
  const type = { chainIds: ['0x14a34'], ruleTypes: ['expiry', 'payee'] };
  owner.wallet.script.wallet_getSupportedExecutionPermissions = () => ({
    'erc20-token-periodic': type,
    'native-token-periodic': type,
  });
  // A wallet that has no Snaps at all.
  owner.wallet.script.wallet_getSnaps = () => {
    throw walletError(-32601);
  };
  const page = await owner.visit();
  await signIn(page);
  await goHome(page);
  await follow(page, pageWords.grantRunway);
  await page.getByLabel(grantFieldsWords.name, { exact: true }).fill('Atlas');
  await page.getByLabel(grantFieldsWords.id, { exact: true }).fill(owner.golem);
  await page.getByLabel(grantFieldsWords.sessionKey).fill(owner.session.address);
  await page.getByText(grantFormWords.direct(true)).waitFor();
  await page.getByLabel(grantFieldsWords.onePayee).fill(owner.ask().payees.join());
  await page.getByLabel(grantFieldsWords.period, { exact: true }).selectOption('month');
  await page.getByText(grantFieldsWords.periodAlone.month).waitFor();
  await press(page, pageWords.askMetaMask);

  await expectDone(page);
  const read = readGrant(owner.grants.at(-1) ?? '0x', 84_532);
  expect(read.ok && read.terms).toMatchObject({
    payees: owner.ask().payees,
    periodSeconds: 30 * DAY,
  });
  await page.context().close();
});
