// Permissions and batches in the demo wallet, held against the chain: what it grants must be redeemable, and
// must be what the owner chose, not what the site asked.
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
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { decodeContext, encodeContext } from '../../src/core/permissions/delegation';
import { demoAccounts } from '../world/demo-owner';
import type { Granted } from '../world/wallet/host/grant/grant';
import { ask, type House, openHouse, panelOf, press, type Reply } from './wallet-house';

const [OWNER, SECOND] = demoAccounts().map(({ address }) => address.toLowerCase()) as [
  Address,
  Address,
];
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
  house = await openHouse();
  house.wallet.snap.install();
  page = await house.visit();
  await house.chain.cheat('anvil_setBalance', [golem.address, numberToHex(parseEther('1'))]);
  await send(golem, house.chain.usdc, 'mint', [OWNER, 1_000_000_000n]);
}, 120_000);

afterAll(() => house?.stop());

beforeEach(() => {
  for (const { id } of house.wallet.wallet.windows.list()) {
    house.wallet.wallet.windows.settle(id, { confirmed: false });
  }
  house.wallet.wallet.memory.permitted.set(house.origin, [OWNER]);
});

async function send(key: typeof golem, to: Address, functionName: 'mint', args: [Address, bigint]) {
  const wallet = createWalletClient({
    account: key,
    chain: baseSepolia,
    transport: http(house.chain.rpcUrl),
  });
  const data = encodeFunctionData({ abi: usdcAbi, functionName, args });
  const hash = await wallet.sendTransaction({ to, data });
  await chain().waitForTransactionReceipt({ hash });
}

async function redeem(context: Hex, to: Address, amount: bigint): Promise<Hex> {
  const wallet = createWalletClient({
    account: golem,
    chain: baseSepolia,
    transport: http(house.chain.rpcUrl),
  });
  const pay = encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [to, amount] });
  const call = concat([house.chain.usdc, numberToHex(0, { size: 32 }), pay]);
  const args = [[context], [numberToHex(0, { size: 32 })], [call]] as const;
  const data = encodeFunctionData({ abi: managerAbi, args });
  const hash = await wallet.sendTransaction({ to: FRAMEWORK.delegationManager, data });
  const receipt = await chain().waitForTransactionReceipt({ hash });
  return receipt.status === 'success' ? hash : '0x';
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
  expect(await redeem(grant.context, SECOND, 2_500_000n)).not.toBe('0x');
  expect(await balanceOf(SECOND)).toBe(before + 2_500_000n);
  await expect(redeem(grant.context, SECOND, 1n)).rejects.toThrow('transfer-amount-exceeded');
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
  await chain().waitForTransactionReceipt({ hash: ((await sent) as { result: Hex }).result });

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

const aBatch = (over: object = {}) => ({
  version: '2.0.0',
  chainId: '0x14a34',
  from: SECOND,
  atomicRequired: true,
  calls: [
    { to: OWNER, value: '0x1' },
    { to: golem.address, value: '0x2' },
  ],
  ...over,
});

it('sends several calls as one, upgrading the account on the way', async () => {
  house.wallet.wallet.memory.permitted.set(house.origin, [SECOND]);
  expect(await ask(page, 'wallet_getCapabilities', [SECOND])).toEqual({
    result: { '0x14a34': { atomic: { status: 'ready' } } },
  });
  const refused = ask(page, 'wallet_sendCalls', [aBatch()]);
  await press(page, 'Cancel');
  expect(await refused).toMatchObject({ error: { code: 5750 } });

  const sent = ask(page, 'wallet_sendCalls', [aBatch({ id: '0xb0' })]);
  await panelOf(page).getByRole('heading', { name: 'Includes 2 transactions' }).waitFor();
  await insight()
    .getByText(/smart account/i)
    .first()
    .waitFor();
  await press(page, 'Confirm');

  expect(await sent).toEqual({ result: { id: '0xb0' } });
  await expect
    .poll(() => ask(page, 'wallet_getCallsStatus', ['0xb0']))
    .toMatchObject({ result: { status: 200, atomic: true, receipts: [{ status: '0x1' }] } });
  expect((await chain().getCode({ address: SECOND }))?.toLowerCase()).toBe(SMART);
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
