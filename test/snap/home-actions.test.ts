import { describe, expect, it } from '@jest/globals';
import { installConnected } from './bardo';
import { aClade, liveGolem, livePermission } from './live';
import { cut, good, startPlane, token } from './plane';

const NOT_SIGNED = 'Nothing was signed here to end it: end its grant on the site.';

const TWO = () => aClade(2, () => ({ guardian: null }));

const STRANGE_NAMES = [
  ...['unknown', 'REFRESH', 'constructor', '__proto__', 'digests', 'x'.repeat(100_000)],
  ...['home:', 'home:-1', 'home:1e9', 'golem:', 'golem:../../etc', 'golem:__proto__'],
  ...['revoke:A B', 'dismiss:', 'revoke'],
];

async function withTwo() {
  const plane = await startPlane(TWO);
  const bardo = await installConnected(plane);
  await bardo.check();
  return { plane, bardo, page: await bardo.home() };
}

describe('refresh now', () => {
  it('fetches with the present token and leaves it as it is', async () => {
    const { plane, bardo, page } = await withTwo();
    await page.click('refresh');
    expect(page.lines).toContain('info: Refreshed');
    expect(plane.tokens).toEqual([token(0), token(1)]);
    expect(bardo.state.auth_token).toBe(token(1));
  });

  it('shows a failure instead of success', async () => {
    const { plane, page } = await withTwo();
    plane.answer(cut);
    await page.click('refresh');
    expect(page.lines).toContain('warning: Control plane unreachable');
    expect(page.text).not.toContain('Refreshed');
  });

  it('pressed twice at once fetches once', async () => {
    const { plane, bardo, page } = await withTwo();
    plane.answer((request, response) => {
      setTimeout(() => good(() => plane)(request, response), 1500);
    });
    await Promise.all([bardo.press(page.id, 'refresh'), bardo.press(page.id, 'refresh')]);
    expect(plane.tokens).toEqual([token(0), token(1)]);
    await page.click('refresh');
    expect(plane.tokens).toHaveLength(3);
  });
});

