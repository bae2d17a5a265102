// The built site in real Chromium: a stranger connects, installs, grants, watches and revokes. The arc with the
// real Snap and the demo wallet is in test/e2e; here every window answers at once.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { encodeFunctionData, getAddress, type Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateWords } from '../../../site/cards/certificate.words';
import { chartWords } from '../../../site/cards/chart.words';
import { deathWords } from '../../../site/cards/death.words';
import { golemSummaryWords } from '../../../site/cards/golem-summary.words';
import { revokePageWords } from '../../../site/cards/revoke-page.words';
import { revokeWaysWords } from '../../../site/cards/revoke-ways.words';
import { runwayActionsWords } from '../../../site/cards/runway-actions.words';
import { answered } from '../../../site/plane/plane';
import { planPull } from '../../../src/agent/runway/pull';
import { readRunway } from '../../../src/agent/runway/runway';
import { vitalityOracleAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { PAYEE } from '../../agent/stage';
import type { House } from '../../api/house';
import { aHeartbeat, aRunwayAsk } from '../../api/signing';
import { SNAP_VERSION } from '../stage';
import { expectStill, watchLayout } from './layout-shift';
import { picture, pictureOf } from './picture';
import type { Portal } from './portal';
import { anOwner, downloaded, emit, type Owner, press, visit, visitInThisFile } from './visit';

visitInThisFile();

let house: House;
let portal: Portal;
let stage: Owner;

beforeAll(async () => {
  ({ house, portal } = visit);
  stage = await anOwner({ version: null, connected: false });
  stage.wallet.script.wallet_getPermissions = () => [];
});

const metamask = () => stage.metamask;

/** Once the relay has opened the Golem's record: until then the oracle refuses, and nothing can be spent. */
async function recordOpen(): Promise<void> {
  const record = [stage.guardian.address, golemIdOf(stage.golem)] as const;
  const abi = vitalityOracleAbi;
  const asked = {
    address: BARDO.vitalityOracle,
    abi,
    functionName: 'getPhase',
    args: record,
  } as const;
  const isOpen = async () => (await stage.link.client.readContract(asked))[0];
  await expect.poll(isOpen, { interval: 200 }).toBe(true);
}

async function report(phase: number): Promise<void> {
  await recordOpen();
  const args = [stage.guardian.address, golemIdOf(stage.golem), phase, 0] as const;
  const data = encodeFunctionData({ abi: vitalityOracleAbi, functionName: 'report', args });
  await stage.send(stage.session, { to: BARDO.vitalityOracle, data });
}

/** As its own key does it, on chain. */
async function spend(amount: bigint): Promise<void> {
  await recordOpen();
  const { contexts } = answered(await stage.plane.ask('golem', { id: stage.golem }));
  const lease = readRunway(contexts[0]?.context as Hex, visit.chain.chainId);
  await stage.send(stage.session, planPull(stage.link, lease, { payee: PAYEE, amount }));
}

describe('the site', () => {
  it('is small at first, and loads no SDK while an extension is there', async () => {
    const page = await portal.open('/', [metamask()]);
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(response.url()));
    await page.reload();
    await page.getByRole('button', { name: 'Connect MetaMask' }).waitFor();

    const scripts = loaded.filter((url) => url.endsWith('.js')).map((url) => new URL(url).pathname);
    const bytes = scripts.reduce(
      (sum, path) => sum + gzipSync(readFileSync(`site/dist${path}`)).byteLength,
      0,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(60 * 1024);
    expect(scripts.join()).not.toContain('sdk');
    const code = scripts.map((path) => readFileSync(`site/dist${path}`, 'utf8')).join();
    expect(code.includes(process.cwd())).toBe(false);
    expect(readdirSync('site/dist/assets').some((name) => name.includes('sdk'))).toBe(true);
    await picture(page, 'hero');
    await page.context().close();
  });

  it('offers MetaMask where there is no wallet', async () => {
    const page = await portal.open('/', []);

    await page.getByRole('link', { name: 'Install MetaMask' }).waitFor();
    await picture(page, 'no-wallet');
    await page.context().close();
  });

  it('asks which one when there are several wallets, MetaMask first', async () => {
    const page = await portal.open('/', [
      { rdns: 'com.other', name: 'Other', wallet: stage.wallet },
      metamask(),
    ]);
    await page.getByRole('button', { name: 'Connect MetaMask' }).click();

    const names = await page
      .getByRole('group', { name: 'Which wallet?' })
      .getByRole('button')
      .allTextContents();
    expect(names).toEqual(['MetaMask', 'Other']);
    await page.context().close();
  });

  it('carries a stranger from nothing to a Golem with a runway, and back', async () => {
    const page = await portal.open('/', [metamask()]);
    await page.getByRole('button', { name: 'Connect MetaMask' }).click();
    await page.getByRole('button', { name: 'Add Bardo to MetaMask' }).waitFor();
    await picture(page, 'install');
    await page.getByRole('button', { name: 'Add Bardo to MetaMask' }).click();
    await page.getByText(`Version ${SNAP_VERSION}, watching`).waitFor();

    const deadline = house.plane.now() + 3600;
    const asking = {
      golem: stage.golem,
      owner: stage.owner.address.toLowerCase() as Hex,
      token: visit.chain.usdc,
      deadline,
    };
    await house.ask('askRunway', { body: await aRunwayAsk(stage.session, asking) });
    await page.getByRole('heading', { name: 'Atlas asks for 10 USDC a day for 7 days' }).waitFor();
    await picture(page, 'home');
    await page.getByRole('link', { name: 'Answer' }).click();
    await page.getByLabel('Who may be paid').fill(PAYEE);
    await page.getByText(/Worst case on .* if every key is stolen/).waitFor();
    await picture(page, 'form');
    await page.getByRole('button', { name: 'Continue in MetaMask' }).click();
    await page.getByText('Atlas has its runway.').waitFor({ state: 'attached' });

    await page.getByRole('link', { name: 'Open Atlas' }).click();
    await page.getByRole('heading', { name: 'Permissions' }).waitFor();
    const beat = {
      owner: stage.owner.address,
      golem: stage.golem,
      guardian: stage.guardian.address,
      issuedAt: house.plane.now(),
    };
    await house.ask('heartbeat', { body: await aHeartbeat(stage.session, beat) });
    await page.getByText(/chain · block/).waitFor();
    await page.getByText('Lease', { exact: true }).waitFor();
    await spend(2_400_000n);
    await page.getByText(chartWords.total('2.4 USDC', 1)).waitFor();
    await expect.poll(() => page.locator('.big').textContent()).toMatch(/^7\.6 USDC/);
    await picture(page, 'golem');
    await pictureOf(page.getByRole('main'), 'golem-alone');
    stage.wallet.script.wallet_getPermissions = () => [{ parentCapability: 'eth_accounts' }];
    await watchLayout(page);
    const at = (path: string) => `${portal.origin}${path}`;
    const seen = (text: string | RegExp) => () => page.getByText(text).first().waitFor();
    await expectStill(
      page,
      at('/'),
      seen(golemSummaryWords.left(golemSummaryWords.leftShort, '10 USDC')),
    );
    await expectStill(page, at(`/golem/${stage.golem}`), seen(/chain · block/));
    await expectStill(page, at(`/revoke/${stage.golem}`), seen(revokeWaysWords.one));

    // The same id of another owner is another Golem.
    await page.goto(at(`/golem/0x${'11'.repeat(20)}/${stage.golem}`));
    await page.getByText('belongs to the account 0x1111…1111').waitFor();
    await page.goto(at(`/golem/${stage.owner.address}/${stage.golem}`));
    const last = { ...beat, issuedAt: house.plane.now() + 1, sequence: 2, phase: 4, vitality: 0 };
    await house.ask('heartbeat', { body: await aHeartbeat(stage.session, last) });
    const overlay = page.getByRole('dialog', { name: 'Atlas is dying' });
    await overlay.waitFor();
    await picture(page, 'death');
    await report(4);
    await overlay.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Succession' }).click();
    await page.getByText('Last daily cap', { exact: true }).waitFor();
    await picture(page, 'succession');
    const certificate = await downloaded(page, () => press(page, certificateWords.download));
    expect(JSON.stringify(certificate)).toContain(stage.golem);
    await page.getByRole('button', { name: 'Start a successor' }).click();
    expect(await page.getByLabel('USDC per day', { exact: true }).inputValue()).toBe('10');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Atlas II');
    expect(await page.getByLabel('Id', { exact: true }).inputValue()).toBe('atlas-ii');
    expect(await page.getByLabel('Who may be paid').inputValue()).toBe(getAddress(PAYEE));
    await page.goBack();

    await page.getByRole('link', { name: 'End the grant' }).click();
    await picture(page, 'revoke');
    await page.getByRole('button', { name: 'End it on chain' }).click();
    await page.getByText('Ended on chain.').first().waitFor();
    await picture(page, 'revoked');
    await expectStill(page, at(`/succession/${stage.golem}`), seen(deathWords.proven));
    await expectStill(page, at(`/golem/${stage.golem}`), seen(runwayActionsWords.succession));
    await expectStill(page, at('/revoke'), seen(revokePageWords.nothing));
    await page.context().close();
  });

  it('ends the session when the owner changes the account, and says when the chain is another', async () => {
    const page = await portal.open('/', [metamask()]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();

    await emit(page, 'chainChanged', '0x1');
    await page.getByRole('button', { name: 'Switch to Base Sepolia' }).waitFor();
    await emit(page, 'chainChanged', '0x14a34');
    await page.getByRole('button', { name: 'Switch to Base Sepolia' }).waitFor({ state: 'hidden' });

    await emit(page, 'accountsChanged', [`0x${'77'.repeat(20)}`]);
    await page.getByText('You changed to another account, so the session has ended.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await picture(page, 'switched');
    await page.context().close();
  });

  it('says what is old when the control plane is gone', async () => {
    const page = await portal.open('/', [metamask()]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your Golems' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());

    await page
      .getByText(/The control plane does not answer. This page shows what it said/)
      .waitFor();
    expect(await page.getByRole('link', { name: 'Open Atlas' }).count()).toBe(1);
    await picture(page, 'offline');
    await page.context().close();
  });
});
