import { expect, it } from 'vitest';
import { guardianAmong } from '../../../src/core/runway/guardians';
import { anAddress } from '../../vectors/builders';

const [present, former, stranger] = [anAddress(0xa1), anAddress(0xa2), anAddress(0xa3)];
const OURS = { present, former };

it('keeps a Golem under the guardian that its grants and leases name, also the former one', () => {
  expect(guardianAmong(OURS, [former])).toBe(former);
  expect(guardianAmong(OURS, [present, former])).toBe(present);
  expect(guardianAmong(OURS, [former, present])).toBe(former);
});

it('knows its own however the address is written', () => {
  const written = `0x${former.slice(2).toUpperCase()}`;

  expect(guardianAmong(OURS, [written])).toBe(former);
});

it.each([
  ['nobody', []],
  ['a stranger', [stranger]],
  ['nothing', [null, undefined]],
])('takes the present one where %s is named', (_, named) => {
  expect(guardianAmong(OURS, named)).toBe(present);
});

it('is not turned away from its own by a stranger who is named first', () => {
  expect(guardianAmong(OURS, [stranger, null, former])).toBe(former);
});
