// Permissions in the demo wallet, held against the chain: what it grants must be redeemable, and
// must be what the owner chose, not what the site asked.

import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import type { Page } from 'playwright-core';
import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { beforeAll, expect, it } from 'vitest';
import { mined } from '../../../contracts/mined';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import type { Granted } from '../../../site/world/wallet/methods/grant';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeContext, encodeContext } from '../../../src/core/delegations/delegation';
import type { House } from './house';
import { ask, panelOf, press, type Reply } from './panel';
import { stage, stageInThisFile } from './stage';

stageInThisFile('connected');

const [OWNER, SECOND] = demoAccounts().map(({ address }) => address.toLowerCase()) as [
  Address,
  Address,
];
const CONTRACTS = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<string, Address>;
const SMART = `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`;
const golem = privateKeyToAccount(generatePrivateKey());
const usdcAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
]);
const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
]);

let house: House;
let page: Page;
const chain = () =>
  createPublicClient({
    chain: baseSepolia,
    transport: http(house.chain.rpcUrl),
    pollingInterval: 50,
  });

beforeAll(async () => {
  ({ house, page } = stage);
  await house.chain.cheat('anvil_setBalance', [golem.address, numberToHex(parseEther('1'))]);
  await send(golem, house.chain.usdc, 'mint', [OWNER, 1_000_000_000n]);
});

async function send(key: typeof golem, to: Address, functionName: 'mint', args: [Address, bigint]) {
  const wallet = createWalletClient({
    account: key,
    chain: baseSepolia,
    transport: http(house.chain.rpcUrl),
  });
  const data = encodeFunctionData({ abi: usdcAbi, functionName, args });
  const hash = await wallet.sendTransaction({ to, data });
  await mined(chain(), hash);
}

const pay = (to: Address, amount: bigint) => {
  const args = [to, amount] as const;
  const data = encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args });
  return concat([house.chain.usdc, numberToHex(0, { size: 32 }), data]);
};

/** As an execution: target, value, data. */
async function redeem(context: Hex, call: Hex): Promise<boolean> {
  const wallet = createWalletClient({
    account: golem,
    chain: baseSepolia,
    transport: http(house.chain.rpcUrl),
  });
  const args = [[context], [numberToHex(0, { size: 32 })], [call]] as const;
  const data = encodeFunctionData({ abi: managerAbi, args });
  const hash = await wallet.sendTransaction({ to: FRAMEWORK.delegationManager, data });
  const receipt = await mined(chain(), hash);
  return receipt.status === 'success';
}

const balanceOf = (owner: Address) =>
  chain().readContract({
    address: house.chain.usdc,
    abi: usdcAbi,
    functionName: 'balanceOf',
    args: [owner],
  });

async function aRequest(over: object = {}, data: object = {}) {
  const now = Number((await chain().getBlock()).timestamp);
  return {
    chainId: '0x14a34',
    to: golem.address.toLowerCase(),
    permission: {
      type: 'erc20-token-periodic',
      isAdjustmentAllowed: true,
      data: {
        tokenAddress: house.chain.usdc,
        periodAmount: '0x989680',
        periodDuration: 86_000,
        justification: 'Atlas lives on this',
        ...data,
      },
    },
    rules: [{ type: 'expiry', data: { timestamp: now + 7 * 86_400 } }],
    ...over,
  };
}

const requestGrant = (request: object) =>
  ask(page, 'wallet_requestExecutionPermissions', [request]);
const granted = (reply: Reply) => (reply as { result: Granted[] }).result[0] as Granted;
const insight = () => panelOf(page).getByRole('region', { name: /Insights from Bardo/ });

it('grants what the owner chose: upgrade first, then the signature with the insight', async () => {
  const asked = requestGrant(await aRequest());
  await panelOf(page).getByLabel('Amount per period (USDC)').fill('2.5');
  await press(page, 'Grant');
  await panelOf(page).getByRole('heading', { name: 'Account update' }).waitFor();
  await insight().waitFor();
  await press(page, 'Confirm');
  await panelOf(page).getByRole('heading', { name: 'Permission request' }).waitFor();
  await insight()
    .getByText(/2\.5 USDC/)
    .first()
    .waitFor();
  await press(page, 'Confirm');

  const grant = granted(await asked);

  expect(grant).toMatchObject({
    chainId: '0x14a34',
    from: OWNER,
    permission: { data: { periodAmount: numberToHex(2_500_000n), periodDuration: 86_400 } },
    dependencies: [],
    delegationManager: expect.stringMatching(/^0xdb9b1e94/i),
  });
  expect((await chain().getCode({ address: OWNER }))?.toLowerCase()).toBe(SMART);
  expect(encodeContext(decodeContext(grant.context))).toBe(grant.context);
  const before = await balanceOf(SECOND);
  expect(await redeem(grant.context, pay(SECOND, 2_500_000n))).toBe(true);
  expect(await balanceOf(SECOND)).toBe(before + 2_500_000n);
  await expect(redeem(grant.context, pay(SECOND, 1n))).rejects.toThrow('transfer-amount-exceeded');
  expect(await ask(page, 'wallet_getGrantedExecutionPermissions')).toEqual({ result: [grant] });
});

