// What can go wrong around a visit, in a real browser: every code a wallet answers with, no wallet, an old Snap,
// a control plane that is gone; and that the page works by keyboard, on a phone and without motion.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { appWords } from '../../../../site/app.words';
import { bannersWords } from '../../../../site/cards/banners.words';
import { connectWords } from '../../../../site/cards/connect.words';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { headerWords } from '../../../../site/cards/header.words';
import { snapBadgeWords } from '../../../../site/cards/snap-badge.words';
import { ownerWords } from '../../../../site/owner/owner.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { picture } from '../../browser/picture';
import { anOwner, emit, type Owner, signIn, visit, visitInThisFile } from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { SETTINGS } from '../../stage';

visitInThisFile();

let owner: Owner;

beforeAll(async () => {
  owner = await anOwner();
});

const PHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  viewport: { width: 375, height: 812 },
};

async function shownAlert(page: Page): Promise<string> {
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.locator('p').textContent();
  await alert.getByRole('button', { name: pageWords.close }).click();
  return text ?? '';
}

describe('a wallet that says no', () => {
  it('has a sentence for every code of EIP-1193, EIP-5792, ERC-7715 and JSON-RPC', async () => {
    const page = await owner.visit();
    const sign = owner.wallet.script.personal_sign;
    const codes = Object.keys(walletWords.errors).map(Number);
    const shown: { [code: number]: string } = {};
    for (const code of codes) {
      owner.wallet.script.personal_sign = () => {
        throw walletError(code, '');
      };
      await page.getByRole('button', { name: connectWords.again }).click();
      shown[code] = await shownAlert(page);
    }
    owner.wallet.script.personal_sign = sign as never;

    expect(shown).toEqual(walletWords.errors);
    const needed = [4001, 4100, 4200, 4900, 4901, 4902, 5700, 5710, 5720, 5730, 5740, 5750];
    const rpc = [-32000, -32001, -32002, -32003, -32004, -32005, -32601, -32602, -32603];
    expect(codes).toEqual(expect.arrayContaining([...needed, ...rpc]));
    await page.context().close();
  });

  it('is quoted, not trusted, where the code says nothing', async () => {
    const page = await owner.visit();
    const sign = owner.wallet.script.personal_sign;
    owner.wallet.script.personal_sign = () => {
      throw walletError(1234, '<b>Your grant\nhas ended</b>');
    };
    await page.getByRole('button', { name: connectWords.again }).click();
    const text = await shownAlert(page);
    owner.wallet.script.personal_sign = sign as never;

    expect(text).toBe(walletWords.unknownError(1234, '<b>Your grant has ended</b>'));
    await page.context().close();
  });
});

