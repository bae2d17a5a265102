// What the server must not say, or not yet.
import { expect, it } from 'vitest';
import { isLasting, serverWords } from '../../../site/api/alerts/server-words';
import { BASE, NOW } from '../../vectors/builders';
import { aCause, aState } from '../../vectors/memory';

const unread = aCause({
  kind: 'unread',
  golem: null,
  chainId: BASE,
  body: 'Bardo asks the chain itself.',
});
const since = (at: number) =>
  aState({ unread: [{ chainId: BASE, from: 1, to: 2, blocks: 2, since: at, checks: 9 }] });

it('Blocks that are not read are news after a quarter of an hour, as in the Snap', () => {
  expect(isLasting(unread, since(NOW - 899), NOW)).toBe(false);
  expect(isLasting(unread, since(NOW - 900), NOW)).toBe(true);
  expect(isLasting(aCause(), since(NOW), NOW)).toBe(true);
});

it('It never says that it asked the chain by the owner’s own wallet', () => {
  expect(serverWords(unread).body).not.toMatch(/asks the chain itself/);
  expect(serverWords(aCause())).toEqual(aCause());
});
