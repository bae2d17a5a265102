// What a Golem spends in seven days, from what the chain showed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetUnread, markUnread } from '../../../site/api/chain/unread';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let life: Awaited<ReturnType<typeof leased>>;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  life = await leased(people);
  await people.redeem(life.lease, 2n * USDC);
  await people.redeem(life.lease, USDC);
  await house.round();
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

async function paceOf() {
  const { cookie, golem: id } = people;
  const { golem, permissions } = (await expectOk(house.ask('golem', { cookie, id }))).body;
  return { pace: golem.pace, startAt: permissions[0]?.startAt };
}

it('is the sum of its payments since its first grant began, with what its owner holds', async () => {
  const { pace, startAt } = await paceOf();

  expect(pace).toMatchObject({
    chainId: chain.chainId,
    token: chain.usdc.toLowerCase(),
    since: startAt,
    spent: `${3n * USDC}`,
    payments: 2,
    complete: true,
  });
  const held = await people.usdcOf(people.owner.address);
  expect(pace.held).toBe(`${held}`);
});

it('is told to be incomplete while blocks of its chain are unread', async () => {
  const range = { from: 1, to: 1, tries: 0 };
  await markUnread(opened.store, chain.chainId, range, house.plane.now());

  expect((await paceOf()).pace).toMatchObject({ complete: false });

  await forgetUnread(opened.store, chain.chainId, range);
  expect((await paceOf()).pace).toMatchObject({ complete: true });
});

it('does not begin anew with a grant that replaces the first', async () => {
  const { cookie, golem } = people;
  const { startAt } = await paceOf();
  const context = people.context(await people.grant());
  const body = { golem, chainId: chain.chainId, context, replaces: life.permission };
  await expectOk(house.ask('grant', { cookie, body }));

  expect((await paceOf()).pace).toMatchObject({
    since: startAt,
    spent: `${3n * USDC}`,
    payments: 2,
  });
});

it('leaves out what was spent more than seven days ago', async () => {
  house.clock.ahead += 8 * 86_400;
  people.cookie = await house.signIn(people.owner);

  const { pace } = await paceOf();
  expect(pace).toMatchObject({ spent: '0', payments: 0, since: house.plane.now() - 7 * 86_400 });
});
