// What the wallet answered otherwise than asked, and accounts that cannot use a grant yet.
import type { Page } from 'playwright-core';
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { grantProgressWords } from '../../../../site/cards/grant-progress.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { orphansWords } from '../../../../site/cards/orphans.words';
import { runGrantWords } from '../../../../site/cards/run-grant.words';
import { grantWords } from '../../../../site/grant/grant.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { timestamp } from '../../../../src/core/caveats/timestamp';
import { sameAddress } from '../../../../src/core/chain/addresses';
import { encodeContext } from '../../../../src/core/delegations/delegation';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  expectDone,
  type Owner,
  openForm,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { upgradingBatch } from '../../stage';
import { startGrant } from './steps';

visitInThisFile();

/** The wallet's answer to the next request for a permission. */
function grantsInstead({ wallet, grants }: Owner, context: () => Promise<Hex>): void {
  wallet.script.wallet_requestExecutionPermissions = async () => {
    const granted = await context();
    grants.push(granted);
    return [{ context: granted, chainId: '0x14a34' }];
  };
}

it('shows what was really granted beside what was asked, and ends it when the owner does not want it', async () => {
  const owner = await anOwner();
  grantsInstead(owner, async () =>
    encodeContext([await owner.grant({ cap: 99_000_000n, days: 30 })]),
  );
  const page = await startGrant(owner);
  const granted = page.getByRole('region', { name: grantProgressWords.granted });
  await granted.getByText(/Amount: asked 10 USDC, granted 99 USDC \(wider than asked\)/).waitFor();
  expect(await granted.textContent()).toMatch(/End: asked .* granted .* \(wider than asked\)/);
  await picture(page, 'granted-other');
  await press(page, grantWaysWords.end);

  await page.getByText(runGrantWords.ended).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: pageWords.grantRunway }).waitFor();
  await page.getByText(orphansWords.heading).waitFor({ state: 'hidden' });
  await page.context().close();
});

it('takes no grant whose end the owner dropped', async () => {
  const owner = await anOwner();
  grantsInstead(owner, async () => {
    const grant = await owner.grant();
    const caveats = grant.caveats.filter(
      ({ enforcer }) => !sameAddress(enforcer, timestamp.address),
    );
    return encodeContext([{ ...grant, caveats }]);
  });
  const page = await startGrant(owner);

  await expectAlert(page, grantWords.noEnd);
  await press(page, grantWaysWords.end);
  await page.getByText(runGrantWords.ended).waitFor({ state: 'attached' });
  await page.context().close();
});

it('tells a wallet that is too old which version it needs, before anything is asked of it', async () => {
  const owner = await anOwner();
  const { script, asked } = owner.wallet;
  delete script.wallet_getSupportedExecutionPermissions;
  delete script.wallet_requestExecutionPermissions;
  script.eth_chainId = () => '0x1';
  const page = await owner.visit();
  await signIn(page);
  asked.length = 0;
  await openForm(page, owner);

  await expectAlert(page, /MetaMask 13\.23 or newer can, and MetaMask Flask 13\.13 or newer/);
  expect(await page.getByRole('button', { name: pageWords.askMetaMask }).isDisabled()).toBe(true);
  for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'personal_sign'])
    expect(asked).not.toContain(method);
  await page.context().close();
});

it('asks a wallet again that did not say whether it can grant', async () => {
  const owner = await anOwner();
  const { script } = owner.wallet;
  const supported = script.wallet_getSupportedExecutionPermissions;
  script.wallet_getSupportedExecutionPermissions = () => {
    throw walletError(-32603, 'asleep');
  };
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await expectAlert(page, grantWords.unasked);
  script.wallet_getSupportedExecutionPermissions = supported as never;
  await press(page, pageWords.again);

  await page.getByText(grantWords.unasked).waitFor({ state: 'hidden' });
  await press(page, pageWords.askMetaMask);
  await expectDone(page);
  await page.context().close();
});

it('repairs an account that was not upgraded, through the wallet’s own flow', async () => {
  const owner = await anOwner();
  const { script } = owner.wallet;
  let upgraded = false;
  script.eth_getCode = (params: never) =>
    upgraded ? visit.chain.cheat('eth_getCode', params as unknown[]) : '0x';
  script.wallet_sendCalls = () => {
    throw walletError(5750);
  };
  const codeReads = () => owner.wallet.asked.filter((method) => method === 'eth_getCode').length;
  /** The page gives the wallet's own upgrade some blocks' time; nobody waits for it here. */
  const settle = async (page: Page, before: number) => {
    await expect.poll(codeReads).toBeGreaterThan(before + 1);
    await page.clock.fastForward(10_000);
  };
  const page = await startGrant(owner);
  await page.clock.install();
  await settle(page, 0);
  await expectAlert(page, walletWords.itSaid(walletWords.errors[5750], 'in its own words'));
  const batch = upgradingBatch(visit.chain, owner.owner);
  Object.assign(script, batch, {
    wallet_sendCalls: async (params: never) => {
      const sent = await batch.wallet_sendCalls?.(params);
      upgraded = true;
      return sent;
    },
  });
  const before = codeReads();
  await press(page, grantWaysWords.go);
  await settle(page, before);

  await expectDone(page);
  expect(owner.wallet.asked).toContain('wallet_sendCalls');
  await page.context().close();
});

it('never grants a second time for the same Golem, and says so', async () => {
  const owner = await anOwner();
  const page = await startGrant(owner);
  await expectDone(page);
  await openForm(page, owner);
  await press(page, pageWords.askMetaMask);

  await expectAlert(page, grantWords.second('Atlas'));
  expect(owner.grants).toHaveLength(1);
  await page.context().close();
});

it('shows a grant that no Golem lives on, and ends it on chain', async () => {
  const owner = await anOwner();
  owner.grants.push(encodeContext([await owner.grant()]));
  const page = await owner.visit();
  await signIn(page);
  await page.getByRole('heading', { name: orphansWords.heading }).waitFor();
  await picture(page, 'orphan');
  await press(page, orphansWords.end);

  await page.getByRole('heading', { name: orphansWords.heading }).waitFor({ state: 'hidden' });
  await page.context().close();
});