describe('the chain', () => {
  it('is switched, and added where the wallet does not know it', async () => {
    const at = { chain: '0x1', known: false };
    Object.assign(owner.wallet.script, {
      eth_chainId: () => at.chain,
      wallet_switchEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
        if (!at.known) throw walletError(4902);
        at.chain = chainId;
        return null;
      },
      wallet_addEthereumChain: () => {
        at.known = true;
        return null;
      },
    });
    const page = await owner.visit();
    await page.getByRole('button', { name: bannersWords.changeChain('Base Sepolia') }).click();
    await expect.poll(() => at.chain).toBe('0x14a34');
    await emit(page, 'chainChanged', at.chain);

    await page.getByText(bannersWords.otherChain('Base Sepolia')).waitFor({ state: 'hidden' });
    expect(at.known).toBe(true);
    for (const method of ['eth_chainId', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      delete owner.wallet.script[method];
    await page.context().close();
  });
});

describe('the Snap', () => {
  it('is updated when it is older than this site needs', async () => {
    const old = await anOwner({ version: '0.0.9', connected: false });
    const asked: unknown[] = [];
    const install = old.wallet.script.wallet_requestSnaps;
    old.wallet.script.wallet_requestSnaps = (params: never) => {
      asked.push(params);
      return install?.(params);
    };
    const page = await old.visit();
    await signIn(page);
    await page.getByText(snapBadgeWords.old('0.0.9', SETTINGS.snapVersion)).waitFor();
    await picture(page, 'snap-old');
    await page.getByRole('button', { name: snapBadgeWords.update }).click();

    await page.getByText(/Version \d+\.\d+\.\d+, watching/).waitFor();
    expect(asked).toEqual([{ [SETTINGS.snapId]: { version: SETTINGS.snapVersion } }]);
    await page.context().close();
  });

  it('is seen to be gone, and a wallet without Snaps is told what is then missing', async () => {
    const other = await anOwner();
    const page = await other.visit();
    await signIn(page);
    await page.getByText(/Version \d+\.\d+\.\d+, watching/).waitFor();
    other.snap.version = null;
    await page.reload();
    await page.getByRole('button', { name: snapBadgeWords.install }).waitFor();
    delete other.wallet.script.wallet_getSnaps;
    await page.reload();
    await page.getByText(snapBadgeWords.unable).waitFor();
    await page.getByRole('link', { name: pageWords.grantRunway }).click();

    await page.getByText(grantFormWords.direct(false)).waitFor();
    await picture(page, 'direct');
    await page.context().close();
  });
});

describe('without a wallet', () => {
  it('loads the SDK only when the owner asks for the phone', async () => {
    const { portal } = visit;
    const page = await portal.open('/', []);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.reload();
    const install = page.getByRole('link', { name: connectWords.install });
    expect(await install.getAttribute('href')).toBe('https://metamask.io/download');
    expect(loaded.filter((url) => url.includes('sdk'))).toEqual([]);
    const chunk = page.waitForResponse(/assets\/.*sdk.*\.js$/);
    await page.getByRole('button', { name: connectWords.phone }).click();

    expect((await chunk).status()).toBe(200);
    await page.context().close();
    // The SDK speaks to its relay and to nobody else; the page's own policy holds it to that.
    const others = portal.strays
      .splice(0)
      .filter((text) => !/metamask|Security.Policy/i.test(text));
    expect(others).toEqual([]);
  });

  it('leads a phone into MetaMask, at the very page it came for', async () => {
    const page = await visit.portal.open('/revoke/atlas-1', [], PHONE);
    const link = page.getByRole('link', { name: connectWords.openApp });
    const here = visit.portal.origin.replace('http://', '');

    expect(await link.getAttribute('href')).toBe(`metamask://dapp/${here}/revoke/atlas-1`);
    await picture(page, 'phone');
    await page.context().close();
  });
});

describe('the control plane', () => {
  it('may be gone at the first visit: the page says so and recovers by itself', async () => {
    const page = await visit.portal.open('/', []);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText(bannersWords.never).waitFor();
    await page.unroute('**/api/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));

    await page.getByText(bannersWords.never).waitFor({ state: 'hidden' });
    await page.context().close();
  });
});

describe('the page', () => {
  it('can be used by keyboard alone', async () => {
    const stranger = await anOwner();
    stranger.wallet.script.wallet_getPermissions = () => [];
    const page = await stranger.visit();
    await page.getByRole('button', { name: connectWords.button }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(appWords.skip);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: headerWords.signOut }).waitFor();
    await page.getByRole('link', { name: pageWords.grantRunway }).focus();
    await page.keyboard.press('Enter');

    const name = page.getByLabel(grantFieldsWords.name, { exact: true });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.context().close();
  });

  it('tells screen readers what happened, and stands still for those who asked for it', async () => {
    const still = await anOwner();
    const page = await still.visit('/', { reducedMotion: 'reduce' });
    const sign = still.wallet.script.personal_sign;
    still.wallet.script.personal_sign = () => new Promise(() => undefined);
    await page.getByRole('button', { name: connectWords.again }).click();
    const spinner = page.locator('.spin');
    await spinner.waitFor();
    expect(await spinner.evaluate((one) => getComputedStyle(one).animationName)).toBe('none');
    still.wallet.script.personal_sign = sign as never;
    await page.reload();
    await signIn(page);

    await expect
      .poll(() => page.locator('[aria-live=polite].unseen').textContent())
      .toBe(ownerWords.done);
    await page.context().close();
  });
});
