// A Golem asks for a new grant in the place of its present one: what changes is shown side by side, the new grant comes
// first, the old one is ended on chain last, and the page tells at each moment which of the two can be spent.
import type { Page } from 'playwright-core';
import type { Address } from 'viem';
import { expect, it } from 'vitest';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantWaysWords } from '../../../../site/cards/grant-ways.words';
import { humanStepsWords } from '../../../../site/cards/human-steps.words';
import { requestStandingWords } from '../../../../site/cards/request-standing.words';
import { termsChangeWords } from '../../../../site/cards/terms-change.words';
import { walletWords } from '../../../../site/wallet/wallet.words';
import { pageWords } from '../../../../site/words/page.words';
import { PAYEE } from '../../../agent/stage';
import { aRunwayAsk } from '../../../api/signing';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectAlert,
  grantQuietly,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { permissionsOf, STEPS, waitStep } from './steps';

visitInThisFile();

const OTHER: Address = `0x${'5b'.repeat(20)}`;
const said = (page: Page, text: RegExp) => page.getByRole('status').getByText(text).waitFor();

it('is granted before the old grant ends, also when the page is closed in between', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, owner.guardian.address.toLowerCase() as Address, [
    { cap: '5000000', days: 3 },
  ]);
  const [present] = await permissionsOf(owner);
  const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
  const deadline = visit.house.plane.now() + 3600;
  const ask = await aRunwayAsk(owner.session, { ...about, deadline, payees: [PAYEE, OTHER] });
  const { body } = await visit.house.ask('askRunway', { body: ask });
  const { script } = owner.wallet;
  const real = { ...script };
  const page = await owner.visit(`/request/${body.id}`);
  await signIn(page);

  const heading = requestStandingWords.renewal('Atlas', '10 USDC', 7);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  const change = page.getByRole('region', { name: termsChangeWords.heading });
  await change.getByRole('row', { name: /A day 5 USDC 10 USDC/ }).waitFor();
  await change.getByRole('row', { name: /Key .* the same/ }).waitFor();
  await change.getByText(/at most 15 USDC/).waitFor();
  expect(await page.locator('.walk-title').allTextContents()).toEqual([
    humanStepsWords.terms,
    humanStepsWords.grant,
    humanStepsWords.lease,
    humanStepsWords.old,
  ]);
  await picture(page, 'renewal');

  script.wallet_requestExecutionPermissions = () => {
    throw walletError(4001);
  };
  await press(page, pageWords.askMetaMask);
  await expectAlert(page, walletWords.errors[4001]);
  await said(page, /^Only the old grant is live: at most 5 USDC a day/);
  Object.assign(script, real);
  script.wallet_invokeSnap = (params: { request: { method: string } }) => {
    if (params.request.method === 'issueLease') throw walletError(4001);
    return real.wallet_invokeSnap?.(params as never);
  };
  await press(page, grantWaysWords.go);
  await expectAlert(page, walletWords.errors[4001]);
  await waitStep(page, STEPS.lease);
  await said(page, /nothing can be spent from it before its lease is\. Only the old one is live/);

  Object.assign(script, real);
  script.eth_sendTransaction = () => {
    throw walletError(4001);
  };
  await press(page, grantWaysWords.go);
  await waitStep(page, STEPS.replace);
  await said(page, /^Both grants are live, .* at most 15 USDC a day together/);
  await picture(page, 'renewal-both');
  Object.assign(script, real);
  await page.reload();
  await waitStep(page, STEPS.replace);
  await said(page, /^Both grants are live, .* at most 15 USDC a day together/);
  await press(page, grantWaysWords.go);

  await page.getByText(grantFinishedWords.replaced('Atlas')).waitFor();
  // The one of before, and one more.
  expect(owner.grants).toHaveLength(2);
  const now = await permissionsOf(owner);
  expect(now.find(({ id }) => id === present?.id)?.revokedAt).not.toBeNull();
  expect(now.filter(({ revokedAt }) => revokedAt === null)).toMatchObject([
    { cap: '10000000', lease: { generation: 2, cap: '10000000' } },
  ]);
  const answer = await visit.house.ask('runwayRequest', { id: body.id });
  expect(answer.body).toMatchObject({ state: 'granted', kind: 'renewal' });
  await page.context().close();
});
