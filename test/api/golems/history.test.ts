// What happened to a Golem: whom it paid and what for, page by page beyond the last seven days, and by the reader's days.
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOn } from '../../../site/api/chain/client';
import { readPayees } from '../../../site/api/chain/payees';
import { estateOf } from '../../../site/api/records/estate';
import { historyOf as historyOfEstate } from '../../../site/api/records/history';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { HistoryEntry } from '../../../src/core/protocol/status';
import { PAYEE, USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

const DAY = 86_400;
let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let permission: string;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  const life = await leased(people);
  permission = life.permission;
  await people.redeem(life.lease, USDC);
  await people.redeem(life.lease, 2n * USDC);
  await house.round();
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

async function historyOf(query = '') {
  const { golem: id, cookie } = people;
  return (await expectOk(house.ask('history', { id, cookie, query }))).body;
}

async function allPages(limit: number): Promise<HistoryEntry[]> {
  const pages: HistoryEntry[][] = [];
  let next: string | null = `${house.plane.now() + DAY}-0`;
  while (next && pages.length < 50) {
    const page: { history: HistoryEntry[]; next: string | null } = await historyOf(
      `?before=${next}&limit=${limit}`,
    );
    pages.unshift(page.history);
    next = page.next;
  }
  return pages.flat();
}

describe('the history of a Golem', () => {
  it('names whom each payment went to, from the token’s own transfer', async () => {
    const { history } = await historyOf();

    const paid = history.filter(({ kind }: HistoryEntry) => kind === 'redeemed');
    expect(paid.map(({ payee }: HistoryEntry) => payee)).toEqual([
      PAYEE.toLowerCase(),
      PAYEE.toLowerCase(),
    ]);
  });

  it('asks again whom an old payment went to, when the node has said nothing', async () => {
    const { store } = opened;
    const old = house.plane.now() + 10 * DAY;
    await store.query(`update events set payee = null where event = 'transferred'`);
    const mute = clientOn('http://127.0.0.1:9');
    await readPayees(store, mute, chain.chainId, old);
    expect((await historyOf()).history[0]).not.toHaveProperty('payee');

    await readPayees(store, clientOn(chain.rpcUrl), chain.chainId, old);

    const paid = (await historyOf()).history.filter(
      ({ kind }: HistoryEntry) => kind === 'redeemed',
    );
    const shop = PAYEE.toLowerCase();
    expect(paid.map(({ payee }: HistoryEntry) => payee)).toEqual([shop, shop]);
  });

  it('tells what a payment was for in the words that its key said first', async () => {
    const { history } = await historyOf();
    const { transaction } = history.find(({ kind }: HistoryEntry) => kind === 'redeemed');
    const agent = {
      account: people.session,
      owner: people.owner.address,
      golem: people.golem,
    };
    const say = (purpose: string) =>
      house.ask('purpose', { agent, body: { transaction, purpose } });

    await expectOk(say('inference, 3 h of GPU'));
    const again = await expectOk(say('something else'));

    expect(again.body).toEqual({ purpose: 'inference, 3 h of GPU' });
    const told = (await historyOf()).history.filter(({ purpose }: HistoryEntry) => purpose);
    expect(told).toMatchObject([{ transaction, purpose: 'inference, 3 h of GPU' }]);
  });

  it.each([1, 2, 100])('is the same in pages of %d', async (limit) => {
    const { history } = await historyOf();

    const paged = await allPages(limit);

    const byTime = (a: HistoryEntry, b: HistoryEntry) =>
      a.at - b.at || `${a.kind}${a.amount}`.localeCompare(`${b.kind}${b.amount}`);
    expect([...paged].sort(byTime)).toEqual([...history].sort(byTime));
    expect(paged.map(({ at }) => at)).toEqual(paged.map(({ at }) => at).sort((a, b) => a - b));
  });

  it('goes on behind the seven days', async () => {
    await opened.store.query(
      `insert into acts (seq, owner, golem, kind, at) values (0, $1, $2, 'fed', $3)`,
      [people.owner.address.toLowerCase(), people.golem, house.plane.now() - 20 * DAY],
    );

    const { history, next } = await historyOf();
    const older = await historyOf(`?before=${next}`);

    expect(history.map(({ kind }: HistoryEntry) => kind)).not.toContain('fed');
    expect(older).toMatchObject({ history: [{ kind: 'fed' }], next: null, truncated: false });
  });
});

describe('the history of a busy Golem', () => {
  it('loses nothing between what is listed and its pages, when blocks were read late', async () => {
    const owner = people.owner.address.toLowerCase();
    const now = house.plane.now();
    const late = 20;
    for (let index = 0; index < 520; index += 1) {
      const at = index === late ? now - DAY : now - 1000 + index;
      await opened.store.query(
        `insert into acts (seq, owner, golem, kind, at, amount) values ($1, $2, $3, 'fed', $4, $5)`,
        [1_000_000 + index, owner, people.golem, at, `${index}`],
      );
    }
    const seen = new Set<string>();
    let page = await historyOf();
    expect(page).toMatchObject({ truncated: true });
    for (;;) {
      for (const { kind, amount } of page.history) if (kind === 'fed') seen.add(`${amount}`);
      if (!page.next) break;
      page = await historyOf(`?before=${page.next}`);
    }
    await opened.store.query('delete from acts where seq >= 1000000');

    expect([...Array(520).keys()].filter((index) => !seen.has(`${index}`))).toEqual([]);
  });
});

describe('spending by the reader’s days', () => {
  it('sums what each Golem paid between two of the bounds', async () => {
    const { history } = await historyOf();
    const [first, second] = history.filter(({ kind }: HistoryEntry) => kind === 'redeemed');
    const { cookie } = people;
    const ask = async (bounds: readonly number[]) =>
      (await expectOk(house.ask('spending', { cookie, query: `?bounds=${bounds.join()}` }))).body;
    const golem = people.golem;

    const together = await ask([first.at - DAY, first.at, second.at + 1]);
    const before = await ask([first.at - 2 * DAY, first.at - DAY, first.at]);

    expect(together).toMatchObject({
      truncated: false,
      bounds: [first.at - DAY, first.at, second.at + 1],
    });
    expect(together.spent).toEqual([
      { slot: 1, golem, permission, spent: `${3n * USDC}`, payments: 2 },
    ]);
    expect(before.spent).toEqual([]);
  });

  it('is not another Golem’s whose slice names the same key', async () => {
    const { owner, golem, session, cookie } = people;
    const whose = [owner.address.toLowerCase(), chain.chainId];
    await opened.store.query(
      `insert into golems (id, owner, name, chain_id, golem_id, parent, policy_tier, created_at)
         values ('mole', $1, 'Mole', $2, '0x', 'other', 2, 1)`,
      whose,
    );
    await opened.store.query(
      `insert into slices (hash, chain_id, owner, golem, lease_hash, permission, session_key, cap, start_at, expires_at,
         context, created_at) values ('0xff', $2, $1, 'mole', '', 'p-of-another', $3, '1', 1, 9999999999, '0x', 1)`,
      [...whose, session.address.toLowerCase()],
    );
    const now = house.plane.now();
    const query = `?bounds=${now - DAY},${now + DAY}`;

    const { body } = await expectOk(house.ask('spending', { cookie, query }));
    const estate = await estateOf(opened.store, owner.address.toLowerCase() as Hex, now);
    const history = await historyOfEstate(opened.store, estate, { since: 0, from: now - DAY });

    expect(body.spent).toMatchObject([{ golem, payments: 2 }]);
    const payers = history.filter(({ kind }) => kind === 'redeemed').map((one) => one.golem);
    expect(payers).toEqual([golem, golem]);
  });

  it('is the owner’s alone', async () => {
    const other = await somePeople(chain, house);
    const now = house.plane.now();
    const query = `?bounds=${now - DAY},${now + DAY}`;

    const { body } = await expectOk(house.ask('spending', { cookie: other.cookie, query }));

    expect(body.spent).toEqual([]);
  });
});
