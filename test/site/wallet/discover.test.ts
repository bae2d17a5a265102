import { describe, expect, it } from 'vitest';
import { discover, iconOf, inOrder, parseAnnouncement } from '../../../site/wallet/discover';

const provider = { request: async () => null };

function announcement(rdns: string, name: string, uuid = rdns) {
  return {
    info: { uuid: uuid.replaceAll('.', '-'), name, rdns, icon: 'data:image/png;base64,AA' },
    provider,
  };
}

function browserWith(details: unknown[]): EventTarget {
  const target = new EventTarget();
  target.addEventListener('eip6963:requestProvider', () => {
    for (const detail of details) {
      target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    }
  });
  return target;
}

describe('finding wallets', () => {
  it('puts MetaMask first, Flask second and the others by name', async () => {
    const browser = browserWith([
      announcement('com.zeta', 'Zeta'),
      announcement('io.metamask.flask', 'MetaMask Flask'),
      announcement('com.alpha', 'Alpha'),
      announcement('io.metamask', 'MetaMask'),
    ]);

    const found = await discover(browser, 1);

    expect(found.map(({ info }) => info.name)).toEqual([
      'MetaMask',
      'MetaMask Flask',
      'Alpha',
      'Zeta',
    ]);
  });

  it('lists a wallet that announces itself twice once', async () => {
    const twice = announcement('io.metamask', 'MetaMask');

    expect(await discover(browserWith([twice, twice]), 1)).toHaveLength(1);
  });

  it('ignores what is not a wallet', async () => {
    const odd = [
      null,
      {},
      { info: announcement('a.b', 'A').info },
      { ...announcement('a.b', 'A'), provider: {} },
      { ...announcement('a.b', 'x'.repeat(65)) },
      { ...announcement('a.b', 'new\nline') },
    ];

    expect(odd.map(parseAnnouncement)).toEqual(odd.map(() => null));
    expect(await discover(browserWith(odd), 1)).toEqual([]);
  });

  it('does not take a name for MetaMask', () => {
    const wallets = [announcement('com.liar', 'MetaMask'), announcement('io.metamask', 'Z')];

    expect(inOrder(wallets).map(({ info }) => info.rdns)).toEqual(['io.metamask', 'com.liar']);
  });

  it('shows an icon only if nobody must be asked for it', () => {
    const { info } = announcement('a.b', 'A');

    expect(iconOf(info)).toBe(info.icon);
    expect(iconOf({ ...info, icon: 'https://tracker.example/x.png' })).toBeNull();
    expect(iconOf({ ...info, icon: 'data:text/html,x' })).toBeNull();
  });
});
