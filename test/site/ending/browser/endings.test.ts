// Ending and vouching in a real browser: all grants in one batch, one by one with a refusal between, the panic
// button, the death certificate, and what the owner signs for a Golem.
import type { Page } from 'playwright-core';
import { type Hex, verifyTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { identityWords } from '../../../../site/cards/identity.words';
import { moreWords } from '../../../../site/cards/more.words';
import { registryCardWords } from '../../../../site/cards/registry-card.words';
import { revokePageWords } from '../../../../site/cards/revoke-page.words';
import { revokeWaysWords } from '../../../../site/cards/revoke-ways.words';
import { answered } from '../../../../site/plane/plane';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { PAYEE } from '../../../agent/stage';
import { picture, pictureOf } from '../../browser/picture';
import {
  anOwner,
  downloaded,
  grantQuietly,
  type Owner,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { altered } from '../../grant/browser/steps';
import { walletError } from '../../scripted-wallet';
import { batching } from '../../stage';

visitInThisFile();

async function liveGrants({ plane }: Owner): Promise<number> {
  const { permissions } = answered(await plane.ask('golems'));
  return permissions.filter(({ revokedAt }) => revokedAt === null).length;
}

const proven = (page: Page) =>
  page.locator('.badge').filter({ hasText: revokePageWords.states.proven });

async function withTwo(): Promise<{ owner: Owner; page: Page }> {
  const owner = await anOwner();
  await grantQuietly(owner, null, [
    { golem: `${owner.golem}-a`, name: 'Atlas' },
    { golem: `${owner.golem}-b`, name: 'Vesta' },
  ]);
  const page = await owner.visit('/revoke');
  await signIn(page);
  return { owner, page };
}

describe('revoking all', () => {
  it('is one batch where the wallet can', async () => {
    const { owner, page } = await withTwo();
    const { script, asked } = owner.wallet;
    Object.assign(script, batching(visit.chain, owner));
    await page.reload();
    await page.getByText(revokeWaysWords.batch).waitFor();
    await press(page, revokeWaysWords.all(2));

    await expect.poll(() => liveGrants(owner)).toBe(0);
    await expect.poll(() => proven(page).count()).toBe(2);
    expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1);
    await picture(page, 'revoked-all');
    await page.context().close();
  });

  it('offers to stop a lease while it runs, and not once it has ended', async () => {
    const owner = await anOwner();
    await grantQuietly(owner, owner.guardian.address.toLowerCase() as Hex);
    const page = await owner.visit('/revoke');
    await signIn(page);
    const stop = page.getByRole('button', { name: revokeWaysWords.snap });
    await stop.waitFor();
    type Estate = { permissions: { lease: { expiresAt: number } | null }[] };
    await altered<Estate>(page, '**/api/golems', ({ permissions }) => {
      for (const { lease } of permissions) if (lease) lease.expiresAt = visit.house.plane.now() - 1;
    });

    await stop.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: revokeWaysWords.all(1) }).waitFor();
    await page.context().close();
  });

  it('goes one by one elsewhere; what is done stays done when the owner stops', async () => {
    const { owner, page } = await withTwo();
    const send = owner.wallet.script.eth_sendTransaction;
    await page.getByText(revokeWaysWords.single).waitFor();
    // No lease, nothing for the Snap to end.
    expect(await page.getByRole('button', { name: revokeWaysWords.snap }).count()).toBe(0);
    let sent = 0;
    owner.wallet.script.eth_sendTransaction = (params: never) => {
      sent += 1;
      if (sent === 2) throw walletError(4001);
      return send?.(params);
    };
    await press(page, revokeWaysWords.all(2));
    await page.getByText(walletWords.errors[4001]).waitFor();
    expect(await proven(page).count()).toBe(1);
    expect(await liveGrants(owner)).toBe(1);
    await picture(page, 'revoked-half');
    await press(page, revokeWaysWords.retry);

    await expect.poll(() => liveGrants(owner)).toBe(0);
    await page.context().close();
  });

  it('explains the panic button before it is pressed, and then ends every grant with one call', async () => {
    const { owner, page } = await withTwo();
    await page.getByText(revokeWaysWords.other).click();
    const panic = page.getByRole('main').locator('details');
    await expect.poll(() => panic.textContent()).toMatch(/every|all/i);
    await picture(page, 'panic');
    await press(page, revokeWaysWords.panicButton);

    await expect.poll(() => liveGrants(owner)).toBe(0);
    expect(owner.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    await page.context().close();
  });
});

