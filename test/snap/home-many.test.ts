import { describe, expect, it } from '@jest/globals';
import { PAGE_SIZE } from '../../src/core/watch/golem-list';
import { installConnected } from './bardo';
import { aClade, livePermission } from './live';
import { startPlane } from './plane';

const golemsOn = (lines: string[]) => lines.filter((line) => line.startsWith('◆'));

describe('one, twenty and five hundred Golems', () => {
  it('one Golem has no pages', async () => {
    const bardo = await installConnected(await startPlane(() => aClade(1)));
    await bardo.check();
    expect((await bardo.home()).text).not.toContain('Page 1');
  });

  it('twenty are two pages that can be turned and not overrun', async () => {
    const bardo = await installConnected(await startPlane(() => aClade(20)));
    await bardo.check();
    const page = await bardo.home();
    expect(page.lines).toContain('Page 1 of 2 · 20 Golems, worst first');
    expect(page.buttons).toContain('home:2');
    expect(page.buttons).not.toContain('home:0');
    const first = golemsOn(page.lines);
    await page.click('home:2');
    expect(page.lines).toContain('Page 2 of 2 · 20 Golems, worst first');
    expect(page.buttons).not.toContain('home:3');
    const all = [...first, ...golemsOn(page.lines)];
    expect(new Set(all).size).toBe(20);
    // A button of a longer list that has shrunk meanwhile.
    await bardo.press(page.id, 'home:999');
    expect(page.lines).toContain('Page 2 of 2 · 20 Golems, worst first');
    await bardo.press(page.id, 'home:0');
    expect(page.lines).toContain('Page 1 of 2 · 20 Golems, worst first');
  });

  it('five hundred with four permissions each: bounded pages, the dead first', async () => {
    const clade = aClade(500, (index) => (index === 317 ? { phase: 'terminal', vitality: 0 } : {}));
    const permissions = clade.golems.flatMap(({ id }) =>
      [1, 2, 3, 4].map((n) => livePermission({ id: `${id}-${n}`, golem: id })),
    );
    const bardo = await installConnected(await startPlane(() => ({ ...clade, permissions })));
    await bardo.check();
    const page = await bardo.home();
    expect(golemsOn(page.lines)).toHaveLength(PAGE_SIZE);
    expect(golemsOn(page.lines)[0]).toBe('◆ Golem 318 reported dead · stopped, grant open');
    expect(page.lines).toContain('Page 1 of 50 · 500 Golems, worst first');
    expect(JSON.stringify(page.tree).length).toBeLessThan(100_000);
    expect(bardo.wallet.notices.map((notice) => notice.message)).toContain(
      'Golem 318 is reported dead',
    );
    bardo.wallet.answers(true);
    await page.click('revoke-all');
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog).toContain('danger: Ends nothing by itself');
    expect(dialog).toContain('and 480 more Golems');
  });
});
