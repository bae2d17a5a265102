// A grant in a real browser, interrupted, refused, changed and failed at every step. Windows answer at once;
// chain, control plane and the bytes of every grant are real.
import type { Page } from 'playwright-core';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { believed } from '../../site/plane';
import { words } from '../../site/words';
import { timestamp } from '../../src/core/caveats/timestamp';
import { sameAddress } from '../../src/core/chain/addresses';
import { encodeContext } from '../../src/core/permissions/delegation';
import { aRunwayAsk } from '../api/signing';
import { walletError } from './scripted-wallet';
import { upgradingBatch } from './stage';
import {
  anOwner,
  currentStep,
  expectAlert,
  expectDone,
  type Owner,
  openForm,
  openVisit,
  PATIENCE,
  picture,
  press,
  signIn,
  type Visit,
} from './visit';

let visit: Visit;

beforeAll(async () => {
  visit = await openVisit();
}, 240_000);
afterAll(() => visit?.stop());

const never = () => new Promise(() => undefined);
const STEPS = words.progress.steps;

async function permissionsOf({ plane, golem }: Owner) {
  return believed(await plane.ask('golem', { id: golem })).permissions;
}

/** The wallet's answer to the next request for a permission. */
function grantsInstead({ wallet, grants }: Owner, context: () => Promise<Hex>): void {
  wallet.script.wallet_requestExecutionPermissions = async () => {
    const granted = await context();
    grants.push(granted);
    return [{ context: granted, chainId: '0x14a34' }];
  };
}

async function startGrant(owner: Owner): Promise<Page> {
  const page = await owner.visit();
  await signIn(page);
  await openForm(page, owner);
  await press(page, words.wish.ask);
  return page;
}

const waitStep = (page: Page, step: string) =>
  expect.poll(() => currentStep(page), PATIENCE).toBe(step);

