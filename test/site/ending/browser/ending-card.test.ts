// A death told whole, in a real browser on a real chain: whose words they are, what was spent, what came home, and a
// certificate that the owner's own wallet checks, true and forged.
import type { Page } from 'playwright-core';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { certificateWords } from '../../../../site/cards/certificate.words';
import { deathWords } from '../../../../site/cards/death.words';
import { endingCardWords } from '../../../../site/cards/ending-card.words';
import { registryCardWords } from '../../../../site/cards/registry-card.words';
import { successionPageWords } from '../../../../site/cards/succession-page.words';
import { answered } from '../../../../site/plane/plane';
import { vitalityOracleAbi } from '../../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../../src/core/chain/bardo-addresses.generated';
import type { Certificate } from '../../../../src/core/protocol/certificate';
import { golemIdOf } from '../../../../src/core/protocol/messages';
import { expectOk } from '../../../api/people';
import { aHeartbeat, lastWords } from '../../../api/signing';
import { picture } from '../../browser/picture';
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

visitInThisFile();

const REASON = 'out_of_funds: \u202eI did what I could <b>for</b> you';

async function report(owner: Owner, phase: number): Promise<void> {
  await owner.send(owner.session, {
    to: BARDO.vitalityOracle,
    data: encodeFunctionData({
      abi: vitalityOracleAbi,
      functionName: 'report',
      args: [owner.guardian.address, golemIdOf(owner.golem), phase, phase === 4 ? 0 : 7000],
    }),
  });
}

async function alive(): Promise<Owner> {
  const owner = await anOwner();
  await grantQuietly(owner, owner.guardian.address.toLowerCase() as Hex);
  await owner.fund(owner.session.address);
  // The relay brings the record's beginning, in its own time.
  const begun = () =>
    report(owner, 1).then(
      () => true,
      () => false,
    );
  await expect.poll(begun, { timeout: 30_000 }).toBe(true);
  const beat = {
    owner: owner.owner.address,
    golem: owner.golem,
    guardian: owner.guardian.address,
    issuedAt: visit.house.plane.now(),
  };
  await expectOk(visit.house.ask('heartbeat', { body: await aHeartbeat(owner.session, beat) }));
  return owner;
}

/** In the order of the kit: said on chain, gas sent home, last words, last heartbeat. */
async function dies(owner: Owner, by = owner.session): Promise<void> {
  const { house, chain } = visit;
  await report(owner, 4);
  await owner.send(owner.session, { to: owner.owner.address, value: 3n * 10n ** 15n });
  const block = (await chain.cheat('eth_getBlockByNumber', ['latest', false])) as {
    transactions: Hex[];
  };
  const whose = { owner: owner.owner.address, golem: owner.golem };
  const words = await lastWords(by, {
    ...{ ...whose, at: house.plane.now(), reason: REASON, knowledgeRecord: 'grimoire-7' },
  });
  const body = { ...words, sweeps: block.transactions };
  const agent = { account: owner.session, ...whose };
  await expectOk(house.ask('end', { agent, body }));
  const { permissions } = answered(await owner.plane.ask('golem', { id: owner.golem }));
  expect(permissions.length).toBeGreaterThan(0);
  await expect
    .poll(async () => answered(await owner.plane.ask('golem', { id: owner.golem })).diedAt)
    .not.toBeNull();
}

const card = (page: Page) =>
  page.getByRole('region', { name: endingCardWords.heading('Atlas'), exact: true });

