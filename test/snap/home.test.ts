import { describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from '../../src/core/protocol/status';
import { connectedState, installBardo, installConnected } from './bardo';
import { DAY, later, liveGolem, livePermission, now } from './live';
import { cut, raw, startPlane, token } from './plane';

const MINUTE = 60;

const GRANTED: HistoryEntry = {
  at: now() - DAY,
  kind: 'granted',
  golem: 'atlas',
  permission: null,
  amount: null,
  transaction: null,
};

describe('before and just after connecting', () => {
  it('says on the first run what Bardo does, and that it talks to nobody yet', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane);
    const page = await bardo.home();
    expect(page.text).toContain('It is not connected yet and talks to nobody.');
    expect(page.text).toContain(`copy: ${bardo.portal}/`);
    expect(page.buttons).toEqual(['test-notice']);
    expect(plane.tokens).toEqual([]);
  });

  it('says that it watches when there is no Golem yet', async () => {
    const plane = await startPlane(() => ({ golems: [], permissions: [] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const page = await bardo.home();
    expect(page.text).toContain('connected and watching; no Golem of yours is listed yet');
    expect(page.text).toContain('Grant a Golem a runway');
    expect(page.buttons).toEqual(['refresh', 'test-notice']);
  });

  it('admits that no status has come in yet', async () => {
    const bardo = await installConnected(await startPlane());
    expect((await bardo.home()).text).toContain('has not received a status yet');
  });
});

describe('the page of one Golem', () => {
  it('names a source for every figure', async () => {
    const plane = await startPlane(() => ({
      permissions: [
        livePermission(),
        livePermission({ id: 'gas', token: null, cap: '5000000000000000', left: '1' }),
      ],
      history: [GRANTED],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const page = await (await bardo.home()).click('golem:atlas');
    expect(page.lines).toContain('◆ Atlas');
    const rows = page.lines.filter((line) => /^[A-Z][a-z ]+: /.test(line) && !/^Source/.test(line));
    const figures = rows.filter((row) => !row.startsWith('Atlas on the site'));
    expect(figures.length).toBeGreaterThan(20);
    for (const row of figures) {
      expect(row).toMatch(/\((server.*|never proven|Bardo's rule on server data)\)$/);
    }
    expect(page.lines).toContain('Cap: 0.005 ETH every day (server)');
    expect(page.text).toMatch(/UTC: granted/);
    await page.click('home:1');
    expect(page.lines).toContain('Bardo Golem console');
  });

  it('goes back to the list when the Golem is not there any more', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    const page = await bardo.home();
    await bardo.press(page.id, 'golem:nobody');
    expect(page.lines).toContain('info: That Golem is not listed any more');
  });
});

describe('the dead', () => {
  it('stay in sight with their knowledge record until they are dismissed, also over heartbeats', async () => {
    const plane = await startPlane(() => ({
      golems: [liveGolem({ phase: 'terminal', vitality: 0, knowledgeRecord: 'grimoire-7' })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines).toContain('◆ Atlas reported dead · stopped, grant open');
    await page.click('golem:atlas');
    expect(page.lines).toEqual(
      expect.arrayContaining([
        'danger: Atlas is reported dead',
        'copy: grimoire-7',
        `copy: ${bardo.portal}/succession/${bardo.state.owner}/atlas`,
      ]),
    );
    await page.click('dismiss:atlas');
    expect(page.lines).toContain('info: Dismissed');
    expect(page.text).not.toContain('◆');
    await bardo.check();
    expect((await bardo.home()).text).not.toContain('◆');
    await page.click('restore:atlas');
    expect(page.text).toContain('◆ Atlas');
  });

  it('do not come back to life by a later status', async () => {
    let phase: 'terminal' | 'thriving' = 'terminal';
    const bardo = await installConnected(
      await startPlane(() => ({ golems: [liveGolem({ phase })] })),
    );
    await bardo.check();
    phase = 'thriving';
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines).toContain('danger: The status contradicts itself');
    expect(page.text).toContain('A terminal Golem cannot recover.');
    expect(page.text).toContain('◆ Atlas reported dead');
  });

  it('are said to be missing, not dead, when the server drops a living one', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.status = () => ({ golems: [], permissions: [] });
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines).toContain('No longer listed by the control plane');
    expect(page.text).toContain('never said it died');
    await page.click('dismiss:atlas');
    expect(page.text).not.toContain('◆');
  });
});

async function oldStatus() {
  const plane = await startPlane();
  const bardo = await installConnected(plane);
  await bardo.check();
  return { plane, bardo };
}

describe('when there is no fresh status, it says so first', () => {
  it('figures older than two heartbeats', async () => {
    const { bardo } = await oldStatus();
    bardo.state = later(bardo.state, 12 * MINUTE);
    const page = await bardo.home();
    expect(page.lines[1]).toBe('warning: Out of date');
  });

  it('the control plane cannot be reached: the old figures stay, with their age', async () => {
    const { plane, bardo } = await oldStatus();
    plane.answer(cut);
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines[1]).toBe('warning: Control plane unreachable');
    expect(page.text).toContain('◆ Atlas waits for its lease');
  });

  it('the token is rejected', async () => {
    const { plane, bardo } = await oldStatus();
    plane.oldest = 9;
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines[1]).toBe('danger: Not watching: token rejected');
    expect(page.text).toContain('Reconnect on the site');
    expect(page.text).toContain('◆ Atlas waits for its lease');
  });
});

describe('when what it knows is doubtful, it says so first', () => {
  it('the status contradicts itself', async () => {
    const { plane, bardo } = await oldStatus();
    plane.status = () => ({ permissions: [livePermission({ left: '10000001' })] });
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines[1]).toBe('danger: The status contradicts itself');
    expect(page.text).toContain('Atlas is said to have more left than its whole cap.');
  });

  it('stored data cannot be read', async () => {
    const bardo = await installBardo(await startPlane(), { ...connectedState(), golems: 'none' });
    const page = await bardo.home();
    expect(page.lines[1]).toBe('warning: Stored data was set aside');
    expect(page.text).toContain('its field "golems" is damaged');
  });

  it('Bardo was not watching for a while', async () => {
    const { bardo } = await oldStatus();
    bardo.state = later(bardo.state, 5 * 3600);
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines[1]).toBe('info: A blind spell');
    expect(page.text).toMatch(/not watching from \d+ \w+ \d{4} \d\d:\d\d UTC to /);
  });

  it('a Golem record cannot be read: its last known state is kept and marked', async () => {
    const { plane, bardo } = await oldStatus();
    plane.status = () => ({ golems: [{ ...liveGolem(), vitality: 'full' as never }] });
    await bardo.check();
    const page = await bardo.home();
    expect(page.text).toContain('could not be read (golems.0.vitality)');
    expect(page.lines).toContain('Latest record unreadable');
    expect(page.text).toContain('◆ Atlas waits for its lease');
  });

  it('says several things at once, each in its own banner', async () => {
    const { plane, bardo } = await oldStatus();
    plane.answer(raw('<html>'));
    bardo.state = { ...later(bardo.state, 20 * MINUTE), blind: { from: now() - DAY, to: now() } };
    await bardo.check();
    expect(bardo.state.auth_token).toBe(token(1));
    const banners = (await bardo.home()).lines.filter((line) =>
      /^(danger|warning|info): /.test(line),
    );
    expect(banners).toEqual([
      'warning: No usable status',
      'warning: Out of date',
      'info: A blind spell',
    ]);
  });
});