describe('revoke one', () => {
  it('says exactly what ends, and the page what is still to do', async () => {
    const { bardo, page } = await withTwo();
    bardo.wallet.answers(true);
    await page.click('golem:golem-2');
    await page.click('revoke:golem-2');
    expect(bardo.wallet.dialogs).toEqual([
      [
        'Bardo asks to end',
        'danger: Ends nothing by itself',
        expect.stringContaining('Bardo signs nothing here and cannot send transactions'),
        '◆ Golem 2',
        expect.stringMatching(/^10 USDC every day on Base, which would run until .* UTC\.$/),
        'No guardian: only your own transaction on the site ends it.',
        'The grants themselves stay open until your own transactions on the site.',
        'As the control plane lists them, less what the chain showed ended at the last check.',
      ],
    ]);
    expect(page.lines).toContain('info: Noted. Finish with your own transaction on the site');
    expect(page.lines).toContain(NOT_SIGNED);
    expect(page.text).not.toContain('You ended it here');
    expect(bardo.state.revoking.map((one) => one.golem)).toEqual(['golem-2']);
    await page.click('golem:golem-2');
    expect(page.lines).toContain('warning: Not ended');
    expect(page.lines).toContain(`copy: ${bardo.portal}/revoke/${bardo.state.owner}/golem-2`);
  });

  it('signs nothing under a guardian of another phrase, and says so before and after', async () => {
    const golems = [liveGolem({ guardian: `0x${'7e'.repeat(20)}` })];
    const plane = await startPlane(() => ({ golems, permissions: [livePermission()] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    bardo.wallet.answers(true);
    const page = await bardo.home();
    await page.click('revoke-all');
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog).toContain('danger: Ends nothing by itself');
    expect(dialog).toContainEqual(
      expect.stringMatching(/^No guardian of this Bardo: another recovery phrase/),
    );
    expect(dialog).not.toContain('No guardian: only your own transaction on the site ends it.');
    expect(page.lines).toContain('info: Noted. Finish with your own transaction on the site');
    expect(page.lines).toContain(NOT_SIGNED);
    expect(bardo.state.orders).toEqual([]);
    await page.click('golem:atlas');
    expect(page.text).toContain('Another recovery phrase or another Snap may hold its guardian');
    expect(page.text).not.toMatch(/ended it here|Bardo has not seen it on chain/);
  });

  it('keeps the pending end when only the status shows it, and forgets it with the time of the grant', async () => {
    const { plane, bardo, page } = await withTwo();
    bardo.wallet.answers(true);
    await page.click('golem:golem-1');
    await page.click('revoke:golem-1');
    const revoked = livePermission({
      id: 'golem-1-runway',
      golem: 'golem-1',
      revokedAt: 1_700_000_000,
    });
    plane.status = () => ({ ...TWO(), permissions: [revoked] });
    await bardo.check();
    expect((await bardo.home()).text).toContain(NOT_SIGNED);
    const expired = { ...revoked, expiresAt: 1_700_000_001 };
    plane.status = () => ({ ...TWO(), permissions: [expired] });
    await bardo.check();
    expect(bardo.state.revoking).toEqual([]);
    expect((await bardo.home()).text).not.toContain(NOT_SIGNED);
  });
});

describe('revoke all', () => {
  it('lists every Golem and every permission that ends, and none that is dead already', async () => {
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({ id: 'a', name: 'Ada' }),
        liveGolem({ id: 'b', name: 'Bo' }),
        liveGolem({ id: 'c' }),
      ],
      permissions: [
        livePermission({ id: 'a1', golem: 'a' }),
        livePermission({ id: 'a2', golem: 'a', token: null, cap: '1000000000000000' }),
        livePermission({ id: 'b1', golem: 'b', token: `0x${'77'.repeat(20)}` }),
        livePermission({ id: 'c1', golem: 'c', revokedAt: 1_700_000_000 }),
      ],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    bardo.wallet.answers(true);
    await (await bardo.home()).click('revoke-all');
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog?.filter((line) => line.startsWith('◆'))).toEqual(['◆ Ada', '◆ Bo']);
    expect(dialog?.filter((line) => / every day on Base/.test(line))).toEqual([
      expect.stringMatching(/^10 USDC every/),
      expect.stringMatching(/^0\.001 ETH for gas every/),
      expect.stringMatching(/^10,000,000 base units of an unknown token every/),
    ]);
    expect(bardo.state.revoking.map((one) => one.golem)).toEqual(['a', 'b']);
  });

  it('changes nothing when the owner says no', async () => {
    const { bardo, page } = await withTwo();
    bardo.wallet.answers(false);
    await page.click('revoke-all');
    expect(page.lines).toContain('info: Nothing was changed');
    expect(bardo.state.revoking).toEqual([]);
  });

  it('pressed twice at once asks once', async () => {
    const { bardo, page } = await withTwo();
    bardo.wallet.script('snap_dialog', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return true;
    });
    await Promise.all([bardo.press(page.id, 'revoke-all'), bardo.press(page.id, 'revoke-all')]);
    expect(bardo.wallet.dialogs).toHaveLength(1);
  });

  it('asks nothing when nothing can be ended', async () => {
    const plane = await startPlane(() => ({ permissions: [] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const page = await bardo.home();
    expect(page.buttons).not.toContain('revoke-all');
    await bardo.press(page.id, 'revoke-all');
    expect(page.lines).toContain('info: Nothing to revoke: no live permission');
    expect(bardo.wallet.dialogs).toEqual([]);
  });
});

describe('presses that must do no harm', () => {
  it('cannot put a living Golem out of sight', async () => {
    const { bardo, page } = await withTwo();
    await bardo.press(page.id, 'dismiss:golem-1');
    expect(bardo.state.golems.some((record) => record.dismissed)).toBe(false);
    expect(page.text).toContain('◆ Golem 1');
  });

  it('on a page that was closed meanwhile still does what was asked', async () => {
    const { plane, bardo } = await withTwo();
    bardo.wallet.answers(true);
    await bardo.press('closed-page', 'refresh');
    await bardo.press('closed-page', 'revoke-all');
    await bardo.press('closed-page', 'golem:golem-1');
    expect(plane.tokens).toHaveLength(2);
    expect(bardo.state.revoking).toHaveLength(2);
    expect((await bardo.home()).text).toContain('◆ Golem 1');
  });

  it('with a name Bardo does not know, or of another kind than a button, are ignored', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    const page = await bardo.home();
    const before = page.text;
    for (const name of STRANGE_NAMES) await bardo.press(page.id, name);
    await bardo.input(page.id, { type: 'InputChangeEvent', name: 'refresh', value: 'x' });
    await bardo.input(page.id, { type: 'FormSubmitEvent', name: 'refresh', value: {} });
    await bardo.input(page.id, { type: 'ButtonClickEvent' });
    expect(page.text).toBe(before);
    expect(plane.tokens).toEqual([]);
    expect(bardo.wallet.requests.map((one) => one.method)).toEqual(['snap_getState']);
  });
});

describe('the test notification', () => {
  it('goes out on both channels and says where to look', async () => {
    const { bardo, page } = await withTwo();
    await page.click('test-notice');
    expect(bardo.wallet.notices.map(({ type, message }) => [type, message])).toEqual([
      ['native', 'Bardo can reach you: a test'],
      ['inApp', 'Bardo can reach you here. This is the test you asked for.'],
    ]);
    expect(page.lines).toContain('info: Test sent. Nothing seen? Check system settings');
  });

  it('says so when the wallet refuses', async () => {
    const { bardo, page } = await withTwo();
    bardo.wallet.refusesNotices('native');
    await page.click('test-notice');
    expect(page.lines).toContain('info: Too many notices just now. Try again in 5 min');
  });
});
