import { describe, expect, it } from '@jest/globals';
import { linesOf } from '../../site/world/wallet/rules/screen';
import type { Golem, Permission, Status } from '../../src/core/protocol/status';
import { installBardo, installConnected } from './bardo';
import { later, liveGolem, livePermission, now } from './live';
import { cut, startPlane } from './plane';
import type { Notify } from './wallet';
import { newsTo } from './watching';

type Over = Parameters<typeof liveGolem>[0];

const golem = (over: Over) => () => ({ golems: [liveGolem(over)] });
const runway = (over: Partial<Permission>) => () => ({ permissions: [livePermission(over)] });

/** Cause, native words, what the page adds. */
const CAUSES: [string, () => Partial<Status>, string, RegExp][] = [
  [
    'declining',
    golem({ phase: 'declining', vitality: 20 }),
    'Atlas is declining',
    /vitality 20 of 100/,
  ],
  ['death', golem({ phase: 'terminal' }), 'Atlas is reported dead', /terminal phase.*atlas/],
  [
    'a critical runway',
    runway({ left: '999999' }),
    'Atlas: runway critical',
    /Source: control plane/,
  ],
  [
    'a runway that ends within a day',
    runway({ expiresAt: now() + 86_000 }),
    'Atlas: runway critical',
    /Source: control plane/,
  ],
  ['revocation', runway({ revokedAt: now() - 60 }), 'Atlas has no live', /Source: control plane/],
  ['expiry', runway({ expiresAt: now() - 1 }), 'Atlas has no live', /Source: control plane/],
  [
    'a missed heartbeat',
    golem({ heartbeatAge: 700 }),
    'Atlas missed its heartbeat',
    /11 min .*one is due every 5 min/,
  ],
  ['little gas', golem({ gasPullsLeft: 4 }), 'Atlas is running out of gas', /4 more payment/],
  ['a contradiction', runway({ left: '10000001' }), 'Atlas: status contradiction', /own answers/],
];

const inApp = (notices: Notify[]) => notices.filter((one) => one.type === 'inApp');
const native = (notices: Notify[]) => notices.filter((one) => one.type === 'native');

describe('every cause is announced once on each channel', () => {
  it.each(CAUSES)('%s', async (_name, status, short, long) => {
    const bardo = await installConnected(await startPlane(status));
    await bardo.check();
    const { notices } = bardo.wallet;
    expect(native(notices)).toEqual([{ type: 'native', message: expect.stringContaining(short) }]);
    expect(inApp(notices)).toHaveLength(1);
    const [expanded] = inApp(notices);
    const page = linesOf(expanded?.content).join(' ');
    expect(page).toMatch(long);
    // The list shows the message alone: it begins with the news, and the page adds to it.
    const news = String(expanded?.message.split('. ')[0]);
    expect(news).toMatch(/^Atlas/);
    expect(page).not.toContain(news);
    expect(expanded?.title).not.toBe(news);
    expect(expanded?.footerLink?.href).toMatch(/^metamask:\/\/snap\/.*\/home$/);
    expect((await bardo.home()).lines).toContain(news);
    await bardo.check();
    await bardo.check();
    expect(newsTo(bardo)).toHaveLength(2);
  });

  it('an outage: not one lost answer, but a quarter of an hour without a usable one', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.answer(cut);
    for (let check = 0; check < 3; check += 1) {
      await bardo.check();
      expect(newsTo(bardo)).toEqual([]);
      bardo.state = later(bardo.state, 5 * 60);
    }
    await bardo.check();
    expect(newsTo(bardo).map((one) => one.message)).toEqual([
      'Bardo gets no status for your Golems',
      expect.stringMatching(/^Bardo gets .* No usable answer from the control plane since .* UTC/),
    ]);
    await bardo.check();
    expect(newsTo(bardo)).toHaveLength(2);
  });
});

describe('one cause, one notification', () => {
  it('a death explains its revoked permission, missed heartbeat and empty tank', async () => {
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({
          phase: 'terminal',
          heartbeatAge: 9000,
          gasPullsLeft: 0,
          knowledgeRecord: 'g-1',
        }),
      ],
      permissions: [livePermission({ revokedAt: now() - 9 })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    expect(bardo.wallet.notices.map((one) => one.message)).toEqual([
      'Atlas is reported dead',
      expect.stringMatching(/^Atlas is reported dead\. No permission .*Not checked on chain\.$/),
    ]);
  });

  it('a death says which permissions are still open', async () => {
    const bardo = await installConnected(await startPlane(golem({ phase: 'terminal' })));
    await bardo.check();
    expect(inApp(bardo.wallet.notices)[0]?.message).toMatch(/1 grant is still open/);
  });

  it('a Golem that declines and then dies is announced for each, and not for what death explains', async () => {
    let phase: Golem['phase'] = 'declining';
    const bardo = await installConnected(
      await startPlane(() => ({ golems: [liveGolem({ phase })] })),
    );
    await bardo.check();
    phase = 'terminal';
    await bardo.check();
    expect(native(bardo.wallet.notices).map((one) => one.message)).toEqual([
      'Atlas is declining',
      'Atlas is reported dead',
    ]);
  });

  it('a heartbeat within twice its interval and a healthy runway are no news', async () => {
    const plane = await startPlane(() => ({
      golems: [liveGolem({ heartbeatAge: 590, gasPullsLeft: 5 })],
      permissions: [livePermission({ left: '1000000' })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    expect(bardo.wallet.notices).toEqual([]);
  });

  it('refreshing by hand announces too, but nothing twice', async () => {
    const bardo = await installConnected(await startPlane(golem({ phase: 'terminal' })));
    await (await bardo.home()).click('refresh');
    await bardo.check();
    expect(bardo.wallet.notices).toHaveLength(2);
  });
});

describe('where a notice leads', () => {
  it('of a build with an https Portal: a death to the succession page, a Golem to its page', async () => {
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({ phase: 'terminal' }),
        liveGolem({ id: 'bo', name: 'Bo', phase: 'declining' }),
      ],
    }));
    const before = await installConnected(plane);
    before.wallet.refusesNotices();
    await before.check();
    const state = later(before.state, 5 * 60);
    const bardo = await installBardo({ port: plane.port, scheme: 'https' }, state);
    await bardo.check();
    expect(inApp(bardo.wallet.notices).map((one) => one.footerLink?.href)).toEqual([
      `${bardo.portal}/succession/${state.owner}/atlas`,
      `${bardo.portal}/golem/${state.owner}/bo`,
    ]);
    expect(bardo.portal).toMatch(/^https:/);
    expect((await bardo.home()).text).toContain('Control plane unreachable');
  });
});
