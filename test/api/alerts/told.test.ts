// What an owner hears elsewhere than in MetaMask: the Snap's causes, in the server's own name, each once.
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../site/api/alerts/message';
import { AlertMessageStruct } from '../../../src/core/protocol/alert-shapes';
import { check } from '../../../src/core/protocol/check';
import { expectOk } from '../people';
import { aHearing, chain, house, opened, rounds } from './hearing';
import { openReceiver, type Received } from './receiver';

const bodies = ({ received }: { received: { body: string }[] }) =>
  received.map(({ body }) => JSON.parse(body));

describe('A webhook', () => {
  it('is told once that a Golem is declining, signed, in the server’s own name', async () => {
    const { people, receiver, secret, alerts, beat } = await aHearing();
    await beat(3);

    await rounds();
    await rounds();

    const [message, ...more] = bodies(receiver);
    expect(more).toEqual([]);
    expect(check(message, AlertMessageStruct).ok).toBe(true);
    expect(message).toMatchObject({
      ...{ type: 'alert', source: 'server', title: 'Bardo’s server saw: Atlas is declining' },
      link: `http://localhost:3003/golem/${people.owner.address.toLowerCase()}/${people.golem}`,
      causes: [{ kind: 'declining', golem: people.golem, over: false }],
    });
    expect(message.text).not.toMatch(/proven|chain shows/i);
    expect(message.text).toContain('the word of Bardo’s server alone');
    const { headers, body } = receiver.received[0] as Received;
    expect(headers['bardo-signature']).toBe(
      signatureOf(secret, `${headers['bardo-timestamp']}`, body),
    );
    expect(headers['idempotency-key']).toBe(message.id);
    const { deliveries } = await alerts();
    expect(deliveries).toMatchObject([
      {
        id: message.id,
        state: 'delivered',
        attempts: 1,
        answer: '200: thanks',
        label: 'My server',
      },
    ]);
  });

  it('that comes later hears what lasts, and the first one hears nothing again', async () => {
    const { receiver, beat, add } = await aHearing();
    await beat(4);
    await rounds();
    const late = await openReceiver();
    await expectOk(add({ url: late.url, label: 'Another' }));
    await rounds();

    expect(bodies(late)[0].title).toMatch(/reported dead/);
    expect([receiver.received.length, late.received.length]).toEqual([1, 1]);
    expect(bodies(receiver)[0].urgency).toBe(1);
    await late.stop();
  });

  it('is told many things in a few messages, each cause in exactly one of them', async () => {
    const { people, receiver, beat } = await aHearing();
    for (let count = 0; count < 12; count += 1) {
      await opened.store.query(
        `insert into golems select 'dead-' || $2, owner, name, chain_id, guardian, 'x' || $2, parent, policy_tier,
           knowledge_record, pending_key, asks_revocation, created_at, pending_at, revocation_asked_at
           from golems where owner = $1 limit 1`,
        [people.owner.address.toLowerCase(), `${count}`],
      );
      await opened.store.query(
        `insert into heartbeats select 'dead-' || $2, session_key, sequence, issued_at, interval_seconds, 4, 4, 0,
           block_number, block_hash, signature, received_at, owner from heartbeats where owner = $1 limit 1`,
        [people.owner.address.toLowerCase(), `${count}`],
      );
      if (count === 0) await beat(4);
    }
    await rounds();
    await rounds();

    const causes = bodies(receiver).flatMap((message) =>
      message.causes.map((one: { id: string }) => one.id),
    );
    expect(receiver.received.length).toBeLessThanOrEqual(6);
    expect(new Set(causes).size).toBe(causes.length);
    expect(causes.length).toBeGreaterThanOrEqual(12);
  });

  it('hears again of what was over and came back', async () => {
    const { receiver, beat } = await aHearing();
    for (const seconds of [1800, 7200]) {
      await beat(0);
      await rounds();
      house.clock.ahead += seconds;
      await rounds();
    }

    const titles = bodies(receiver).map(({ title }) => title.replace('Bardo’s server saw: ', ''));
    expect(titles.filter((title) => title === 'Atlas missed its heartbeat')).toHaveLength(2);
  });
});

describe('More than X in an hour', () => {
  it('is told with who spent it, once, and again when it happens again', async () => {
    const { people, lease, as, receiver } = await aHearing();
    const limit = { chainId: chain.chainId, token: chain.usdc, amount: '2000000' };
    await expectOk(as('limitSpending', { body: limit }));
    await people.redeem(lease, 2_000_000n);
    await rounds();
    expect(spending(receiver)).toEqual([]);

    await people.redeem(lease, 500_000n);
    await rounds();
    await rounds();

    const [told, ...more] = spending(receiver);
    expect(more).toEqual([]);
    expect(told.title).toBe('Bardo’s server saw: More than 2 USDC was spent within an hour');
    expect(told.text).toContain('2.5 USDC in 2 payments: Atlas 2.5 USDC');
  });

  it('is no more once the limit is taken away', async () => {
    const { people, lease, as, receiver, alerts } = await aHearing();
    const limit = { chainId: chain.chainId, token: chain.usdc, amount: '1' };
    const set = (amount: string) => expectOk(as('limitSpending', { body: { ...limit, amount } }));
    await set('1');
    expect((await alerts()).limits).toEqual([{ ...limit, token: chain.usdc.toLowerCase() }]);
    await set('0');
    await people.redeem(lease, 500_000n);
    await rounds();

    expect((await alerts()).limits).toEqual([]);
    expect(spending(receiver)).toEqual([]);
  });
});

const spending = (receiver: { received: { body: string }[] }) =>
  bodies(receiver).filter(({ causes }) =>
    causes.some(({ kind }: { kind: string }) => kind === 'spending'),
  );
