// EIP-1193 as a site meets it.
import type { Page } from 'playwright-core';
import { type Address, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import type { House } from './house';
import { ask, panelOf, press } from './panel';
import { SNAP, stage, stageInThisFile } from './stage';

stageInThisFile('connected');

const [OWNER, SECOND] = demoAccounts().map(({ address }) => address.toLowerCase()) as [
  Address,
  Address,
];

let house: House;
let page: Page;

beforeAll(() => {
  ({ house, page } = stage);
});

const insight = () => panelOf(page).getByRole('region', { name: /Insights from Bardo/ });

it('shows a first insight after one click, before any site is connected', async () => {
  const fresh = await house.visit();

  await panelOf(fresh)
    .getByRole('button', { name: /A runway asked by a stranger/ })
    .click();

  const shown = panelOf(fresh).getByRole('region', { name: /Insights from Bardo/ });
  await shown.getByText(/someone imitates Bardo/).waitFor();
  await press(fresh, 'Close');
  await fresh.close();
});

it('announces itself as what it is', async () => {
  const info = await page.evaluate(() => {
    const { announced } = window as unknown as { announced: { info: object } };
    return announced.info;
  });

  expect(info).toMatchObject({ name: 'Demo wallet (not MetaMask)', rdns: 'ai.bardo.demo-wallet' });
  expect(await panelOf(page).textContent()).toContain('Demo wallet, not MetaMask');
});

it('connects only when its user says so, and once at a time', async () => {
  house.wallet.wallet.memory.permitted.clear();
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [] });
  expect(await ask(page, 'wallet_getPermissions')).toEqual({ result: [] });

  const refused = ask(page, 'eth_requestAccounts');
  await panelOf(page).getByRole('heading', { name: 'Connect this site' }).waitFor();
  expect(await ask(page, 'eth_requestAccounts')).toMatchObject({ error: { code: -32002 } });
  await press(page, 'Cancel');
  expect(await refused).toMatchObject({ error: { code: 4001 } });

  const connected = ask(page, 'eth_requestAccounts');
  await press(page, 'Connect');
  expect(await connected).toEqual({ result: [OWNER] });
  expect(await ask(page, 'wallet_getPermissions')).toMatchObject({
    result: [{ parentCapability: 'eth_accounts', caveats: [{ value: [OWNER] }] }, {}],
  });

  await ask(page, 'wallet_revokePermissions', [{ eth_accounts: {} }]);
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [] });
});

it('tells the site about another account, another chain, and a lock', async () => {
  await page.evaluate(() => {
    type Provider = { on: (name: string, heard: (payload: unknown) => void) => void };
    const { provider } = (window as unknown as { announced: { provider: Provider } }).announced;
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    for (const name of ['accountsChanged', 'chainChanged']) {
      provider.on(name, (payload) => heard.push([name, payload]));
    }
  });

  await panelOf(page).getByRole('tab', { name: 'Wallet' }).click();
  await panelOf(page)
    .getByRole('button', { name: /Second account/ })
    .click();
  await panelOf(page).getByLabel('Network').selectOption('0x1');
  await press(page, 'Lock wallet');
  await press(page, 'Unlock');

  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
    .toEqual([
      ['accountsChanged', [SECOND]],
      ['chainChanged', '0x1'],
      ['accountsChanged', []],
      ['accountsChanged', [SECOND]],
    ]);
});

it('switches to chains it knows, and names 4902 for others', async () => {
  const unknown = await ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x539' }]);
  expect(unknown).toMatchObject({ error: { code: 4902 } });

  const switched = ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x1' }]);
  await press(page, 'Approve');

  expect(await switched).toEqual({ result: null });
  expect(await ask(page, 'eth_chainId')).toEqual({ result: '0x1' });
  expect(await ask(page, 'eth_blockNumber')).toMatchObject({ error: { code: 4901 } });
});

const BASE = {
  chainId: '0x2105',
  chainName: 'Base',
  rpcUrls: ['https://mainnet.base.org'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
};

it('adds a chain when its user says so, and never pretends to reach it', async () => {
  const added = ask(page, 'wallet_addEthereumChain', [BASE]);
  await panelOf(page).getByRole('heading', { name: 'Add Base?' }).waitFor();
  await press(page, 'Approve');

  expect(await added).toEqual({ result: null });
  expect(await ask(page, 'eth_chainId')).toEqual({ result: '0x2105' });
  expect(await ask(page, 'net_version')).toEqual({ result: '8453' });
  expect(await ask(page, 'eth_getBalance', [OWNER, 'latest'])).toMatchObject({
    error: { code: 4901 },
  });
});

it.each([
  ['an endpoint in the clear', { rpcUrls: ['http://mainnet.base.org'] }],
  ['no endpoint', { rpcUrls: [] }],
  ['a padded chain id', { chainId: '0x02105' }],
  ['money of other decimals', { nativeCurrency: { symbol: 'X', decimals: 6 } }],
  ['a key nobody knows', { secret: 'x' }],
])('adds no chain with %s', async (_what, over) => {
  expect(await ask(page, 'wallet_addEthereumChain', [{ ...BASE, ...over }])).toMatchObject({
    error: { code: -32602 },
  });
});

it('signs messages and typed data with the key it shows', async () => {
  const message = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]);
  await press(page, 'Confirm');
  const signed = (await message) as { result: `0x${string}` };
  const signer = await recoverMessageAddress({ message: 'hello', signature: signed.result });
  expect(signer.toLowerCase()).toBe(OWNER);

  const typed = {
    domain: { name: 'Elsewhere', chainId: 84_532 },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Word: [{ name: 'said', type: 'string' }],
    },
    primaryType: 'Word',
    message: { said: 'hello' },
  } as const;
  const asked = ask(page, 'eth_signTypedData_v4', [OWNER, JSON.stringify(typed)]);
  await press(page, 'Confirm');
  const { result } = (await asked) as { result: `0x${string}` };
  const typedSigner = await recoverTypedDataAddress({ ...typed, signature: result } as never);
  expect(typedSigner.toLowerCase()).toBe(OWNER);
});

