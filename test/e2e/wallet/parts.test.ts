// Parts of the demo wallet that need no chain: its limits on notices, its durations, its version ranges.
import { expect, it } from 'vitest';
import { millisecondsOf } from '../../../site/world/wallet/host/cron';
import { createNotices } from '../../../site/world/wallet/host/notices';
import { satisfies } from '../../../site/world/wallet/methods/snaps';

const SNAP = 'local:http://localhost:8080';

const native = (length: number) => ({ type: 'native', message: 'x'.repeat(length) });
const inApp = (over: object = {}) => ({
  type: 'inApp',
  message: 'x',
  title: 'x',
  content: { type: 'Text', props: { children: 'x' }, key: null },
  footerLink: { href: `metamask://snap/${SNAP}/home`, text: 'Open' },
  ...over,
});

it('takes two native notices in five minutes and five in-app ones in a minute', () => {
  let now = 0;
  const notices = createNotices(SNAP, () => now);
  const take = (params: object) => notices.take(params as never, () => 'id');
  const refused = expect.objectContaining({ code: -32005 });
  const thrown = (params: object) => {
    try {
      take(params);
      return null;
    } catch (error) {
      return error;
    }
  };

  expect([native(1), native(49), native(1)].map(thrown)).toEqual([null, null, refused]);
  expect(Array(6).fill(inApp()).map(thrown)).toEqual([null, null, null, null, null, refused]);
  expect(notices.native()).toEqual({ most: 2, left: 0, refused: 1, freeAtMs: 300_000 });
  now += 60_001;
  expect(thrown(inApp())).toBeNull();
  expect(thrown(native(1))).toEqual(refused);
  now += 240_000;
  expect(notices.native()).toEqual({ most: 2, left: 2, refused: 0, freeAtMs: null });
  expect(thrown(native(1))).toBeNull();
});

it('counts from the first notice of a window, as MetaMask does', () => {
  let now = 0;
  const notices = createNotices(SNAP, () => now);
  const take = () => notices.take(native(1) as never, () => 'id');
  take();
  now = 299_000;
  take();
  expect(take).toThrow('currently rate-limited');

  now = 300_000;

  expect([take(), take()]).toHaveLength(2);
  expect(take).toThrow('"showNativeNotification" is currently rate-limited');
});

it('keeps the latest fifty notices, each with a name of its own', () => {
  let now = 0;
  const notices = createNotices(SNAP, () => now);
  for (let count = 0; count < 60; count += 1, now += 60_000) {
    notices.take(inApp({ message: `${count}` }) as never, () => 'id');
  }

  const kept = notices.list();

  expect(kept).toHaveLength(50);
  expect([kept[0]?.message, kept.at(-1)?.message]).toEqual(['10', '59']);
  expect(new Set(kept.map(({ id }) => id)).size).toBe(50);
});

it.each([
  ['a native one of 50 characters', native(50)],
  ['one without words', native(0)],
  ['an in-app one of 500 characters', inApp({ message: 'x'.repeat(500) })],
  ['a footer by http', inApp({ footerLink: { href: 'http://a.b', text: 'x' } })],
  [
    'a way to a Snap that is not there',
    inApp({ footerLink: { href: 'metamask://snap/npm:x/home', text: 'x' } }),
  ],
  ['a link in its words', inApp({ message: '[x](https://a.b)' })],
])('refuses a notice: %s', (_what, params) => {
  const notices = createNotices(SNAP);
  expect(() => notices.take(params as never, () => 'id')).toThrow('Invalid params');
});

it.each([
  ['PT5M', 300_000],
  ['PT20S', 20_000],
  ['P1DT1H', 90_000_000],
])('reads the duration %s', (duration, expected) => {
  expect(millisecondsOf(duration)).toBe(expected);
});

it.each(['', 'P', 'PT', '5M', 'PT-1S'])('refuses the duration %j', (duration) => {
  expect(() => millisecondsOf(duration)).toThrow('Not a duration');
});

it.each([
  ['0.1.0', '*', true],
  ['0.1.0', '0.1.0', true],
  ['0.1.1', '^0.1.0', true],
  ['0.2.0', '^0.1.0', false],
  ['1.9.0', '^1.2.0', true],
  ['2.0.0', '^1.2.0', false],
  ['2.0.0', '>=1.2.0', true],
  ['0.1.0', '>=0.2.0', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
])('has %s, asked for %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});
