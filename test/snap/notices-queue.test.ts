import { describe, expect, it } from '@jest/globals';
import type { Golem } from '../../src/core/protocol/status';
import { installConnected } from './bardo';
import { aClade, later, liveGolem } from './live';
import { startPlane } from './plane';
import type { Notify } from './wallet';
import { newsTo } from './watching';

const HOUR = 3600;

const messages = (notices: Notify[], type: Notify['type']) =>
  notices.filter((one) => one.type === type).map((one) => one.message);

const dying = (count: number) => () => aClade(count, () => ({ phase: 'terminal', vitality: 0 }));

describe('a cause that comes and goes', () => {
  async function flickering() {
    const golem = { phase: 'declining' as Golem['phase'] };
    const plane = await startPlane(() => ({ golems: [liveGolem(golem)] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    golem.phase = 'stable';
    await bardo.check();
    golem.phase = 'declining';
    return bardo;
  }

  it('is not announced again within the hour', async () => {
    const bardo = await flickering();
    bardo.state = later(bardo.state, HOUR - 60);
    await bardo.check();
    expect(newsTo(bardo).filter(({ type }) => type === 'inApp')).toHaveLength(1);
    expect((await bardo.home()).lines).toContain('Atlas is declining');
  });

  it('is announced again after an hour', async () => {
    const bardo = await flickering();
    bardo.state = later(bardo.state, HOUR + 60);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toEqual([
      'Atlas is declining',
      expect.stringMatching(/^Atlas is declining/),
    ]);
  });
});

describe('more than the wallet lets through', () => {
  it('goes out worst first, and the rest merged into the last one', async () => {
    const clade = aClade(8, (index) => (index === 5 ? { phase: 'terminal' } : { gasPullsLeft: 1 }));
    const bardo = await installConnected(await startPlane(() => clade));
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toEqual(['Golem 6 is reported dead']);
    const long = messages(bardo.wallet.notices, 'inApp');
    expect(long).toHaveLength(4);
    expect(long[0]).toMatch(/^Golem 6 is reported dead\./);
    expect(long[3]).toMatch(
      /^Golem \d is running .*Golem 5 .*Golem 7 .*Golem 8 is running out of gas\.$/,
    );
    await bardo.check();
    expect(bardo.wallet.notices).toHaveLength(5);
    expect((await bardo.home()).lines).toContain('Alerts (8)');
    bardo.state = later(bardo.state, 5 * 60);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native').slice(1)).toEqual([
      'Golem 1 is running out of gas (+7 more)',
    ]);
  });

  it('never keeps a death waiting, whatever went out in the minutes before', async () => {
    const clade = (dead: boolean) => () =>
      aClade(8, (index) =>
        dead && index === 5 ? { phase: 'terminal' } : { phase: 'declining', gasPullsLeft: 1 },
      );
    const plane = await startPlane(clade(false));
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.status = clade(true);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toEqual([
      'Golem 1 is declining (+15 more)',
      'Golem 6 is reported dead',
    ]);
    expect(messages(bardo.wallet.notices, 'inApp').at(-1)).toContain('Golem 6 is reported dead');
  });

  it('of five hundred deaths at once the merged notice counts all and stays within its length', async () => {
    const bardo = await installConnected(await startPlane(dying(500)));
    await bardo.check();
    const short = messages(bardo.wallet.notices, 'native');
    expect(short[1]).toMatch(/^Golem \d+ is reported dead \(\+498 more\)$/);
    const long = messages(bardo.wallet.notices, 'inApp');
    expect(long[4]).toMatch(
      /^Golem \d+ is reported dead; .*and \d+ more\. Open Bardo to see all\.$/,
    );
    expect(bardo.state.alert_history.filter((one) => one.pending.length > 0)).toEqual([]);
  });

  it('waits when the budget of the last minutes is used up, and goes out when it is back', async () => {
    const plane = await startPlane(dying(2));
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.status = dying(3);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toHaveLength(2);
    expect(messages(bardo.wallet.notices, 'inApp')).toHaveLength(3);
    bardo.state = later(bardo.state, 5 * 60);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toEqual([
      'Golem 1 is reported dead',
      'Golem 2 is reported dead',
      'Golem 3 is reported dead',
    ]);
    expect(newsTo(bardo)).toHaveLength(6);
  });
});

describe('a wallet that refuses', () => {
  it('keeps nothing from being announced later, and nothing is announced twice', async () => {
    const bardo = await installConnected(await startPlane(dying(1)));
    bardo.wallet.refusesNotices();
    await bardo.check();
    expect(bardo.wallet.notices).toEqual([]);
    expect(bardo.state.alert_history[0]?.pending).toEqual(['native', 'inApp']);
    bardo.state = later(bardo.state, 5 * 60);
    await bardo.check();
    expect(bardo.wallet.notices).toEqual([]);
    bardo.wallet.takesNotices();
    bardo.state = later(bardo.state, 5 * 60);
    await bardo.check();
    await bardo.check();
    expect(newsTo(bardo).map((one) => one.type)).toEqual(['native', 'inApp']);
  });

  it('on one channel does not repeat what the other took', async () => {
    const bardo = await installConnected(await startPlane(dying(3)));
    bardo.wallet.refusesNotices('native');
    await bardo.check();
    expect(bardo.wallet.notices.map((one) => one.type)).toEqual(['inApp', 'inApp', 'inApp']);
    bardo.wallet.takesNotices();
    bardo.state = later(bardo.state, 5 * 60);
    await bardo.check();
    expect(bardo.wallet.notices.slice(3).map((one) => one.message)).toEqual([
      'Golem 1 is reported dead',
      'Golem 2 is reported dead (+1 more)',
    ]);
  });
});

describe('order and accounting', () => {
  it('saves what it will announce before the first notice goes out', async () => {
    const bardo = await installConnected(await startPlane(dying(1)));
    await bardo.check();
    const { requests } = bardo.wallet;
    const methods = requests.map((one) => one.method);
    const announced = methods.indexOf('snap_notify');
    expect(announced).toBeGreaterThan(-1);
    const saved = methods.lastIndexOf('snap_setState', announced);
    expect(saved).toBeGreaterThan(-1);
    expect(requests[saved]?.params.value).toMatchObject({
      alert_history: [{ kind: 'died', golem: 'golem-1', pending: [] }],
    });
  });

  it('counts a test notification against the budget', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await (await bardo.home()).click('test-notice');
    expect(bardo.state.sent.native).toHaveLength(1);
    expect(bardo.state.sent.inApp).toHaveLength(1);
    plane.status = dying(2);
    await bardo.check();
    expect(messages(bardo.wallet.notices, 'native')).toEqual([
      'Bardo can reach you: a test',
      'Golem 1 is reported dead (+1 more)',
    ]);
  });

  it('does not count a test the wallet refused', async () => {
    const bardo = await installConnected(await startPlane());
    bardo.wallet.refusesNotices();
    await (await bardo.home()).click('test-notice');
    expect(bardo.state.sent).toEqual({ native: [], inApp: [] });
  });
});