it.each<[string, object | string, number]>([
  ['of another chain', { domain: { chainId: 1 } }, -32603],
  ['without its own type', { primaryType: 'Sentence' }, -32602],
  ['that is no JSON', '{', -32602],
])('signs no typed data %s', async (_what, spoilt, code) => {
  const typed = { domain: {}, types: { Word: [] }, primaryType: 'Word', message: {} };
  const text = typeof spoilt === 'string' ? spoilt : JSON.stringify({ ...typed, ...spoilt });

  expect(await ask(page, 'eth_signTypedData_v4', [OWNER, text])).toMatchObject({ error: { code } });
});

it('shows what Bardo says of a call that the Portal has no use for', async () => {
  const stranger = {
    from: OWNER,
    to: '0x6666666666666666666666666666666666666666',
    data: '0x12345678',
  };
  const asked = ask(page, 'eth_sendTransaction', [stranger]);

  await expect
    .poll(() => insight().textContent())
    .toContain('asks for a transaction Bardo does not know');

  await press(page, 'Cancel');
  expect(await asked).toMatchObject({ error: { code: 4001 } });
});

it('signs no delegation of its own account for a site, and asks nobody', async () => {
  const typed = {
    domain: { name: 'DelegationManager', version: '1', chainId: 84_532 },
    types: { EIP712Domain: [], Delegation: [{ name: 'delegator', type: 'address' }] },
    primaryType: 'Delegation',
    message: { delegator: OWNER },
  };

  expect(await ask(page, 'eth_signTypedData_v4', [OWNER, JSON.stringify(typed)])).toEqual({
    error: {
      code: -32603,
      message: 'External signature requests cannot sign delegations for internal accounts.',
    },
  });
});

it('sends a transaction with the insight on screen', async () => {
  const before = await house.chain.cheat('eth_getBalance', [SECOND, 'latest']);
  const transaction = { from: OWNER, to: SECOND, value: '0xde0b6b3a7640000' };
  const sent = ask(page, 'eth_sendTransaction', [transaction]);
  await insight().waitFor();
  await panelOf(page).getByRole('definition').filter({ hasText: '1 ETH' }).waitFor();
  await press(page, 'Confirm');

  const { result: hash } = (await sent) as { result: string };

  await expect
    .poll(() => house.chain.cheat('eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', from: OWNER, to: SECOND });
  const after = await house.chain.cheat('eth_getBalance', [SECOND, 'latest']);
  expect(BigInt(after as string) - BigInt(before as string)).toBe(10n ** 18n);
});

it.each([
  ['another account than the connected one', { from: SECOND, to: OWNER }, 4100],
  ['data for its own account', { from: OWNER, to: OWNER, data: '0xe9ae5c53' }, -32602],
  ['a 7702 transaction', { from: OWNER, to: OWNER, type: '0x4' }, -32602],
])('refuses %s without a window', async (_what, transaction, code) => {
  expect(await ask(page, 'eth_sendTransaction', [transaction])).toMatchObject({ error: { code } });
});

it.each(['anvil_setBalance', 'evm_mine', 'wallet_revokeExecutionPermission', 'eth_sign'])(
  'does not know %s',
  async (method) => {
    expect(await ask(page, method)).toMatchObject({ error: { code: -32601 } });
  },
);

it('lets the site it names speak to Bardo, at the version it asks for', async () => {
  expect(await ask(page, 'wallet_requestSnaps', { [SNAP]: { version: '^9.0.0' } })).toMatchObject({
    error: { code: -32603 },
  });
  expect(await ask(page, 'wallet_requestSnaps', { 'npm:other': {} })).toMatchObject({
    error: { code: -32603 },
  });

  const snaps = await ask(page, 'wallet_requestSnaps', { [SNAP]: { version: '>=0.1.0' } });
  const invoke = { snapId: SNAP, request: { method: 'getVersion' } };

  expect(snaps).toMatchObject({ result: { [SNAP]: { enabled: true } } });
  expect(await ask(page, 'wallet_invokeSnap', invoke)).toMatchObject({ result: { protocol: 2 } });
  const unknown = { snapId: SNAP, request: { method: 'nonsense' } };
  expect(await ask(page, 'wallet_invokeSnap', unknown)).toMatchObject({ error: { code: -32601 } });
});

it('shows a dialog of Bardo and hands back the answer', async () => {
  const params = { title: 'Move the clade?', body: 'Nothing is moved by this.' };
  const invoke = { snapId: SNAP, request: { method: 'showApprovalDialog', params } };
  for (const [button, approved] of [
    ['Reject', false],
    ['Approve', true],
  ] as const) {
    const answer = ask(page, 'wallet_invokeSnap', invoke);
    await panelOf(page).getByText('Move the clade?').waitFor();
    await press(page, button);
    expect(await answer).toEqual({ result: { approved } });
  }
});

it('keeps everything when the page is reloaded', async () => {
  const asked = ask(page, 'personal_sign', ['0x68656c6c6f', OWNER]).catch(() => null);
  await panelOf(page).getByText('Signature request').first().waitFor();

  await page.reload();

  await panelOf(page).getByRole('heading', { name: 'Signature request' }).waitFor();
  await asked;
  await page.close();
  page = await house.visit();
  stage.page = page;
});
