// What waits for the owner: told once, in the console with the page that answers it, gone with its answer. Strangers
// can ask as much as they like.
import { describe, expect, it } from '@jest/globals';
import type { Waiting } from '../../src/core/protocol/waiting';
import { connectedState, installBardo, installConnected } from './bardo';
import { liveGolem, livePermission, now } from './live';
import { startPlane } from './plane';
import { newsTo } from './watching';

const STRANGER = `0x${'77'.repeat(20)}` as const;

function asking(over: Partial<Waiting> = {}): Waiting {
  return {
    ...{ id: 'd1'.repeat(32), golem: 'atlas', chainId: 8453, kind: 'renewal' },
    ...{ askedAt: now() - 60, deadline: now() + 86_400, knownKey: true },
    ...over,
  };
}

const flood = () =>
  Array.from({ length: 199 }, (_, n) =>
    asking({ id: `s-${n}`, golem: `stranger-${n}`, knownKey: false, sessionKey: STRANGER }),
  );

describe('what a Golem asks', () => {
  it('is announced once, also while locked, listed with its page, and gone when answered', async () => {
    let waiting = [asking()];
    const plane = await startPlane(() => ({ waiting }));
    const bardo = await installConnected(plane);
    bardo.wallet.lock();
    await bardo.check();
    await bardo.check();
    expect(bardo.wallet.notices.map(({ message }) => message)).toEqual([
      'Atlas asks for your answer',
      'Atlas asks for a new runway, before its present one ends. Answer it on the site.',
    ]);
    const page = await bardo.home();
    expect(page.lines).toContain('Waits for you (1)');
    expect(page.lines).toContain(`copy: ${bardo.portal}/request/${'d1'.repeat(32)}`);

    waiting = [];
    await bardo.check();
    expect((await bardo.home()).text).not.toContain('Waits for you');
    expect(newsTo(bardo)).toHaveLength(2);
  });

  it('leads from its notice to the page that answers it', async () => {
    const { port } = await startPlane();
    const state = connectedState({ waiting: [asking({ golem: 'newborn', knownKey: false })] });
    const bardo = await installBardo({ port, scheme: 'https' }, state);
    await bardo.check();
    expect(bardo.wallet.notices.map(({ footerLink }) => footerLink?.href)).toContain(
      `${bardo.portal}/request/${'d1'.repeat(32)}`,
    );
  });

  it('for a new key says when the old one stops, and leads to its page', async () => {
    const stops = now() + 5 * 86_400;
    const rotation = { key: STRANGER, askedAt: now() - 60, oldKeyStopsAt: stops };
    const golems = [{ ...liveGolem(), rotation }];
    const bardo = await installConnected(await startPlane(() => ({ golems })));
    await bardo.check();
    const news = /^Atlas asks for a new key; its old one stops on \d+ \w+ \d{4} \d\d:\d\d UTC/;
    expect(bardo.wallet.notices.at(-1)?.message).toMatch(news);
    const page = await bardo.home();
    expect(page.text).toMatch(/Atlas asks for a new key; its old one stops on/);
    expect(page.lines).toContain(`copy: ${bardo.portal}/golem/${bardo.state.owner}/atlas`);
  });

  it('of a kind that came later is told as something newer, with its page', async () => {
    const waiting = [asking({ kind: 'wormhole' })];
    const bardo = await installConnected(await startPlane(() => ({ waiting })));
    await bardo.check();
    expect((await bardo.home()).text).toContain(
      'Atlas asks for something newer than this Bardo knows',
    );
  });
});

describe('what others ask', () => {
  it('in a known name is told as somebody’s, with the code to compare', async () => {
    const code = 'BARD-7F3A-K9QX';
    const waiting = [asking({ kind: 'key', knownKey: false, sessionKey: STRANGER, code })];
    const bardo = await installConnected(await startPlane(() => ({ waiting })));
    await bardo.check();
    expect(bardo.wallet.notices.map(({ message }) => message)).toEqual([
      'Somebody asks as Atlas',
      `Somebody asks as Atlas for a new key. You have not approved this key, and names can be faked. Compare its code ${code} with what your agent prints.`,
    ]);
    expect((await bardo.home()).text).toContain(
      `Somebody asks as Atlas for a new key · code ${code}`,
    );
  });

  it('several times leads to the page that lists them all, with none of their codes', async () => {
    const waiting = ['d1', 'd2'].map((id) => asking({ id: id.repeat(32), kind: 'runway' }));
    const bardo = await installConnected(await startPlane(() => ({ waiting })));
    await bardo.check();
    const { lines } = await bardo.home();
    expect(lines).toContain('Waits for you (1)');
    expect(lines).toContain(`copy: ${bardo.portal}/`);
  });

  it('in any number is one notice, and hides neither a death nor a request of one’s own', async () => {
    let phase: 'thriving' | 'terminal' = 'thriving';
    const plane = await startPlane(() => ({
      waiting: [...flood(), asking()],
      golems: [liveGolem({ phase })],
      permissions: [livePermission()],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const before = bardo.wallet.notices.length;
    const page = await bardo.home();
    expect(page.lines).toContain('Waits for you (2)');
    expect(page.text).toContain('199 requests of Golems that are not listed');

    phase = 'terminal';
    bardo.state = { ...bardo.state, sent: { native: [], inApp: [] } };
    await bardo.check();
    const news = bardo.wallet.notices.slice(before).map(({ message }) => message);
    expect(news[0]).toContain('Atlas is reported dead');
    expect(news.join()).not.toContain('stranger');
  });
});

describe('the outcome of an answer', () => {
  it('is told where a closed page cannot: as a notice, and first on the next home page', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    bardo.wallet.answers(false);
    const page = await bardo.home();
    await page.click('golem:atlas');
    await page.click('revoke:atlas');

    expect(bardo.wallet.notices.at(-1)).toMatchObject({
      ...{ type: 'inApp', message: 'Revoke Atlas: Nothing was changed.' },
    });
    const next = await bardo.home();
    expect(next.lines[1]).toBe('info: Revoke Atlas: Nothing was changed');
    expect((await bardo.home()).text).not.toContain('Nothing was changed');
  });

  it('is forgotten by the next click on a page that was still there', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    bardo.wallet.answers(true);
    const page = await bardo.home();
    await page.click('revoke-all');
    expect(bardo.state.outcome?.words).toMatch(/^Revoke all: /);
    await page.click('golem:atlas');
    expect((await bardo.home()).text).not.toContain('Revoke all: ');
  });
});
