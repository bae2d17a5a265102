// One slow target blocks nobody: places for each owner, each host, and those that failed before are bounded.
import { describe, expect, it } from 'vitest';
import { expectOk } from '../people';
import { aHearing, house, opened } from './hearing';
import { fine, silent } from './receiver';

describe('While targets are slow', () => {
  it('others are served at once, and the slow ones hold only their own places', async () => {
    const slow = [await aHearing(), await aHearing()];
    const quick = await aHearing();
    for (const { receiver, as, add, target } of slow) {
      receiver.answer = silent;
      for (let count = 0; count < 4; count += 1) await expectOk(add({ label: `No. ${count}` }));
      const { targets } = (await expectOk(as('alerts'))).body;
      expect(targets.map(({ id }: { id: string }) => id)).toContain(target);
      for (const { id } of targets) await expectOk(as('testTarget', { id, body: {} }));
    }
    for (let turn = 0; turn < 6; turn += 1) await house.round();
    await expect.poll(() => slow.map(({ receiver }) => receiver.received.length)).toEqual([2, 2]);

    quick.receiver.answer = fine;
    await expectOk(quick.as('testTarget', { id: quick.target, body: {} }));
    await house.round();
    await expect.poll(async () => (await quick.alerts()).deliveries[0].state).toBe('delivered');
    const flying = await opened.store.query(
      `select owner from alert_deliveries where state = 'sending'`,
    );
    expect(flying.length).toBe(4);
    for (const { receiver } of slow) await receiver.stop();
  });

  it('an owner who is told all the time is told sixty times in an hour', async () => {
    const { people, alerts, receiver } = await aHearing();
    const owner = people.owner.address.toLowerCase();
    await opened.store.query(
      `insert into alert_deliveries (id, owner, caller, target, label, test, message, state, created_at, updated_at)
         select 'x' || n, $1, '', 'other', 'x', false, '{"title":"x","count":0,"causes":[]}', 'delivered', $2, $2
         from generate_series(1, 48) as n`,
      [owner, house.plane.now() - 600],
    );
    await opened.store.query(`update leases set expires_at = $2 where owner = $1`, [
      owner,
      house.plane.now() - 1,
    ]);
    house.clock.ahead += 11;
    await house.round();
    expect(receiver.received).toEqual([]);
    house.clock.ahead += 3600;
    await house.round();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect((await alerts()).deliveries[0].title).toMatch(/^Bardo’s server saw: /);
  });
});
