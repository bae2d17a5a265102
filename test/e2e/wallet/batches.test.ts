// Batches (ERC-5792) in the demo wallet: several calls as one, by an account that is upgraded on the way.
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { WALLET_FORMS } from '../../../site/world/wallet/view';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import type { House } from './house';
import { ask, panelOf, press } from './panel';
import { stage, stageInThisFile } from './stage';

stageInThisFile('connected');

const [OWNER, SECOND] = demoAccounts().map(({ address }) => address.toLowerCase()) as [
  Address,
  Address,
];
const PAYEE = `0x${'7e'.repeat(20)}`;
const SMART = `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`;

let house: House;
let page: Page;

beforeAll(() => {
  ({ house, page } = stage);
});

const aBatch = (over: object = {}) => ({
  version: '2.0.0',
  chainId: '0x14a34',
  from: SECOND,
  atomicRequired: true,
  calls: [
    { to: OWNER, value: '0x1' },
    { to: PAYEE, value: '0x2' },
  ],
  ...over,
});

const statusOf = (id: string) => ask(page, 'wallet_getCallsStatus', [id]);
const idOf = (reply: unknown) => (reply as { result: { id: string } }).result.id;

it.each([...WALLET_FORMS])(
  'gives the id before the owner decides, and forgets it on Cancel (%s)',
  async (form) => {
    house.wallet.wallet.memory.form = form;
    house.wallet.wallet.memory.permitted.set(house.origin, [SECOND]);
    const id = idOf(await ask(page, 'wallet_sendCalls', [aBatch()]));

    await panelOf(page).getByRole('heading', { name: 'Includes 2 transactions' }).waitFor();
    expect(await statusOf(id)).toMatchObject({ result: { status: 100 } });
    await press(page, 'Cancel');

    await expect
      .poll(() => statusOf(id))
      .toEqual({ error: { code: 5730, message: 'No matching bundle found' } });
  },
);

it('makes a plain transaction of one call, and upgrades nothing', async () => {
  house.wallet.wallet.memory.permitted.set(house.origin, [SECOND]);
  const calls = [{ to: PAYEE, value: '0x2' }];
  const id = idOf(await ask(page, 'wallet_sendCalls', [aBatch({ calls })]));
  await panelOf(page).getByRole('heading', { name: 'Transaction request' }).waitFor();
  await press(page, 'Confirm');

  await expect.poll(() => statusOf(id)).toMatchObject({ result: { status: 200 } });
  expect(await house.chain.cheat('eth_getCode', [SECOND, 'latest'])).toBe('0x');
});

it('sends several calls as one, upgrading the account on the way', async () => {
  house.wallet.wallet.memory.permitted.set(house.origin, [SECOND]);
  expect(await ask(page, 'wallet_getCapabilities', [SECOND])).toEqual({
    result: { '0x14a34': { atomic: { status: 'ready' } } },
  });
  expect(await ask(page, 'wallet_sendCalls', [aBatch({ id: '0xb0' })])).toEqual({
    result: { id: '0xb0' },
  });
  await panelOf(page).getByRole('heading', { name: 'Includes 2 transactions' }).waitFor();
  await panelOf(page)
    .getByRole('region', { name: /Insights from Bardo/ })
    .getByText(/smart account/i)
    .first()
    .waitFor();
  await press(page, 'Confirm');

  await expect
    .poll(() => statusOf('0xb0'))
    .toMatchObject({ result: { status: 200, atomic: true, receipts: [{ status: '0x1' }] } });
  expect(await house.chain.cheat('eth_getCode', [SECOND, 'latest'])).toBe(SMART);
  expect(await ask(page, 'wallet_getCapabilities', [SECOND])).toEqual({
    result: { '0x14a34': { atomic: { status: 'supported' } } },
  });
  expect(await ask(page, 'wallet_sendCalls', [aBatch({ id: '0xb0' })])).toMatchObject({
    error: { code: 5720 },
  });
});

it.each<[string, object, number]>([
  ['an older version', { version: '1.0' }, -32602],
  ['empty data', { calls: [{ to: OWNER, data: '0x' }] }, -32602],
  ['an unknown key', { paymaster: {} }, -32602],
  ['another chain', { chainId: '0x1' }, 5710],
  ['a capability it has not', { capabilities: { paymasterService: {} } }, 5700],
  ['too many calls', { calls: Array(11).fill({ to: OWNER }) }, 5740],
])('refuses a batch with %s', async (_what, over, code) => {
  house.wallet.wallet.memory.permitted.set(house.origin, [SECOND]);
  expect(await ask(page, 'wallet_sendCalls', [aBatch(over)])).toMatchObject({ error: { code } });
});

it('knows only its own bundles', async () => {
  expect(await ask(page, 'wallet_getCallsStatus', ['0x99'])).toMatchObject({
    error: { code: 5730 },
  });
});