describe('a control plane that does not tell', () => {
  it('is not taken for one that has nothing to revoke', async () => {
    const { page } = await withTwo();
    await page.getByRole('button', { name: revokeWaysWords.all(2) }).waitFor();
    await page.route('**/api/golems/*', (route) => route.abort());
    await page.reload();
    await page.getByText(revokePageWords.unknown).waitFor();

    expect(await page.getByText(revokePageWords.nothing).count()).toBe(0);
    await page.unroute('**/api/golems/*');
    await page.getByRole('button', { name: revokeWaysWords.all(2) }).waitFor();
    await page.context().close();
  });
});

async function expectSignedBy(owner: Owner, typed: Parameters<typeof verifyTypedData>[0]) {
  const address = owner.owner.address;
  expect(await verifyTypedData({ ...typed, address })).toBe(true);
}

describe('what the owner signs for a Golem', () => {
  it('is an attestation, a place in the registry, a permit and a payment, each as a file', async () => {
    const owner = await anOwner();
    await grantQuietly(owner, owner.guardian.address.toLowerCase() as Hex);
    const page = await owner.visit(`/golem/${owner.golem}`);
    await signIn(page);
    await press(page, identityWords.attest);
    const attested = await downloaded(page, () => press(page, identityWords.save));
    await expectSignedBy(owner, attested);
    expect(attested.message).toMatchObject({
      golem: owner.golem,
      agentKey: owner.session.address.toLowerCase(),
    });
    await press(page, registryCardWords.register);
    await page.getByText(registryCardWords.walletOwner).waitFor();
    // Once is enough: a second entry would be a second Golem to everybody else.
    expect(await page.getByRole('button', { name: registryCardWords.register }).count()).toBe(0);
    await press(page, registryCardWords.write);
    await page.getByText(registryCardWords.fileOld).waitFor({ state: 'hidden' });
    // Found again by the registry's own logs, when the browser keeps nothing of it.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('bardo.agents.')) localStorage.removeItem(key);
    });
    await page.reload();
    await page.getByText(registryCardWords.walletOwner).waitFor();
    expect(await page.getByText(registryCardWords.fileOld).count()).toBe(0);
    await press(page, registryCardWords.unset);
    await page.getByText(registryCardWords.walletNone).waitFor();
    await pictureOf(page.getByRole('region', { name: identityWords.heading }), 'identity');

    await page.getByText(moreWords.heading, { exact: true }).click();
    await page.getByLabel(moreWords.actionHash).fill(`0x${'a1'.repeat(32)}`);
    await page.getByLabel(moreWords.policyHash).fill(`0x${'b2'.repeat(32)}`);
    const sign = page.getByRole('button', { name: moreWords.sign, exact: true });
    const permit = await downloaded(page, () => sign.first().click());
    await expectSignedBy(owner, permit);
    expect(permit).toMatchObject({
      primaryType: 'ActionPermit',
      message: { golem: owner.golem, actionHash: `0x${'a1'.repeat(32)}`, riskTier: 1 },
    });
    await page.getByLabel(moreWords.payee).fill(PAYEE);
    await page.getByLabel(moreWords.amount, { exact: true }).fill('1.5');
    const payment = await downloaded(page, () => sign.last().click());
    await expectSignedBy(owner, payment);
    expect(payment).toMatchObject({
      primaryType: 'TransferWithAuthorization',
      domain: { verifyingContract: visit.chain.usdc.toLowerCase() },
      message: { value: '1500000' },
    });
    await picture(page, 'signed');
    await page.context().close();
  });
});
