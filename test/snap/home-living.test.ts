import { describe, expect, it } from '@jest/globals';
import type { Permission } from '../../src/core/protocol/status';
import { SESSION_KEY } from '../vectors/builders';
import { installConnected } from './bardo';
import { DAY, liveGolem, livePermission, now } from './live';
import { startPlane } from './plane';

const leased = (over: Partial<Permission> = {}) => {
  const terms = { generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '10000000' };
  const one = livePermission(over);
  return { ...one, lease: { ...terms, expiresAt: one.expiresAt } };
};

describe('living Golems', () => {
  it('stand in one line each, with their state, what is left and until when', async () => {
    const plane = await startPlane(() => ({ permissions: [leased()] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines).toEqual([
      'Bardo Golem console',
      expect.stringMatching(
        /^◆ Atlas active · 8 of 10 USDC left · until \d+ \w+ \d{4} \d\d:\d\d UTC$/,
      ),
      'Not checked on chain: MetaMask does not know this chain',
      '[Show Atlas]',
      expect.stringMatching(
        /^Source: control plane, fetched at \d\d:\d\d UTC\. Not checked on chain\. No answer from Base: MetaMask does not know this chain\.$/,
      ),
      '[Refresh now]',
      '[Send a test notification]',
      '[Revoke all]',
    ]);
  });

  it('lists the alerts that last, and the worst Golem first', async () => {
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({ id: 'well', name: 'Well' }),
        liveGolem({ id: 'tired', name: 'Tired', phase: 'conservation', vitality: 40 }),
        liveGolem({ id: 'weak', name: 'Weak', phase: 'declining', vitality: 12 }),
        liveGolem({ id: 'gone', name: 'Gone', phase: 'terminal', vitality: 0 }),
      ],
      permissions: ['well', 'tired', 'weak'].map((golem) => leased({ id: golem, golem })),
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const { lines } = await bardo.home();
    expect(lines).toContain('Alerts (2)');
    const until = 'until \\d+ \\w+ \\d{4} \\d\\d:\\d\\d UTC$';
    // A declining Golem may spend a tenth of its cap, whatever the server says is left.
    const weak = '^◆ Weak limited · 1 of 1 USDC left \\(its phase allows 1 of 10\\)';
    expect(lines.filter((line) => line.startsWith('◆'))).toEqual([
      '◆ Gone reported dead · ended',
      expect.stringMatching(new RegExp(`${weak} · ${until}`)),
      expect.stringMatching(/^◆ Tired limited · 5 of 5 USDC left/),
      expect.stringMatching(new RegExp(`^◆ Well active · 8 of 10 USDC left · ${until}`)),
    ]);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Its phase is declining: its lease pays a tenth .* feed it and heal it/,
      ),
    );
  });

  it('say on their page why they are limited, and lead to where that is mended', async () => {
    const plane = await startPlane(() => ({
      golems: [liveGolem({ phase: 'conservation' })],
      permissions: [leased()],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const { lines } = await (await bardo.home()).click('golem:atlas');
    expect(lines).toContain('warning: Limited to half of its cap');
    expect(lines).toContain('Feed and heal it: open this address in your browser');
    const [now, life] = [lines.indexOf('Now'), lines.indexOf('Life')];
    // What decides stands before where it comes from.
    expect(now).toBeLessThan(lines.indexOf('[Revoke Atlas]'));
    expect(lines.indexOf('[Revoke Atlas]')).toBeLessThan(life);
  });

  it('asks to feed a Golem whose runway ends soon', async () => {
    const plane = await startPlane(() => ({
      permissions: [leased({ startAt: now() - 6 * DAY, expiresAt: now() + 2 * DAY })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const page = await (await bardo.home()).click('golem:atlas');
    expect(page.lines).toContain('warning: Feed Atlas');
  });
});
