// Every sample of the shelf, held against what the real Snap says of it: a label that the insight contradicts would
// teach the visitor the wrong thing.
import type { Page } from 'playwright-core';
import { type Address, encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import { sampleViews } from '../../../site/world/wallet/app/samples';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { type Delegation, hashDelegation } from '../../../src/core/delegations/delegation';
import { anAddress } from '../../vectors/builders';
import { grantTo } from './granting';
import { type House, OWNER } from './house';
import { ask, panelOf, press } from './panel';
import { stage, stageInThisFile } from './stage';

stageInThisFile('connected');

const CHAIN = 84_532;
const SECOND = demoAccounts()[1].address.toLowerCase() as Address;
const DISABLE = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
]);

let house: House;
let page: Page;
let root: Delegation;

/** Atlas lives on a grant that this very wallet gave. */
beforeAll(async () => {
  ({ house, page } = stage);
  await grantTo(anAddress(0x5a));
  const { live } = await house.wallet.wallet.lookAtEstate();
  root = live[0]?.root as Delegation;
  const hash = hashDelegation(root);
  const { golems = [], permissions = [] } = stage.told;
  stage.told = {
    ...stage.told,
    golems: golems.map((golem) => ({ ...golem, chainId: CHAIN })),
    permissions: permissions.map((one) => ({
      ...one,
      chainId: CHAIN,
      ...(one.golem === 'atlas' ? { delegationHashes: [hash], lease: null } : {}),
    })),
  };
  await house.wallet.snap.check();
});

const shelf = () => sampleViews(house.wallet.wallet);

/** What is said, and how loudly. */
async function opened(id: string): Promise<{ text: string; levels: string[] }> {
  const title = shelf().find((one) => one.id === id)?.title ?? id;
  await panelOf(page).getByRole('tab', { name: 'Try it' }).click();
  await panelOf(page).getByRole('button', { name: title }).click();
  const insight = panelOf(page).getByRole('region', { name: /Insights from Bardo/ });
  await insight.locator('.banner').first().waitFor();
  const text = (await insight.locator('.body').textContent()) ?? '';
  const classes = await insight
    .locator('.banner')
    .evaluateAll((all) => all.map((one) => one.className.replace('banner', '').trim()));
  await press(page, 'Close');
  return { text, levels: classes };
}

it.each<[string, RegExp, RegExp | null]>([
  ['runway', /10 USDC\/day for 7 days/, null],
  ['end-grant', /Ends[\s\S]*Atlas/, /Ends nothing|will fail/],
  ['panic', /Ends every MetaMask grant/, /another chain/],
])('a good one is read as good: %s', async (id, says, never) => {
  const { text, levels } = await opened(id);

  expect(shelf().find((one) => one.id === id)).toMatchObject({ kind: 'good', missing: false });
  expect(text).toMatch(says);
  if (never) expect(text).not.toMatch(never);
  expect(levels).not.toContain('danger');
});

it.each([
  ['announce', /cancel window 60 min/],
  ['action-permit', /No simulation/i],
])('an odd one is read as odd: %s', async (id, says) => {
  const { text, levels } = await opened(id);

  expect(shelf().find((one) => one.id === id)?.kind).toBe('odd');
  expect(text).toMatch(says);
  expect(levels).toContain('warning');
  expect(levels).not.toContain('danger');
});

it.each([
  ['look-alike', /imitates Bardo/],
  ['open-delegation', /Open to anyone[\s\S]*Unlimited control/],
])('a malicious one is read as malicious: %s', async (id, says) => {
  const { text, levels } = await opened(id);

  expect(shelf().find((one) => one.id === id)?.kind).toBe('malicious');
  expect(text).toMatch(says);
  expect(levels).toContain('danger');
});

it('a batch hides what its label says: a grant that was ended comes back', async () => {
  const data = encodeFunctionData({ abi: DISABLE, args: [root as never] });
  const sent = ask(page, 'eth_sendTransaction', [
    { from: OWNER, to: FRAMEWORK.delegationManager, data },
  ]);
  await press(page, 'Confirm');
  await sent;
  const ended = async () =>
    (await house.wallet.wallet.lookAtEstate()).disabled.map((one) => one.root);
  await expect.poll(ended).toContainEqual(root);
  const at = Math.floor(Date.now() / 1000);
  const permissions = stage.told.permissions?.map((one) =>
    one.golem === 'atlas' ? { ...one, revokedAt: at, left: '0' } : one,
  );
  stage.told = { ...stage.told, ...(permissions ? { permissions } : {}) };
  await house.wallet.snap.check();
  const { text, levels } = await opened('batch');

  expect(text).toMatch(/Re-opens a revoked permission of/);
  expect(text).not.toMatch(/not revoked|will fail/);
  expect(levels).toContain('danger');
});

it('an account that granted and ended nothing is offered neither', async () => {
  const { memory, lookAtEstate } = house.wallet.wallet;
  memory.selected = SECOND;
  await lookAtEstate();
  house.wallet.wallet.changed();

  const missing = shelf().filter((one) => one.missing);
  expect(missing.map(({ id }) => id)).toEqual(['end-grant', 'batch']);
  await panelOf(page).getByRole('tab', { name: 'Try it' }).click();
  for (const { title, text } of missing) {
    const button = panelOf(page).getByRole('button', { name: title });
    await button.getByText(text).waitFor();
    expect(await button.isDisabled()).toBe(true);
  }
});