describe('a death', () => {
  let owner: Owner;
  let page: Page;

  it('opens before whoever watched it live, and says why in words that cannot disguise themselves', async () => {
    owner = await alive();
    page = await owner.visit(`/golem/${owner.golem}`);
    await signIn(page);
    await page
      .getByText(/chain · block/)
      .first()
      .waitFor();
    await press(page, registryCardWords.register);
    await page.getByText(registryCardWords.walletOwner).waitFor();
    await dies(owner);
    const overlay = page.getByRole('dialog', { name: /Atlas (has died|is dying)/ });
    await overlay.waitFor();
    await overlay.getByText('I did what I could <b>for</b> you').waitFor();
    expect(await overlay.textContent()).not.toMatch(/\u202e|00:00:00/);
    await picture(page, 'died');
    // One whose dying was seen closes by itself once the chain shows the death.
    const hide = overlay.getByRole('button', { name: deathWords.hide });
    await hide.click({ timeout: 3000 }).catch(() => undefined);
    await overlay.waitFor({ state: 'hidden' });
  });

  it('is told whole on its page: words, spending, gas, record, and what is left to do', async () => {
    const told = card(page);
    await told.getByText(endingCardWords.reasons.out_of_funds).waitFor();
    await told.getByText(endingCardWords.ownWords('Atlas')).waitFor();
    await told
      .getByText('By its own word it could no longer pay for itself.', { exact: false })
      .waitFor();
    await told.getByText('0.003 ETH').waitFor();
    await told.getByText('grimoire-7').waitFor();
    await told.getByText(endingCardWords.knowledgeSigned('Atlas')).waitFor();
    // The key kept what it did not send.
    await told.getByText(endingCardWords.tasks['claim-leftovers']).waitFor();
    await told.getByRole('link', { name: endingCardWords.acts['end-grant'] }).waitFor();
    await told.getByText(endingCardWords.tasks['agent-wallet']).waitFor();
    await picture(page, 'ended');
    await press(page, endingCardWords.removeWallet);
    await told.getByText(endingCardWords.tasks['agent-wallet']).waitFor({ state: 'hidden' });
    await page.getByText(registryCardWords.walletNone).waitFor();
  });

  it('hands its record to the successor', async () => {
    await card(page).getByRole('link', { name: endingCardWords.succeed }).click();
    await page.getByText(successionPageWords.inherits('grimoire-7')).waitFor();
    await press(page, successionPageWords.begin);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain('grimoire-7');
    await page.goto(`${visit.portal.origin}/succession/${owner.golem}`);
    await card(page).waitFor();
  });

  it('has a certificate that the owner’s own wallet proves, check by check', async () => {
    const certificate = (await downloaded(page, () =>
      press(page, certificateWords.download),
    )) as Certificate;
    expect(certificate).toMatchObject({ golem: owner.golem, cause: 'terminal' });

    await press(page, certificateWords.verify);
    await page.getByText(certificateWords.true(certificate.steps.length)).first().waitFor();
    await page.getByText(certificateWords.checks.end).waitFor();
    expect(await page.getByText(certificateWords.failed, { exact: true }).count()).toBe(0);
    await picture(page, 'certificate');
  });

  it('and names what is wrong in a forged one', async () => {
    await altered<Certificate>(page, '**/api/certificates/**', (one) => {
      one.spent = '99';
      one.diedAt -= 1;
    });
    await press(page, certificateWords.verify);
    await page.getByText(certificateWords.false).first().waitFor();
    await page.getByText('The steps do not add up to what was spent.').waitFor();
    await page.unroute('**/api/certificates/**');
  });

  it('and takes a true certificate of another life for none of this', async () => {
    await altered<Certificate>(page, '**/api/certificates/**', (one) => {
      one.owner = `0x${'11'.repeat(20)}`;
    });
    await press(page, certificateWords.verify);
    await page.getByText(certificateWords.checks.otherLife).waitFor();
    await page.getByText(certificateWords.false).first().waitFor();
    await page.context().close();
  });
});

describe('words that no key of its leases signed', () => {
  it('are not shown as its own, whatever the control plane says', async () => {
    const owner = await alive();
    await dies(owner);
    const page = await owner.visit(`/golem/${owner.golem}`);
    type Told = { golem: { id: string; ending: { reason: string } | null } };
    await altered<Told>(page, `**/api/golems/${owner.golem}`, ({ golem }) => {
      if (golem?.ending) golem.ending.reason = 'My owner stole my money';
    });
    await signIn(page);

    await card(page).getByText(endingCardWords.unproven).waitFor();
    expect(await page.getByText('stole').count()).toBe(0);
    await page.context().close();
  });
});