it('lets the owner drop the date even when the site forbids changes, and nothing else', async () => {
  const request = await aRequest();
  request.permission.isAdjustmentAllowed = false;
  const asked = requestGrant(request);
  await panelOf(page).getByLabel('No expiry').check();
  expect(await panelOf(page).getByLabel('Amount per period (USDC)').isDisabled()).toBe(true);
  await press(page, 'Grant');
  await insight().waitFor();
  await press(page, 'Confirm');

  const grant = granted(await asked);

  expect(grant.rules).toEqual([]);
  expect(decodeContext(grant.context)[0]?.caveats).toHaveLength(3);
});

it('will not send an amount or an end that cannot be', async () => {
  const asked = requestGrant(await aRequest());
  const amount = panelOf(page).getByLabel('Amount per period (USDC)');
  const grant = panelOf(page).getByRole('button', { name: 'Grant', exact: true });
  for (const typed of ['0', '', 'ten', '0.0000001', '-1']) {
    await amount.fill(typed);
    await panelOf(page).getByText('An amount above zero with at most 6 decimals.').waitFor();
    expect(await grant.isDisabled()).toBe(true);
  }
  await amount.fill('1');
  await panelOf(page).getByLabel('Ends (UTC)').fill('2020-01-01T00:00');
  await panelOf(page).getByText('The end must be in the future.').waitFor();
  // Half a date is not "never".
  await panelOf(page).getByLabel('Ends (UTC)').fill('');
  expect(await panelOf(page).getByLabel('No expiry').isChecked()).toBe(false);
  expect(await grant.isDisabled()).toBe(true);

  await press(page, 'Cancel');

  expect(await asked).toMatchObject({ error: { code: 4001 } });
});

const AMOUNT = numberToHex(parseEther('0.01'));
const USDC = () => ({ tokenAddress: house.chain.usdc });

it.each<[string, () => object, string, string[]]>([
  [
    'native-token-periodic',
    () => ({ periodAmount: AMOUNT, periodDuration: 86_400 }),
    'Amount per period (ETH)',
    ['NativeTokenPeriodTransfer', 'ExactCalldata'],
  ],
  [
    'native-token-stream',
    () => ({ amountPerSecond: AMOUNT, maxAmount: AMOUNT }),
    'Amount per second (ETH)',
    ['NativeTokenStreaming', 'ExactCalldata'],
  ],
  [
    'native-token-allowance',
    () => ({ allowanceAmount: AMOUNT }),
    'Allowance (ETH)',
    ['NativeTokenPeriodTransfer', 'ExactCalldata'],
  ],
  [
    'erc20-token-stream',
    () => ({ ...USDC(), amountPerSecond: '0x64' }),
    'Amount per second (USDC)',
    ['ERC20Streaming', 'ValueLte'],
  ],
  [
    'erc20-token-allowance',
    () => ({ ...USDC(), allowanceAmount: '0x989680' }),
    'Allowance (USDC)',
    ['ERC20PeriodTransfer', 'ValueLte'],
  ],
])('grants %s with the caveats of MetaMask', async (type, data, label, caveats) => {
  const grant = await grantOf(type, data(), label);

  expect(grant.permission).toMatchObject({ type, data: data() });
  const enforcers = decodeContext(grant.context)[0]?.caveats.map(({ enforcer }) => enforcer);
  const expected = [...caveats, 'Timestamp', 'Nonce'].map((name) => CONTRACTS[`${name}Enforcer`]);
  expect(enforcers?.map(lower)).toEqual(expected.map(lower));
});

