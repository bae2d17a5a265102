// Among all processes on one store one leads; who is paused and wakes up late writes and sends nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lead, LostLead, leadership } from '../../../site/api/plane/leadership';
import { runRelay } from '../../../site/api/relay/relay';
import type { Store } from '../../../site/api/store/store';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let other: Store;
let house: House;
let people: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  other = await opened.another();
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await people.fund(house.relay.address);
  await leased(people);
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const write = (lead: Lead, name: string) =>
  lead.fenced((sql) => sql.query(`insert into settings (name, value) values ($1, '')`, [name]));
const written = async () =>
  (
    await opened.store.query<{ name: string }>(`select name from settings where name like 'by %'`)
  ).map(({ name }) => name);
const runOut = () => opened.store.query('update leaders set until_ms = 0');
/** As if nobody had ever forced it: what a process on PostgreSQL is. */
const candidate = (store: Store) => leadership({ ...store, kind: 'postgres' });

describe('the lead', () => {
  it('is one process’s, and the other’s when it runs out', async () => {
    await runOut();
    const [one, two] = [candidate(opened.store), candidate(other)];

    expect([await one.renew(), await two.renew(), await one.renew()]).toEqual([true, false, true]);
    expect([one.leads(), two.leads()]).toEqual([true, false]);

    await runOut();
    expect([await two.renew(), await one.renew()]).toEqual([true, false]);
    await two.resign();
    expect(await one.renew()).toBe(true);
  });

  it('is over for who wakes up late: nothing is written', async () => {
    await runOut();
    const [frozen, awake] = [candidate(opened.store), candidate(other)];
    await frozen.renew();
    await write(frozen, 'by frozen before');
    await runOut();
    await awake.renew();

    expect(frozen.leads()).toBe(true);
    await expect(write(frozen, 'by frozen after')).rejects.toThrow(LostLead);
    await write(awake, 'by awake');
    expect((await written()).sort()).toEqual(['by awake', 'by frozen before']);
  });

  it('begins a new term for who let it run out, though nobody else took it', async () => {
    await runOut();
    const lead = candidate(opened.store);
    await lead.renew();
    const term = 'select term from leaders';
    const [before] = await opened.store.query<{ term: number }>(term);
    await runOut();
    await expect(write(lead, 'by nobody')).rejects.toThrow(LostLead);
    await lead.renew();

    const [after] = await opened.store.query<{ term: number }>(term);
    expect(after?.term).toBe((before?.term ?? 0) + 1);
  });

  it('of a folder is taken at once: who led before is dead', async () => {
    const first = leadership({ ...opened.store, kind: 'pglite' });
    expect(await first.renew()).toBe(true);
    const next = leadership({ ...opened.store, kind: 'pglite' });
    expect(await next.renew()).toBe(true);
    await expect(write(first, 'by the dead')).rejects.toThrow(LostLead);
  });

  if (process.env.BARDO_STORE === 'postgres') {
    it('is taken from who was frozen in the middle of writing', async () => {
      await runOut();
      const [frozen, awake] = [candidate(opened.store), candidate(other)];
      await frozen.renew();
      let thaw: () => void = () => undefined;
      const writing = frozen.fenced(async (sql) => {
        await sql.query(`insert into settings (name, value) values ('by ice', '')`);
        await new Promise<void>((resolve) => {
          thaw = resolve;
        });
        await sql.query('select 1');
      });
      const outcome = writing.catch(() => 'nothing was written');
      const until = Date.now() + 60_000;
      while (!(await awake.renew()) && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }

      expect(awake.leads()).toBe(true);
      thaw();
      expect(await outcome).toBe('nothing was written');
      expect(await written()).not.toContain('by ice');
    });
  }
});

describe('the relay', () => {
  it('sends nothing for a process that does not lead any more', async () => {
    const lead = candidate(opened.store);
    await runOut();
    await lead.renew();
    const { id } = (
      await expectOk(house.ask('raise', { body: await people.raise({ generation: 2 }) }))
    ).body;
    const { store, log } = { store: opened.store, log: () => undefined };
    const client = [...house.plane.chains.values()][0] as never;
    const account = house.relay;
    const desk = {
      store,
      client,
      chainId: chain.chainId,
      account,
      lead,
      now: house.plane.now,
      log,
    };
    await runOut();
    const awake = candidate(other);
    await awake.renew();

    await runRelay(desk);
    expect(await opened.store.query('select hash from sends')).toEqual([]);
    expect((await expectOk(house.ask('relay', { id }))).body.state).toBe('queued');

    await runRelay({ ...desk, store: other, lead: awake });
    await runRelay({ ...desk, store: other, lead: awake });
    expect((await expectOk(house.ask('relay', { id }))).body.state).toBe('done');
    expect(await opened.store.query('select hash from sends')).toHaveLength(1);
  });

  it('goes on with the very bytes of a leader that died between writing and sending', async () => {
    const dying = candidate(opened.store);
    await runOut();
    await dying.renew();
    const { id } = (
      await expectOk(house.ask('raise', { body: await people.raise({ generation: 3 }) }))
    ).body;
    const client = [...house.plane.chains.values()][0] as never;
    const common = { store: opened.store, client, chainId: chain.chainId, account: house.relay };
    const desk = { ...common, now: house.plane.now, log: () => undefined };
    // It believes no more that it leads, so it hands nothing over.
    await runRelay({ ...desk, lead: { ...dying, leads: () => false } });
    const sends = `select hash from sends where relay = '${id}'`;
    const [stored] = await opened.store.query<{ hash: string }>(sends);
    await runOut();
    const next = candidate(other);
    await next.renew();

    await runRelay({ ...desk, store: other, lead: next });
    await runRelay({ ...desk, store: other, lead: next });

    const { body } = await expectOk(house.ask('relay', { id }));
    expect(body).toMatchObject({ state: 'done', transaction: stored?.hash });
    expect(await opened.store.query(sends)).toHaveLength(1);
  });
});

it('is told by health: who leads, since when, and whether it is the one that answers', async () => {
  await runOut();
  expect((await expectOk(house.ask('health'))).body).toMatchObject({ ok: false, leader: null });

  await house.round();
  const { body } = await expectOk(house.ask('health'));
  expect(body).toMatchObject({ ok: true, leader: { here: true, term: expect.any(Number) } });
});
