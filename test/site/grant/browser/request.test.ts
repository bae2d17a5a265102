// A Golem's own request: what it named is filled in when its signature holds, and not otherwise.

import type { Page } from 'playwright-core';
import { type Address, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { grantFieldsWords } from '../../../../site/cards/grant-fields.words';
import { lookAlikeWords } from '../../../../site/cards/look-alike.words';
import { requestListWords } from '../../../../site/cards/request-list.words';
import { requestSignerWords } from '../../../../site/cards/request-signer.words';
import { requestStandingWords } from '../../../../site/cards/request-standing.words';
import { leaseRules } from '../../../../site/golem/golem-tree';
import { grantWords } from '../../../../site/grant/grant.words';
import { answered } from '../../../../site/plane/plane';
import { pageWords } from '../../../../site/words/page.words';
import { shortHex } from '../../../../src/core/chain/addresses';
import type { RunwayRecord } from '../../../../src/core/protocol/runway-shapes';
import { PAYEE } from '../../../agent/stage';
import { aRunwayAsk } from '../../../api/signing';
import { picture } from '../../browser/picture';
import {
  anOwner,
  expectDone,
  follow,
  goHome,
  grantQuietly,
  type Owner,
  press,
  signIn,
  visit,
  visitInThisFile,
} from '../../browser/visit';
import { altered } from './steps';

visitInThisFile();

const SHOP: Address = `0x${'5b'.repeat(20)}`;

async function asks(
  owner: Owner,
  over: { payees?: Address[]; ahead?: number } = {},
  by = owner.session,
) {
  const { ahead = 3600, ...rest } = over;
  const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
  const deadline = visit.house.plane.now() + ahead;
  const { body, status } = await visit.house.ask('askRunway', {
    body: await aRunwayAsk(by, { ...about, deadline, ...rest }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

const named = (page: Page) => page.getByLabel(grantFieldsWords.payeesNamed);

it('by another key than its Golem’s is no request of that Golem, though it has its id', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, owner.guardian.address, [{ name: 'Atlas' }]);
  const stranger = privateKeyToAccount(generatePrivateKey());
  await asks(owner, {}, stranger);
  const page = await owner.visit();
  await signIn(page);

  const key = shortHex(owner.session.address.toLowerCase());
  const request = page.getByRole('article');
  await request.getByText(lookAlikeWords.otherKey('Atlas', owner.golem, key)).waitFor();
  await picture(page, 'other-key');
  await page.context().close();
});

it('fills in the payees it signed, lets the owner change them, and becomes a lease on them', async () => {
  const owner = await anOwner();
  await asks(owner, { payees: [PAYEE, SHOP] });
  const page = await owner.visit();
  await signIn(page);
  await follow(page, requestListWords.answer);

  expect(await named(page).inputValue()).toBe(`${PAYEE}\n${SHOP}`);
  await page.getByText(requestSignerWords.unknown).waitFor();
  await picture(page, 'request');
  await named(page).fill(SHOP);
  expect(await page.getByLabel(grantFieldsWords.payees).inputValue()).toBe(SHOP);
  await press(page, pageWords.askMetaMask);
  await expectDone(page);

  const { contexts, golem } = answered(await owner.plane.ask('golem', { id: owner.golem }));
  expect(
    leaseRules(contexts[0]?.context as Address, golem.chainId)?.payees.map((one) =>
      getAddress(one),
    ),
  ).toEqual([getAddress(SHOP)]);

  await asks(owner, { payees: [SHOP], ahead: 3000 });
  await goHome(page);
  await follow(page, requestListWords.answer);
  await page.getByText(requestSignerWords.leased).waitFor();
  await press(page, pageWords.cancel);
  await press(page, requestStandingWords.refuse);
  await page.getByText(requestListWords.heading).waitFor({ state: 'hidden' });

  await asks(owner, { payees: [SHOP] }, privateKeyToAccount(generatePrivateKey()));
  await follow(page, requestListWords.answer);
  await page.getByText(requestSignerWords.other).waitFor();
  await page.getByText(owner.session.address.toLowerCase()).waitFor();
  await picture(page, 'request-other-key');
  await page.context().close();
});

it('is unproven when the control plane names other payees, and nothing is taken from it', async () => {
  const owner = await anOwner();
  await asks(owner, { payees: [PAYEE] });
  const page = await owner.visit();
  await altered<{ requests: RunwayRecord[] }>(page, '**/api/runway/requests', ({ requests }) => {
    for (const one of requests) one.payees = [SHOP];
  });
  await signIn(page);

  await page.getByText(requestStandingWords.flaws.unsigned).waitFor();
  await picture(page, 'unproven');
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: requestListWords.answer }).count()).toBe(0);
  expect(await main.textContent()).not.toMatch(/5b5b/i);
  await follow(page, pageWords.grantRunway);
  expect(await page.getByLabel(grantFieldsWords.payees).inputValue()).toBe('');
  expect(await page.getByLabel(grantFieldsWords.sessionKey).inputValue()).toBe('');
  await page.context().close();
});

it('shows payees no lease could name, and does not go on with them', async () => {
  const owner = await anOwner();
  const page = await owner.visit();
  const about = { golem: owner.golem, owner: owner.owner.address, token: visit.chain.usdc };
  const deadline = visit.house.plane.now() + 3600;
  const payees = [SHOP, owner.session.address];
  // A control plane that takes what ours refuses, signed all the same.
  const body = await aRunwayAsk(owner.session, { ...about, deadline, payees });
  const told = {
    id: 'f'.repeat(64),
    askedAt: deadline - 3600,
    permission: null,
    knownKey: false,
  };
  await altered<{ requests: object[] }>(page, '**/api/runway/requests', ({ requests }) => {
    requests.push({ ...body, ...told, state: 'open' });
  });
  await page.route(`**/api/runway/requests/${told.id}`, (route) =>
    route.fulfill({ json: { ...body, ...told, state: 'open' } }),
  );
  await signIn(page);
  await follow(page, requestListWords.answer);
  await page.getByText(grantWords.form.payeeFaults.key).waitFor();
  await press(page, pageWords.askMetaMask);

  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  await page.context().close();
});

it('of a stranger under a name the owner knows is told apart by id and key', async () => {
  const owner = await anOwner();
  await grantQuietly(owner, owner.guardian.address.toLowerCase() as Address);
  const stranger = privateKeyToAccount(generatePrivateKey());
  await asks({ ...owner, golem: `${owner.golem}-x` }, {}, stranger);
  const page = await owner.visit();
  await signIn(page);
  const alike = lookAlikeWords.mine('Atlas', owner.golem);
  const request = page.getByRole('article').filter({ hasText: requestStandingWords.who });

  await request.getByText(alike).waitFor();
  const code = request.locator('code');
  expect(await code.first().textContent()).toBe(`${owner.golem}-x`);
  await request.getByTitle(stranger.address.toLowerCase()).waitFor();
  await follow(page, requestListWords.answer);
  await page.locator('.form').getByText(alike).waitFor();
  await press(page, pageWords.cancel);

  // And when the owner is about to choose such a name.
  await follow(page, pageWords.grantRunway);
  await page.getByLabel(grantFieldsWords.name, { exact: true }).fill('At1as');
  await page.getByText(lookAlikeWords.chosen('Atlas', owner.golem)).waitFor();
  await page.context().close();
});