it('grants gas that moves at most so much of it a day, and no call', async () => {
  const data = { periodAmount: AMOUNT, periodDuration: 86_400 };
  const { context } = await grantOf('native-token-periodic', data, 'Amount per period (ETH)');
  const send = (ether: string, call: Hex = '0x') =>
    redeem(context, concat([golem.address, numberToHex(parseEther(ether), { size: 32 }), call]));
  const before = await chain().getBalance({ address: OWNER });

  await expect(send('0.001', '0x12345678')).rejects.toThrow('invalid-calldata');
  expect(await send('0.006')).toBe(true);
  await expect(send('0.005')).rejects.toThrow('transfer-amount-exceeded');
  expect(await send('0.004')).toBe(true);

  expect(before - (await chain().getBalance({ address: OWNER }))).toBe(parseEther('0.01'));
});

/** Granted as asked, once the account is smart. */
async function grantOf(type: string, data: object, label: string): Promise<Granted> {
  const { permission, ...rest } = await aRequest();
  const asked = requestGrant({ ...rest, permission: { ...permission, type, data } });
  await panelOf(page).getByLabel(label).waitFor();
  await press(page, 'Grant');
  await insight().locator('.body').waitFor();
  await press(page, 'Confirm');
  return granted(await asked);
}

const lower = (address = '') => address.toLowerCase();

it('names the types it can grant, and each way of a rule', async () => {
  const { result } = (await ask(page, 'wallet_getSupportedExecutionPermissions')) as {
    result: { [type: string]: object };
  };
  const ways = { chainIds: ['0x14a34'], ruleTypes: ['expiry', 'redeemer', 'payee'] };

  expect(Object.keys(result).sort()).toEqual(
    ['erc20-token', 'native-token'].flatMap((token) =>
      ['allowance', 'periodic', 'stream'].map((kind) => `${token}-${kind}`),
    ),
  );
  expect(Object.values(result)).toEqual(Array(6).fill(ways));
});

it('hides a grant from the list once the chain shows its end', async () => {
  const { result } = (await ask(page, 'wallet_getGrantedExecutionPermissions')) as {
    result: Granted[];
  };
  const last = result.at(-1) as Granted;
  const root = decodeContext(last.context)[0];
  const data = encodeFunctionData({ abi: DISABLE, args: [root as never] });
  const sent = ask(page, 'eth_sendTransaction', [
    { from: OWNER, to: FRAMEWORK.delegationManager, data },
  ]);
  await press(page, 'Confirm');
  await mined(chain(), ((await sent) as { result: Hex }).result);

  const left = await ask(page, 'wallet_getGrantedExecutionPermissions');

  expect((left as { result: Granted[] }).result).toEqual(result.slice(0, -1));
});

const DISABLE = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
]);

it('refuses to grant twice at a time, and passes on a refusal', async () => {
  const first = requestGrant(await aRequest());
  await panelOf(page).getByLabel('No expiry').waitFor();
  expect(await requestGrant(await aRequest())).toMatchObject({ error: { code: -32005 } });
  await press(page, 'Cancel');
  expect(await first).toMatchObject({ error: { code: 4001 } });
});

it.each<[string, (request: Awaited<ReturnType<typeof aRequest>>) => object, number]>([
  ['no rules', ({ rules: _, ...rest }) => rest, -32602],
  ['an unknown key', (request) => ({ ...request, signer: {} }), -32602],
  ['an unknown type', (r) => ({ ...r, permission: { ...r.permission, type: 'swap' } }), -32000],
  ['an unknown rule', (r) => ({ ...r, rules: [{ type: 'policy', data: {} }] }), -32000],
  ['a rule twice', (r) => ({ ...r, rules: [...r.rules, ...r.rules] }), -32000],
  ['a past expiry', (r) => ({ ...r, rules: [{ type: 'expiry', data: { timestamp: 1 } }] }), -32000],
  ['another chain', (request) => ({ ...request, chainId: '0x1' }), -32000],
  ['a foreign account', (request) => ({ ...request, from: `0x${'66'.repeat(20)}` }), -32001],
])('refuses a request with %s, without a window', async (_what, spoil, code) => {
  expect(await requestGrant(spoil(await aRequest()))).toMatchObject({ error: { code } });
});

it.each([
  ['a decimal amount', { periodAmount: '10000000' }],
  ['no amount', { periodAmount: undefined }],
  ['an amount of nothing', { periodAmount: '0x0' }],
  ['a start yesterday', { startTime: 1_700_000_000 }],
  ['quotes in its reason', { justification: 'say "yes"' }],
  ['a reason without end', { justification: 'x'.repeat(301) }],
  ['a field nobody knows', { recipient: OWNER }],
])('cannot grant data with %s', async (_what, data) => {
  expect(await requestGrant(await aRequest({}, data))).toMatchObject({ error: { code: -32000 } });
});
