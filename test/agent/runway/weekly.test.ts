// A grant that counts in weeks and a lease that counts in days, on the real contracts: both hold.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { adoptRunway } from '../../../src/agent/life/adoption';
import type { Golem } from '../../../src/agent/life/golem';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunwayState } from '../../../src/agent/runway/runway-state';
import { createTools } from '../../../src/agent/tools/tools';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { unborn } from '../newborn';
import { PAYEE, register, USDC } from '../stage';

const DAY = 86_400;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

/** Thirty USDC a week, of which a day's lease lets twelve through. */
async function weekly() {
  const { golem, stage } = await unborn(chain);
  await stage.fund(golem.key.address);
  await register(stage, golem.key.address);
  const grant = await stage.grant({ cap: 30n * USDC, every: 7 * DAY, days: 21 });
  const terms = {
    cap: 12n * USDC,
    expiry: BigInt((await stage.now()) + 20 * DAY),
    maxAge: BigInt(30 * DAY),
  };
  const problem = await adoptRunway(golem, await stage.lease(grant, golem.key.address, terms));
  expect(problem).toBeNull();
  return { golem, stage };
}

async function pass(seconds: number) {
  await chain.cheat('evm_increaseTime', [seconds]);
  await chain.cheat('evm_mine', []);
}

const pay = (golem: Golem, amount: bigint) =>
  redeem(golem.chain, golem.sender, golem.runway!, { payee: PAYEE, amount });
const left = async (golem: Golem) => (await readRunwayState(golem.chain, golem.runway!)).available;

it('the day holds first, then the week, and the next week begins anew', async () => {
  const { golem, stage } = await weekly();
  const before = await stage.usdcOf(PAYEE);
  const begun = (await golem.chain.head()).timestamp;
  expect(golem.runway).toMatchObject({ cap: 30n * USDC, periodSeconds: 7 * DAY });
  expect(await left(golem)).toBe(12n * USDC);

  expect((await pay(golem, 12n * USDC)).ok).toBe(true);
  expect(await left(golem)).toBe(0n);
  expect((await pay(golem, USDC)).ok).toBe(false);

  await pass(DAY + 4 * 3600);
  expect(await left(golem)).toBe(12n * USDC);
  expect((await pay(golem, 12n * USDC)).ok).toBe(true);
  await pass(DAY + 4 * 3600);
  // The lease would pay twelve again, the week has six left.
  expect(await left(golem)).toBe(6n * USDC);
  expect((await pay(golem, 7n * USDC)).ok).toBe(false);
  expect((await pay(golem, 6n * USDC)).ok).toBe(true);
  await pass(DAY + 4 * 3600);
  expect(await left(golem)).toBe(0n);

  await pass(begun + 7 * DAY - (await golem.chain.head()).timestamp);
  expect(await left(golem)).toBe(12n * USDC);
  expect((await stage.usdcOf(PAYEE)) - before).toBe(30n * USDC);
});

it('is counted by weeks until its end, never by days of the week’s amount', async () => {
  const { golem } = await weekly();
  const tools = createTools({ golems: [golem] });

  const health = await tools.metamask_check_permission_health({ golem_id: golem.id });

  // Today's twelve and two more weeks of thirty each: the rest of this week is not promised.
  expect(health).toMatchObject({ health: 'healthy', remaining_today: '12', total_remaining: '72' });
});

it('pinned to one payee by MetaMask’s own rule, it pays nobody else though no lease says so', async () => {
  const { golem, stage } = await unborn(chain);
  await stage.fund(golem.key.address);
  const other = `0x${'5c'.repeat(20)}` as const;
  const grant = await stage.grant({ to: golem.key.address, every: 7 * DAY, payees: [PAYEE] });
  expect(await adoptRunway(golem, encodeContext([grant]))).toBeNull();
  expect(golem.runway?.payees).toEqual([PAYEE]);

  expect((await pay(golem, USDC)).ok).toBe(true);
  const refused = await redeem(golem.chain, golem.sender, golem.runway!, {
    payee: other,
    amount: USDC,
  });
  expect(refused.ok).toBe(false);
  expect(await stage.usdcOf(other)).toBe(0n);
});
