import { describe, expect, it } from '@jest/globals';
import { installConnected } from './bardo';
import { liveGolem } from './live';
import { startPlane } from './plane';

const dying = () => ({ golems: [liveGolem({ phase: 'terminal' as const })] });

describe('a notice whose page the wallet refuses', () => {
  it('reaches the list all the same, once, and the cause stands on the home page', async () => {
    const bardo = await installConnected(await startPlane(dying));
    bardo.wallet.refusesPages();

    await bardo.check();
    await bardo.check();

    const { notices } = bardo.wallet;
    expect(notices.map(({ type, title }) => [type, title])).toEqual([
      ['native', undefined],
      ['inApp', undefined],
    ]);
    expect(notices[1]?.message).toMatch(/^Atlas is reported dead\./);
    const page = await bardo.home();
    expect(page.lines).toContain('warning: A notice was refused');
    expect(page.text).toContain('The Snap being navigated to is not installed.');
  });

  it('is named by its cause in the test too, and never called too many', async () => {
    const bardo = await installConnected(await startPlane());
    bardo.wallet.refusesPages();

    const page = await (await bardo.home()).click('test-notice');

    expect(page.lines).toContain('info: MetaMask refused a test notice');
    expect(page.text).toContain('The Snap being navigated to is not installed.');
    expect(page.text).not.toContain('Too many');
  });

  it('is forgotten when the wallet takes all again', async () => {
    const bardo = await installConnected(await startPlane(dying));
    bardo.wallet.refusesPages();
    await (await bardo.home()).click('test-notice');
    bardo.wallet.takesNotices();

    await bardo.check();

    expect((await bardo.home()).text).not.toContain('A notice was refused');
  });
});

describe('the rate limit', () => {
  it('is told as what it is, and no refusal is noted', async () => {
    const bardo = await installConnected(await startPlane());
    bardo.wallet.refusesNotices();

    const page = await (await bardo.home()).click('test-notice');

    expect(page.lines).toContain('info: Too many notices just now. Try again in 5 min');
    expect(bardo.state.refused).toBeNull();
  });
});

describe('where a notice of a build for this computer leads', () => {
  it('is the home page of the very Snap that is installed, whatever port it came from', async () => {
    const bardo = await installConnected(await startPlane(dying));

    await bardo.check();

    const [href] = bardo.wallet.notices.flatMap(({ footerLink }) => footerLink?.href ?? []);
    expect(href).toBe(`metamask://snap/${bardo.snapId}/home`);
    expect(bardo.snapId).not.toContain('8080');
  });
});
