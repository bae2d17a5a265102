// Another account is another person, in a real browser: whatever is under way when the owner switches, signs out or opens
// a second tab, nothing of one account is shown to, said to or sent for another.
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectWords } from '../../../../site/cards/connect.words';
import { golemListWords } from '../../../../site/cards/golem-list.words';
import { grantWalkWords } from '../../../../site/cards/grant-walk.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { revokeWaysWords } from '../../../../site/cards/revoke-ways.words';
import { runGrantWords } from '../../../../site/cards/run-grant.words';
import { unfinishedBarWords } from '../../../../site/cards/unfinished-bar.words';
import { ownerWords } from '../../../../site/owner/owner.words';
import { pageWords } from '../../../../site/words/page.words';
import { sessionWords } from '../../../../site/words/session.words';
import { picture } from '../../browser/picture';
import {
  anOwner,
  currentStep,
  emit,
  expectAlert,
  expectDone,
  follow,
  grantQuietly,
  type Owner,
  openForm,
  press,
  signIn,
  visitInThisFile,
} from '../../browser/visit';
import { startHere, waitStep } from '../../grant/browser/steps';

visitInThisFile();

const STEPS = runGrantWords.steps;

/** The wallet of the first goes over to the account of the other. */
async function switchTo(page: Page, from: Owner, to: Owner): Promise<void> {
  const { eth_accounts, eth_requestAccounts, personal_sign, eth_sendTransaction } =
    to.wallet.script;
  Object.assign(from.wallet.script, {
    eth_accounts,
    eth_requestAccounts,
    personal_sign,
    eth_sendTransaction,
  });
  await emit(page, 'accountsChanged', [to.owner.address]);
}

/** Answers on this path wait until they are let go. */
async function held(page: Page, path: string) {
  const waiting: Route[] = [];
  await page.route(path, (route) => void waiting.push(route));
  return {
    waiting,
    /** Answered as the account that asked: its cookie was read when it asked. */
    release: async (json: unknown) => {
      await page.unroute(path);
      for (const route of waiting.splice(0)) await route.fulfill({ json }).catch(() => undefined);
    },
  };
}

/** A promise that the test keeps. */
function later<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

async function estateOf({ plane }: Owner) {
  const answer = await plane.ask('golems');
  return answer.ok ? answer.value : null;
}

describe('an account switch', () => {
  it('drops a poll that is still under way for the account before', async () => {
    const [atlas, fresh] = [await anOwner(), await anOwner()];
    await grantQuietly(atlas, null, [{ name: 'Atlas' }]);
    const estate = await estateOf(atlas);
    const page = await atlas.visit();
    await signIn(page);
    await page.getByRole('link', { name: 'Open Atlas' }).waitFor();
    const polls = await held(page, '**/api/golems');
    await expect.poll(() => polls.waiting.length).toBeGreaterThan(0);

    const seen = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const texts: string[] = [];
          const look = () => texts.push(document.querySelector('main')?.textContent ?? '');
          const observer = new MutationObserver(look);
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
          addEventListener('test:over', () => {
            observer.disconnect();
            resolve(texts);
          });
        }),
    );
    await switchTo(page, atlas, fresh);
    await page.getByRole('button', { name: connectWords.again }).waitFor();
    await signIn(page);
    await polls.release(estate);
    await page.getByText(golemListWords.noneTitle).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('test:over')));

    const after = (await seen).filter((text) => text.includes('Atlas'));
    expect(after).toEqual([]);
    await page.context().close();
  });

  it('lets the next one sign in at once, though a window for the first is still open', async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const window = later<string>();
    const page = await first.visit();
    await signIn(page);
    first.wallet.script.wallet_requestExecutionPermissions = () => window.promise;
    await startHere(page, first);
    await waitStep(page, STEPS.ask);
    await switchTo(page, first, second);
    await expectAlert(page, sessionWords.switched);
    await signIn(page);
    await page.getByRole('banner').getByRole('link').click();
    await page.getByRole('link', { name: pageWords.grantRunway }).waitFor();
    const asked = first.wallet.asked.length;
    window.keep('nonsense');

    await page.getByText(golemListWords.noneTitle).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('.progress').count()).toBe(0);
    const after = first.wallet.asked.slice(asked).filter((one) => !/^eth_|Snap/.test(one));
    expect(after.filter((one) => one !== 'wallet_getGrantedExecutionPermissions')).toEqual([]);
    await page.context().close();
  });

  it('while signing in signs nobody in who is gone', async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const window = later<void>();
    const sign = first.wallet.script.personal_sign;
    first.wallet.script.personal_sign = async (params) => {
      await window.promise;
      return sign?.(params);
    };
    const page = await first.visit();
    await page.getByRole('button', { name: connectWords.again }).click();
    await page.getByText(ownerWords.signing).waitFor();
    await switchTo(page, first, second);
    await signIn(page);
    const signedIn = () =>
      page.evaluate(async () => (await (await fetch('/api/auth/session')).json()).owner);
    window.keep();

    await expect.poll(signedIn).toBe(second.owner.address.toLowerCase());
    expect(await page.locator('.chip button').first().getAttribute('title')).toBe(
      second.owner.address.toLowerCase(),
    );
    await page.context().close();
  });

  it('to and fro within a moment ends where the wallet is', async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const page = await first.visit();
    await signIn(page);
    await page.route('**/api/auth/session', async (route) => {
      if (route.request().method() === 'DELETE') await new Promise((go) => setTimeout(go, 300));
      await route.continue();
    });
    await emit(page, 'accountsChanged', [second.owner.address]);
    await emit(page, 'accountsChanged', [first.owner.address]);
    await signIn(page);

    expect(await page.locator('.chip button').first().getAttribute('title')).toBe(
      first.owner.address.toLowerCase(),
    );
    await page.getByText(golemListWords.noneTitle).waitFor();
    await page.context().close();
  });

  it('in the middle of ending several opens no further window for the first', async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const asks = ['a', 'b'].map((one) => ({
      golem: `${first.golem}-${one}`,
      name: `Atlas ${one}`,
    }));
    await grantQuietly(first, null, asks);
    const page = await first.visit('/revoke');
    await signIn(page);
    const window = later<void>();
    const send = first.wallet.script.eth_sendTransaction;
    let [sent, mined] = [0, 0];
    const counted = async (params: never) => {
      sent += 1;
      await window.promise;
      const hash = await send?.(params);
      mined += 1;
      return hash;
    };
    first.wallet.script.eth_sendTransaction = counted;
    await press(page, revokeWaysWords.all(2));
    await expect.poll(() => sent).toBe(1);
    await switchTo(page, first, second);
    first.wallet.script.eth_sendTransaction = counted;
    await signIn(page);
    window.keep();
    await expect.poll(() => mined).toBe(1);
    // The page has heard of it by the time it has asked for itself twice more.
    for (const _ of [1, 2]) await page.waitForResponse('**/api/golems');

    expect(sent).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});

