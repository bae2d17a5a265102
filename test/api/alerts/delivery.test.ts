// The way of a message: tried again or not, told on the page, never twice; and what stays a secret.
import { describe, expect, it } from 'vitest';
import { leadership } from '../../../site/api/plane/leadership';
import { openHouse } from '../house';
import { expectOk } from '../people';
import { aHearing, chain, type Hearing, house, opened, rounds } from './hearing';
import { fine, saying, silent } from './receiver';

const test = ({ as, target }: Hearing) => as('testTarget', { id: target, body: {} });
const pause = ({ as, target }: Hearing, paused: boolean) =>
  expectOk(as('pauseTarget', { id: target, body: { paused } }));

describe('A delivery', () => {
  it('that is refused for now is tried again later, with the same id', async () => {
    const hearing = await aHearing();
    const { receiver, alerts, beat } = hearing;
    receiver.answer = saying(503, 'later');
    await beat(3);
    await rounds();
    const [waiting] = (await alerts()).deliveries;
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, answer: '503: later' });
    expect(waiting.nextAt - waiting.updatedAt).toBeGreaterThanOrEqual(15);
    expect((await alerts()).targets[0].failingSince).toBe(waiting.updatedAt);

    receiver.answer = fine;
    house.clock.ahead += 60;
    await rounds();

    const [after] = (await alerts()).deliveries;
    expect(after).toMatchObject({ id: waiting.id, state: 'delivered', attempts: 2 });
    expect((await alerts()).targets[0].failingSince).toBeNull();
    const ids = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(ids).toEqual([waiting.id, waiting.id]);
  });

  it('that is refused for good is not tried again', async () => {
    const { receiver, alerts, beat } = await aHearing();
    receiver.answer = saying(410, 'gone');
    await beat(3);
    await rounds();
    house.clock.ahead += 86_400;
    await rounds();

    const declined = (await alerts()).deliveries.filter(({ title }: { title: string }) =>
      /declining/.test(title),
    );
    expect(declined).toMatchObject([{ state: 'failed', attempts: 1, answer: '410: gone' }]);
  });

  it('is given up after eight tries', async () => {
    const { receiver, alerts, beat } = await aHearing();
    receiver.answer = saying(500);
    await beat(3);
    for (let tries = 0; tries < 10; tries += 1) {
      await rounds();
      house.clock.ahead += 6 * 3600;
    }
    const told = (await alerts()).deliveries.at(-1);
    expect(told).toMatchObject({ state: 'failed', attempts: 8 });
  });

  it('that may have arrived is not sent again, and said to be unknown', async () => {
    const { receiver, alerts, beat } = await aHearing();
    receiver.answer = (response) => response.destroy();
    await beat(3);
    await rounds();
    receiver.answer = fine;
    await rounds();

    expect((await alerts()).deliveries).toMatchObject([{ state: 'unknown', attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('that was claimed by who died is unknown, and never sent', async () => {
    const hearing = await aHearing();
    const { receiver, alerts } = hearing;
    await expectOk(test(hearing));
    await opened.store.query(
      `update alert_deliveries set state = 'sending', term = 0, attempts = 1 where target = $1`,
      [hearing.target],
    );
    await rounds();

    expect((await alerts()).deliveries[0]).toMatchObject({
      state: 'unknown',
      answer: 'Bardo’s server stopped while it sent this. Whether it arrived is not known.',
    });
    expect(receiver.received).toEqual([]);
  });
});

describe('Of two processes', () => {
  it('only the leader sends, and who takes over sends nothing twice', async () => {
    const { receiver, alerts, beat } = await aHearing();
    const there = { store: await opened.another(), chain, loopbackTargets: true };
    const other = await openHouse({ ...there, store: { ...there.store, kind: 'postgres' } });
    other.clock.ahead = house.clock.ahead + 20;
    await house.lead.renew();
    await beat(3);
    await other.round();
    expect([other.lead.leads(), receiver.received.length]).toEqual([false, 0]);

    receiver.answer = silent;
    house.clock.ahead += 11;
    await house.round();
    await expect.poll(() => receiver.received.length).toBe(1);
    // Its lead runs out while it waits for the answer.
    await opened.store.query('update leaders set until_ms = 0');
    receiver.answer = fine;
    other.clock.ahead = house.clock.ahead;
    await rounds(other);

    expect(other.lead.leads()).toBe(true);
    expect((await alerts()).deliveries).toMatchObject([{ state: 'unknown' }]);
    expect(receiver.received).toHaveLength(1);
    await other.lead.resign();
    await leadership(opened.store).renew();
    await opened.store.query('update leaders set until_ms = 0');
  });
});

describe('A test', () => {
  it('shows what the target answers, also of a paused one', async () => {
    const hearing = await aHearing();
    await pause(hearing, true);
    hearing.receiver.answer = saying(403, 'no\u202e\nsuch <b>hook</b>');
    const { body } = await expectOk(test(hearing));
    await rounds();

    const [delivery] = (await hearing.alerts()).deliveries;
    expect(delivery).toMatchObject({ id: body.delivery, test: true, state: 'failed' });
    expect(delivery.answer).toBe('403: no such <b>hook</b>');
    expect(JSON.parse(hearing.receiver.received[0]?.body ?? '').type).toBe('test');
  });

  it('can be asked for ten times in an hour', async () => {
    const hearing = await aHearing();
    for (let count = 0; count < 10; count += 1) await expectOk(test(hearing));
    expect((await test(hearing)).body.error.code).toBe('rate_limited');
    house.clock.ahead += 3601;
    await expectOk(test(hearing));
  });
});

describe('A target', () => {
  it('that is paused hears nothing, and afterwards nothing twice', async () => {
    const hearing = await aHearing();
    const { receiver, beat, alerts } = hearing;
    await beat(3);
    await rounds();
    await pause(hearing, true);
    await beat(4);
    await rounds();
    expect(receiver.received).toHaveLength(1);
    expect((await alerts()).targets[0].paused).toBe('owner');

    await pause(hearing, false);
    await rounds();
    const titles = receiver.received.map(({ body }) => JSON.parse(body).title);
    expect(titles).toHaveLength(2);
    expect(titles[1]).toMatch(/reported dead/);
  });

  it('that takes nothing for days is paused, and the page says so', async () => {
    const hearing = await aHearing();
    const { receiver, alerts, beat } = hearing;
    receiver.answer = saying(500);
    await beat(3);
    for (let day = 0; day < 6; day += 1) {
      await rounds();
      house.clock.ahead += 86_400;
    }
    expect((await alerts()).targets[0]).toMatchObject({ paused: 'failing' });
    const count = receiver.received.length;
    await rounds();
    expect(receiver.received).toHaveLength(count);

    receiver.answer = fine;
    await pause(hearing, false);
    expect((await alerts()).targets[0]).toMatchObject({ paused: null, failingSince: null });
  });

  it('whose secrets cannot be opened is paused', async () => {
    const hearing = await aHearing();
    await opened.store.query(`update alert_targets set sealed = 'AAAA' where id = $1`, [
      hearing.target,
    ]);
    await expectOk(test(hearing));
    await rounds();
    expect((await hearing.alerts()).targets[0].paused).toBe('sealed');
  });

  it('is one of five at most, and gone when it is removed', async () => {
    const hearing = await aHearing();
    const { as, add, target, receiver, alerts } = hearing;
    for (let count = 1; count < 5; count += 1) await expectOk(add({ label: `No. ${count}` }));
    expect((await add()).body.error.code).toBe('conflict');
    await expectOk(test(hearing));
    await expectOk(as('removeTarget', { id: target }));
    await rounds();

    expect((await alerts()).targets).toHaveLength(4);
    expect(receiver.received).toEqual([]);
    expect((await alerts()).deliveries).toMatchObject([{ state: 'failed', label: 'My server' }]);
  });

  it('that is removed or paused while it is spoken to leaves nothing that waits for it', async () => {
    for (const removed of [true, false]) {
      const hearing = await aHearing();
      const { receiver, alerts, beat, as, target } = hearing;
      let refuse: () => void = () => undefined;
      receiver.answer = (response) => {
        refuse = () => response.writeHead(503).end('later');
      };
      await beat(3);
      house.clock.ahead += 11;
      await house.round();
      await expect.poll(() => receiver.received.length).toBe(1);
      await (removed ? expectOk(as('removeTarget', { id: target })) : pause(hearing, true));
      refuse();

      const state = async () => (await alerts()).deliveries[0].state;
      await expect.poll(state).not.toBe('sending');
      expect((await alerts()).deliveries[0]).toMatchObject({ state: 'failed', nextAt: null });
    }
  });

  it('gives no secret away: not to its owner, not to the log, not to who reads the store', async () => {
    const { as, add, secret, alerts, receiver } = await aHearing();
    const token = 'tk_open-sesame-0123456789';
    const url = `${receiver.url}?key=sesame-in-the-path`;
    await expectOk(
      add({ kind: 'ntfy', url: 'https://ntfy.example.com', topic: 'sesame-topic', token }),
    );
    const { body } = await expectOk(add({ kind: 'slack', url }));
    // One that answers with what it was asked tells nothing by it.
    receiver.answer = (response, { path }) => response.writeHead(404).end(`Cannot POST ${path}`);
    await expectOk(as('testTarget', { id: body.target.id, body: {} }));
    await rounds();
    expect((await alerts()).deliveries[0].answer).toMatch(/^404: Cannot POST .*…/);

    const rows = [
      await opened.store.query('select * from alert_targets'),
      await opened.store.query('select * from alert_deliveries'),
    ];
    const told = [await alerts(), rows, house.log].map((one) => JSON.stringify(one)).join('');
    expect(told).not.toMatch(/sesame/);
    expect(told).not.toContain(secret);
    expect(told).toContain('ntfy.example.com');
  });
});