describe('a grant in the browser', () => {
  it('survives a reload at every step, and is granted once', async () => {
    const owner = await anOwner(visit);
    const { script } = owner.wallet;
    const { now } = visit.house.plane;
    const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
    await visit.house.ask('askRunway', {
      body: await aRunwayAsk(owner.session, { ...about, deadline: now() + 3600 }),
    });
    const real = { ...script };
    const page = await owner.visit();
    /** Works until the step, closes the page there and comes back with a wallet that answers. */
    const reloadAt = async (step: string, go: string | null = words.progress.go) => {
      if (go) await press(page, go);
      await waitStep(page, step);
      await page.reload();
      Object.assign(script, real);
      await waitStep(page, step);
    };
    await signIn(page);
    await press(page, words.requests.answer);
    await page.getByLabel(words.wish.payees).fill(owner.ask().payees.join());
    script.eth_signTypedData_v4 = never;
    await reloadAt(STEPS.intent, words.wish.ask);

    script.wallet_requestExecutionPermissions = async (params: never) => {
      await real.wallet_requestExecutionPermissions?.(params);
      return never();
    };
    await press(page, words.progress.go);
    await expect.poll(() => owner.grants.length, PATIENCE).toBe(1);
    await reloadAt(STEPS.asked, null);

    script.eth_sendTransaction = never;
    await reloadAt(STEPS.gas);
    await page.route('**/api/grants', (route) => route.abort());
    await press(page, words.progress.go);
    await expectAlert(page, words.plane.offline);
    await reloadAt(STEPS.register, null);
    await page.unroute('**/api/grants');
    script.wallet_invokeSnap = (params: { request: { method: string } }) =>
      params.request.method === 'issueLease' ? never() : real.wallet_invokeSnap?.(params as never);
    await reloadAt(STEPS.lease);
    await page.route('**/api/leases', (route) => route.abort());
    await press(page, words.progress.go);
    await expectAlert(page, words.plane.offline);
    await reloadAt(STEPS.tell, null);
    await picture(page, 'interrupted');
    await page.unroute('**/api/leases');
    await press(page, words.progress.go);

    await expectDone(page);
    expect(owner.grants).toHaveLength(1);
    expect(await permissionsOf(owner)).toMatchObject([
      { revokedAt: null, lease: { generation: 1 } },
    ]);
    await page.context().close();
  }, 180_000);

  it('finds what was signed when the wallet failed right after', async () => {
    const owner = await anOwner(visit);
    const grant = owner.wallet.script.wallet_requestExecutionPermissions;
    owner.wallet.script.wallet_requestExecutionPermissions = async (params: never) => {
      await grant?.(params);
      throw walletError(-32603, 'lost it');
    };
    const page = await startGrant(owner);
    await expectAlert(page, words.itSaid(words.errors['-32603'], 'lost it'));
    await press(page, words.progress.go);

    await expectDone(page);
    expect(owner.grants).toHaveLength(1);
    await page.context().close();
  }, 90_000);

  it('leaves nothing behind when the owner says no and gives up', async () => {
    const owner = await anOwner(visit);
    owner.wallet.script.wallet_requestExecutionPermissions = () => {
      throw walletError(4001);
    };
    const page = await startGrant(owner);
    await expectAlert(page, words.errors[4001]);
    await press(page, words.progress.giveUp);

    await page.getByRole('button', { name: words.wish.open }).waitFor(PATIENCE);
    expect(await page.evaluate(() => localStorage.getItem('bardo.grant'))).toBeNull();
    expect(owner.grants).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('shows what was really granted beside what was asked, and ends it when the owner does not want it', async () => {
    const owner = await anOwner(visit);
    grantsInstead(owner, async () =>
      encodeContext([await owner.grant({ cap: 99_000_000n, days: 30 })]),
    );
    const page = await startGrant(owner);
    const granted = page.getByRole('region', { name: words.progress.granted });
    await granted
      .getByText(/Amount: asked 10 USDC, granted 99 USDC \(wider than asked\)/)
      .waitFor(PATIENCE);
    expect(await granted.textContent()).toMatch(/End: asked .* granted .* \(wider than asked\)/);
    await picture(page, 'granted-other');
    await press(page, words.progress.end);

    await page.getByText(words.progress.ended).waitFor({ state: 'attached', ...PATIENCE });
    await page.getByRole('button', { name: words.wish.open }).waitFor(PATIENCE);
    await page.getByText(words.orphans.heading).waitFor({ state: 'hidden' });
    await page.context().close();
  }, 90_000);

  it('takes no grant whose end the owner dropped', async () => {
    const owner = await anOwner(visit);
    grantsInstead(owner, async () => {
      const grant = await owner.grant();
      const caveats = grant.caveats.filter(
        ({ enforcer }) => !sameAddress(enforcer, timestamp.address),
      );
      return encodeContext([{ ...grant, caveats }]);
    });
    const page = await startGrant(owner);

    await expectAlert(page, words.grant.noEnd);
    await press(page, words.progress.end);
    await page.getByText(words.progress.ended).waitFor({ state: 'attached', ...PATIENCE });
    await page.context().close();
  }, 90_000);

  it('tells a wallet that is too old which version it needs', async () => {
    const owner = await anOwner(visit);
    delete owner.wallet.script.wallet_getSupportedExecutionPermissions;
    const page = await startGrant(owner);

    await expectAlert(page, /MetaMask 13\.23 or newer can, Flask 13\.5 or newer/);
    expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
    await page.context().close();
  }, 60_000);

  it('repairs an account that was not upgraded, through the wallet’s own flow', async () => {
    const owner = await anOwner(visit);
    const { script } = owner.wallet;
    let upgraded = false;
    script.eth_getCode = (params: never) =>
      upgraded ? visit.chain.cheat('eth_getCode', params as unknown[]) : '0x';
    script.wallet_sendCalls = () => {
      throw walletError(5750);
    };
    const page = await startGrant(owner);
    await expectAlert(page, words.errors[5750]);
    const batch = upgradingBatch(visit.chain, owner.owner);
    Object.assign(script, batch, {
      wallet_sendCalls: async (params: never) => {
        const sent = await batch.wallet_sendCalls?.(params);
        upgraded = true;
        return sent;
      },
    });
    await press(page, words.progress.go);

    await expectDone(page);
    expect(owner.wallet.asked).toContain('wallet_sendCalls');
    await page.context().close();
  }, 120_000);

  it('never grants a second time for the same Golem, and says so', async () => {
    const owner = await anOwner(visit);
    const page = await startGrant(owner);
    await expectDone(page);
    await openForm(page, owner);
    await press(page, words.wish.ask);

    await expectAlert(page, words.grant.second('Atlas'));
    expect(owner.grants).toHaveLength(1);
    await page.context().close();
  }, 90_000);

  it('shows a grant that no Golem lives on, and ends it on chain', async () => {
    const owner = await anOwner(visit);
    owner.grants.push(encodeContext([await owner.grant()]));
    const page = await owner.visit();
    await signIn(page);
    await page.getByRole('heading', { name: words.orphans.heading }).waitFor(PATIENCE);
    await picture(page, 'orphan');
    await press(page, words.orphans.end);

    await page
      .getByRole('heading', { name: words.orphans.heading })
      .waitFor({ state: 'hidden', ...PATIENCE });
    await page.context().close();
  }, 90_000);

  it('waits when the Snap is removed midway, and goes on when it is back', async () => {
    const owner = await anOwner(visit);
    owner.wallet.script.eth_sendTransaction = async () => {
      owner.snap.version = null;
      throw walletError(4001);
    };
    const page = await startGrant(owner);
    await expectAlert(page, words.errors[4001]);
    await press(page, words.progress.noGas);
    await expectAlert(page, words.errors['-32601']);
    await waitStep(page, STEPS.lease);
    owner.snap.version = '0.1.0';
    await press(page, words.progress.go);

    await expectDone(page);
    await page.context().close();
  }, 90_000);

  it('asks for an explicit yes above 100 USDC a day or 90 days, and reads a strategy', async () => {
    const owner = await anOwner(visit);
    const page = await owner.visit();
    await signIn(page);
    await openForm(page, owner);
    await page.getByText(words.wish.strategy).click();
    await page
      .getByLabel('STRATEGY.md')
      .fill('Spend at most 5 USDC per day for 14 days. Gas: at most 0.001 ETH per day.');
    await press(page, words.wish.strategyUse);
    expect(await page.getByLabel(words.wish.amount, { exact: true }).inputValue()).toBe('5');
    expect(await page.getByLabel(words.wish.days, { exact: true }).inputValue()).toBe('14');
    await picture(page, 'strategy');
    await page.getByLabel(words.wish.amount, { exact: true }).fill('101');
    await page.getByLabel(words.wish.days, { exact: true }).fill('91');
    await press(page, words.wish.ask);
    await page.getByText(words.wish.override).waitFor();
    expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
    await page.getByRole('checkbox').check();
    await press(page, words.wish.ask);

    // The strategy names gas as well: that is a second grant, and the last thing said.
    await expectDone(page, words.gas.done('Atlas'));
    const caps = (await permissionsOf(owner)).map(({ cap }) => cap);
    expect(caps.sort()).toEqual(['1000000000000000', '101000000']);
    await page.context().close();
  }, 120_000);

  it('lets a Golem refill its gas by a second, small grant', async () => {
    const owner = await anOwner(visit);
    const page = await startGrant(owner);
    await expectDone(page);
    await page.getByRole('link', { name: 'Open Atlas' }).click();
    await press(page, words.gas.open);
    await page.getByLabel(words.gas.amount).fill('0.0005');
    await page
      .getByRole('region', { name: words.wish.risk })
      .getByText(/0\.0005 ETH can be lost/)
      .waitFor(PATIENCE);
    await picture(page, 'gas');
    await press(page, words.wish.ask);

    await expectDone(page, words.gas.done('Atlas'));
    await page.getByText(/may refill 0\.0005 ETH a day \(0\.0005 ETH left\)/).waitFor(PATIENCE);
    const gas = (await permissionsOf(owner)).find(({ token }) => token === null);
    expect(gas).toMatchObject({ cap: '500000000000000', lease: { budgetId: '2' } });
    await page.context().close();
  }, 120_000);

  it('asked nobody else for anything', () => {
    expect(visit.portal.strays).toEqual([]);
  });
});