describe('a lost session', () => {
  it('leaves nothing of its account for the next one', async () => {
    const [atlas, fresh] = [await anOwner(), await anOwner()];
    await grantQuietly(atlas, null, [{ name: 'Atlas' }]);
    const page = await atlas.visit();
    await signIn(page);
    await page.getByRole('link', { name: 'Open Atlas' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: connectWords.again }).waitFor();
    await switchTo(page, atlas, fresh);
    await page.route('**/api/golems', () => undefined);
    await signIn(page);

    await page.getByLabel(pageWords.loadingGolems).waitFor({ state: 'attached' });
    expect(await page.getByText('Atlas').count()).toBe(0);
    await page.context().close();
  });
});

describe('a second tab', () => {
  it('of another account takes nothing from the first, and gives it nothing', async () => {
    const [atlas, fresh] = [await anOwner(), await anOwner()];
    await grantQuietly(atlas, null, [{ name: 'Atlas' }]);
    await grantQuietly(fresh, null, [{ name: 'Borealis' }]);
    const page = await atlas.visit();
    await signIn(page);
    await page.getByRole('link', { name: 'Open Atlas' }).waitFor();
    // Its wallet tells the first tab nothing: the cookie alone changes hands.
    const tab = await fresh.visit('/', { beside: page });
    await signIn(tab);

    await tab.getByRole('link', { name: 'Open Borealis' }).waitFor();
    await page.getByRole('button', { name: connectWords.again }).waitFor();
    expect(await page.getByText('Borealis').count()).toBe(0);
    await page.context().close();
  });

  it('shows where the grant stands, and never asks the wallet a second time', async () => {
    const owner = await anOwner();
    const page = await owner.visit();
    await signIn(page);
    const refuse = later<void>();
    const grant = owner.wallet.script.wallet_requestExecutionPermissions;
    owner.wallet.script.wallet_requestExecutionPermissions = async (params) => {
      await refuse.promise;
      return grant?.(params);
    };
    await startHere(page, owner);
    await waitStep(page, STEPS.ask);
    const tab = await owner.visit('/', { beside: page });
    await tab.getByRole('link', { name: unfinishedBarWords.go }).click();
    await expect.poll(() => currentStep(tab)).toBe(STEPS.ask);
    await press(tab, grantWaysWords.go);
    await expectAlert(tab, runGrantWords.elsewhere);
    await picture(tab, 'second-tab');
    refuse.keep();
    await expectDone(page);

    await tab.locator('.progress').waitFor({ state: 'hidden' });
    const asked = 'wallet_requestExecutionPermissions';
    expect(owner.wallet.asked.filter((method) => method === asked)).toHaveLength(1);
    await page.context().close();
  });

  it('with a form of its own begins no second grant beside the first', async () => {
    const owner = await anOwner();
    const page = await owner.visit();
    await signIn(page);
    const tab = await owner.visit('/', { beside: page });
    await openForm(tab, owner);
    owner.wallet.script.wallet_requestExecutionPermissions = () => new Promise(() => undefined);
    await startHere(page, owner);
    await waitStep(page, STEPS.ask);

    await follow(tab, grantWalkWords.toOther('Atlas'));
    await expect.poll(() => currentStep(tab)).toBe(STEPS.ask);
    const asked = () => owner.wallet.asked.filter((one) => one.includes('requestExec')).length;
    await expect.poll(asked).toBe(1);
    await page.context().close();
  });
});
