// Names and ids are a server's text in the owner's wallet. A name with a link in it would make the wallet
// refuse the notice of its death.
import { describe, expect, it } from '@jest/globals';
import { type Bardo, connectedState, installConnected } from './bardo';
import { liveGolem, livePermission } from './live';
import { startPlane } from './plane';

const NAMES: [string, string][] = [
  ['a markdown link', '[x](http://a)'],
  ['a markdown link to a site the wallet allows', '[x](https://a.example)'],
  ['bold text', '**Atlas**'],
  ['HTML', '<b onclick=1>Atlas</b>'],
  ['text that runs backwards', '\u202eslatA'],
  ['isolates', '\u2066Atlas\u2069'],
  ['zero-width characters', 'At\u200blas'],
  ['Cyrillic that looks like Latin', '\u0410tl\u0430s'],
  ['full-width letters', '\uff21tlas'],
  ['an emoji', 'Atlas \u{1f480}'],
  ['a line break', 'Atlas\nBo is dead'],
  ['a control character', 'Atlas\u0007'],
  ['a lone surrogate', 'Atlas\ud800'],
  ['a name of the language', '__proto__'],
  ['only dashes', '---'],
  ['nothing', ''],
  ['only spaces', '   '],
  ['the longest a document may carry', 'A'.repeat(256)],
  ['25 letters', 'A'.repeat(25)],
];

/** Where the name could appear: list, page, dialog, notices. */
async function everywhere(bardo: Bardo): Promise<string> {
  await bardo.check();
  bardo.wallet.answers(false);
  const page = await bardo.home();
  const list = page.text;
  await page.click('golem:atlas-7');
  const detail = page.text;
  await page.click('revoke:atlas-7');
  return JSON.stringify([list, detail, bardo.wallet.dialogs, bardo.wallet.notices]);
}

describe('a name that is not plain text', () => {
  it('is never shown: the id stands in its place, also when it dies', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    for (const [kind, name] of NAMES) {
      bardo.state = connectedState();
      bardo.wallet.notices.length = 0;
      bardo.wallet.dialogs.length = 0;
      plane.status = () => ({
        golems: [liveGolem({ id: 'atlas-7', name, phase: 'terminal' })],
        permissions: [livePermission({ golem: 'atlas-7' })],
      });
      const seen = await everywhere(bardo);
      const shown = name === '__proto__' ? '__proto__' : 'atlas-7';
      expect([kind, bardo.wallet.notices[0]?.message]).toEqual([kind, `${shown} is reported dead`]);
      expect(seen).toContain(`◆ ${shown} reported dead`);
      const plain = shown !== 'atlas-7' || name.trim() === '' || name === '---';
      if (!plain) expect(seen).not.toContain(JSON.stringify(name).slice(1, -1));
    }
  });

  it('of ten kilobytes makes the record unreadable, and its neighbour still dies aloud', async () => {
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({ id: 'atlas-7', name: 'A'.repeat(10_000) }),
        liveGolem({ id: 'bo', name: 'Bo', phase: 'terminal' }),
      ],
      permissions: [],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    expect(bardo.wallet.notices[0]?.message).toBe('Bo is reported dead');
    expect((await bardo.home()).text).toContain('could not be read (golems.0.name)');
  });
});

describe('ids and keys of the language', () => {
  it.each(['__proto__', 'constructor', 'toString'])('an id "%s" is not special', async (id) => {
    const readable = /^[a-z0-9-]+$/.test(id);
    const plane = await startPlane(() => ({
      golems: [
        liveGolem({ id, name: 'Odd', phase: 'terminal' }),
        liveGolem({ id: 'bo', name: 'Bo', phase: 'terminal' }),
      ],
      permissions: [livePermission({ golem: id }), livePermission({ id: 'b', golem: 'bo' })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const said = bardo.wallet.notices
      .filter((one) => one.type === 'native')
      .map((one) => one.message);
    expect(said.join()).toContain('Bo is reported dead');
    expect(said.some((one) => one.startsWith('Odd is reported dead'))).toBe(readable);
    expect((await bardo.home()).text).toContain('◆ Bo');
  });

  it('a key "__proto__" anywhere in the document changes nothing and is not kept', async () => {
    const polluted = JSON.parse('{"__proto__":{"phase":"thriving","name":"Eve"}}');
    const plane = await startPlane(() => ({
      ...polluted,
      golems: [{ ...liveGolem({ phase: 'terminal' }), ...polluted }],
      permissions: [{ ...livePermission(), ...polluted }],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    expect(bardo.wallet.notices[0]?.message).toBe('Atlas is reported dead');
    const saved = bardo.wallet.requests.filter((one) => one.method === 'snap_setState');
    expect(JSON.stringify(saved)).toContain('"kind":"died",');
    expect(JSON.stringify(saved)).not.toContain('__proto__');
  });
});
