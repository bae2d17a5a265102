// The demo wallet as MetaMask Flask 13.13: an older wire form, no method that tells what it grants or granted, and an
// account that stays plain, in silence, when the site names it.
import type { Page } from 'playwright-core';
import { type Address, type Hex, numberToHex, parseEther } from 'viem';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { grantSupportOf } from '../../../site/wallet/grant-support';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { decodeContext } from '../../../src/core/delegations/delegation';
import { openPage } from '../../worker/chromium';
import { type House, OWNER } from './house';
import { ask, panelOf, press, type Reply } from './panel';
import { stage, stageInThisFile } from './stage';

stageInThisFile('connected');

const ACCOUNT = demoAccounts().at(-1)?.address.toLowerCase() as Address;
const GOLEM = `0x${'60'.repeat(20)}`;

let house: House;
let page: Page;

beforeAll(() => {
  ({ house, page } = stage);
});
beforeEach(async () => {
  const { memory } = house.wallet.wallet;
  memory.form = '13.13';
  memory.selected = ACCOUNT;
  memory.permitted.set(house.origin, [ACCOUNT]);
  // A plain account again, whatever a case before did to it.
  await house.chain.cheat('anvil_setCode', [ACCOUNT, '0x']);
  await house.chain.cheat('anvil_setBalance', [ACCOUNT, numberToHex(parseEther('10'))]);
});

const aRequest = (over: object = {}) => ({
  chainId: '0x14a34',
  signer: { type: 'account', data: { address: GOLEM } },
  permission: {
    type: 'native-token-periodic',
    isAdjustmentAllowed: true,
    data: { periodAmount: '0x989680', periodDuration: 86_400, justification: 'Atlas lives on it' },
  },
  rules: [
    {
      type: 'expiry',
      isAdjustmentAllowed: true,
      data: { timestamp: Math.floor(Date.now() / 1000) + 7 * 86_400 },
    },
  ],
  ...over,
});
const request = (over?: object) =>
  ask(page, 'wallet_requestExecutionPermissions', [aRequest(over)]);

async function grantedBy(asked: Promise<Reply>) {
  const { result } = (await asked) as { result: { context: Hex }[] };
  return result[0] as { context: Hex };
}

const code = () => house.chain.cheat('eth_getCode', [ACCOUNT, 'latest']);

it('does not know the methods of later versions', async () => {
  for (const method of ['Supported', 'Granted']) {
    const asked = await ask(page, `wallet_get${method}ExecutionPermissions`);
    expect(asked).toMatchObject({ error: { code: -32601 } });
  }
  expect(await ask(page, 'wallet_revokeExecutionPermission', {})).toMatchObject({
    error: { code: -32601 },
  });
});

it('is known by the site for what it is, without a window', async () => {
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      const reply = await ask(page, method, params);
      if ('error' in reply) throw reply.error;
      return reply.result;
    },
  };

  expect(await grantSupportOf(provider)).toEqual({ form: 'older' });
  expect(house.wallet.wallet.windows.list()).toEqual([]);
  house.wallet.wallet.memory.form = '13.23';
  expect(await grantSupportOf(provider)).toMatchObject({ form: 'newer' });
});

it('grants by the older form, upgrading an account that the site did not name', async () => {
  const asked = request();
  await press(page, 'Grant');
  await panelOf(page).getByRole('heading', { name: 'Account update' }).waitFor();
  await press(page, 'Confirm');
  await panelOf(page).getByRole('heading', { name: 'Permission request' }).waitFor();
  await press(page, 'Confirm');
  const granted = await grantedBy(asked);

  expect(granted).toMatchObject({
    address: ACCOUNT,
    signer: { type: 'account', data: { address: GOLEM } },
    rules: [{ type: 'expiry', isAdjustmentAllowed: true }],
    dependencyInfo: [],
    signerMeta: { delegationManager: expect.stringMatching(/^0xdb9b1e94/i) },
  });
  expect(decodeContext(granted.context)).toHaveLength(1);
  expect(await code()).not.toBe('0x');
});

it('leaves an account plain when the site names it, and says nothing', async () => {
  const asked = request({ address: ACCOUNT });
  await press(page, 'Grant');
  await panelOf(page).getByRole('heading', { name: 'Permission request' }).waitFor();
  await press(page, 'Confirm');

  expect((await grantedBy(asked)).context).toMatch(/^0x/);
  expect(await code()).toBe('0x');
});

it('lets the owner choose another account than the site is connected to', async () => {
  await house.chain.cheat('anvil_setCode', [OWNER, '0x']);
  const asked = request();
  const account = panelOf(page).locator('label').filter({ hasText: 'Account' }).locator('select');
  await account.selectOption(OWNER);
  await press(page, 'Grant');
  await panelOf(page).getByRole('heading', { name: 'Account update' }).waitFor();
  await press(page, 'Confirm');
  await panelOf(page).getByRole('heading', { name: 'Permission request' }).waitFor();
  await press(page, 'Confirm');

  const { context } = await grantedBy(asked);
  expect(decodeContext(context).at(-1)?.delegator.toLowerCase()).toBe(OWNER);
});

it.each<[string, object]>([
  ['the newer form', { signer: undefined, to: GOLEM }],
  ['a key of the newer form', { from: ACCOUNT }],
  ['a rule that does not say whether it may be changed', { rules: [{ type: 'expiry', data: {} }] }],
  ['no end', { rules: [] }],
])('refuses %s, without a window', async (_, over) => {
  expect(await request(over)).toMatchObject({ error: { code: -32602 } });
  expect(house.wallet.wallet.windows.list()).toEqual([]);
});

it('is chosen in the panel, and by the address of the page', async () => {
  const { memory } = house.wallet.wallet;
  await panelOf(page)
    .getByRole('tab', { name: /Wallet/ })
    .click();
  await panelOf(page).getByLabel('Behaves as').selectOption('13.23');
  await expect.poll(() => memory.form).toBe('13.23');

  const other = await openPage(house.browser);
  await other.goto(`${house.origin}/?demo-wallet=13.13`);
  await expect.poll(() => memory.form).toBe('13.13');
  await other.goto(`${house.origin}/?demo-wallet=99.1`);
  await panelOf(other).waitFor();
  expect(memory.form).toBe('13.13');
  await other.close();
});
