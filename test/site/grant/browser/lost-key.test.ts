// A Golem whose machine died asks with a new key, by the real agent kit: its owner compares the code, a new lease takes
// the old one's place on the grant that is there, and the new key pays.
import { expect, it } from 'vitest';
import { grantFinishedWords } from '../../../../site/cards/grant-finished.words';
import { grantFormWords } from '../../../../site/cards/grant-form.words';
import { requestCodeWords } from '../../../../site/cards/request-code.words';
import { requestStandingWords } from '../../../../site/cards/request-standing.words';
import { riskWords } from '../../../../site/cards/risk.words';
import { termsChangeWords } from '../../../../site/cards/terms-change.words';
import { answered } from '../../../../site/plane/plane';
import { connectPlane } from '../../../../src/agent/life/plane';
import { resumeGolem } from '../../../../src/agent/life/resume';
import { planPull } from '../../../../src/agent/runway/pull';
import { readRunway } from '../../../../src/agent/runway/runway';
import { createTools } from '../../../../src/agent/tools/tools';
import { PAYEE } from '../../../agent/stage';
import { picture } from '../../browser/picture';
import { anOwner, grantQuietly, press, signIn, visit, visitInThisFile } from '../../browser/visit';
import { permissionsOf } from './steps';

visitInThisFile();

it('goes on with a new key on the same grant, and the old key is dead', async () => {
  const owner = await anOwner();
  const { guardian, golem: id, link, session } = owner;
  await grantQuietly(owner, guardian.address.toLowerCase() as `0x${string}`, [
    { cap: '5000000', replicantCap: '1000000', maxAgeSeconds: 7200 },
  ]);
  const [before] = answered(await owner.plane.ask('golem', { id })).contexts;
  const old = readRunway(before?.context ?? '0x', visit.chain.chainId);

  const resumed = await resumeGolem({
    ...{ id, name: 'Atlas', owner: owner.owner.address, chain: link },
    plane: connectPlane({ url: visit.portal.origin }),
    vitals: () => ({ phase: 'thriving', vitality: 9000 }),
  });
  const { golem } = resumed;
  if (!golem) throw new Error('It is dead.');
  const printed = new Promise<{ approval_url: string; user_code: string | null }>((resolve) => {
    golem.events.on('request:waiting', resolve);
  });
  const tools = createTools({ golems: [golem] }, { pollMs: 200 });
  const asking = tools.metamask_request_runway({
    ...{ golems: [id], daily_cap_usdc: 50, duration_days: 30, payees: [] },
    ...{ reason: 'my machine died', timeout_seconds: 300 },
  });
  const { approval_url, user_code } = await printed;

  const page = await owner.visit(new URL(approval_url).pathname);
  await signIn(page);
  await page.getByRole('heading', { name: requestStandingWords.key('Atlas'), level: 1 }).waitFor();
  const compare = page.getByRole('region', { name: requestCodeWords.heading });
  await compare.getByText(user_code ?? 'no code').waitFor();
  await compare.getByText(requestCodeWords.caution).waitFor();
  await page.getByText(/Until the new lease is on chain, the old key .* at most 5 USDC/).waitFor();
  const change = page.getByRole('region', { name: termsChangeWords.heading });
  // Whatever it asks for besides, the terms are those of the present lease, and only the key is another.
  await change.getByRole('row', { name: /A day 5 USDC the same/ }).waitFor();
  await change.getByRole('row', { name: /Share for sub-agents 1 USDC the same/ }).waitFor();
  await change.getByRole('row', { name: /Stops if silent for 2 h the same/ }).waitFor();
  expect(await change.locator('tr.other th').allTextContents()).toEqual([termsChangeWords.key]);
  const worst = page.getByRole('region', { name: riskWords.heading });
  await worst.getByText(/5 USDC at once/).waitFor();
  await picture(page, 'lost-key');
  const send = page.getByRole('button', { name: grantFormWords.askLease });
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel(grantFormWords.compared).check();
  owner.wallet.asked.length = 0;
  await press(page, grantFormWords.askLease);

  await page.getByText(grantFinishedWords.newKey('Atlas')).waitFor();
  await page.getByText(/No earlier key of Atlas can spend any more/).waitFor();
  await picture(page, 'lost-key-done');
  expect(owner.wallet.asked).not.toContain('wallet_requestExecutionPermissions');
  expect(await permissionsOf(owner)).toMatchObject([
    { revokedAt: null, lease: { generation: 2, sessionKey: golem.key.address.toLowerCase() } },
  ]);

  expect(await asking).toMatchObject({ outcome: 'granted', usable: true, daily_cap: '5' });
  const held = await owner.usdcOf(PAYEE);
  const paid = await tools.metamask_redeem_runway({ golem_id: id, payee: PAYEE, amount_usdc: 2 });
  expect(paid).toMatchObject({ redeemed: '2' });
  expect((await owner.usdcOf(PAYEE)) - held).toBe(2_000_000n);
  await owner.fund(session.address);
  const byOld = planPull(link, old, { payee: PAYEE, amount: 1_000_000n });
  await expect(owner.send(session, byOld)).rejects.toThrow(/superseded/);
  await page.context().close();
});
