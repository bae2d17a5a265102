// What hides in Multicall3: it has no power of its own, but hands in what others have signed.
import { expect, it } from 'vitest';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { explainRaw, MAX, pay } from '../../vectors/batches';
import {
  anAddress,
  aScene,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';

const ZERO = `0x${'00'.repeat(32)}`;
const many = (...calls: { target: string; data: string; value?: bigint }[]) =>
  explainRaw({
    to: MULTICALL3,
    data: aCall(MULTICALL3, 'aggregate3Value((address,bool,uint256,bytes)[])', [
      calls.map(({ target, data, value = 0n }) => [target, true, value, data]),
    ]).data,
    value: `0x${calls.reduce((sum, { value = 0n }) => sum + value, 0n).toString(16)}`,
  }).insight;
const permit = (owner: string, spender: string) => ({
  target: USDC_ON_BASE,
  data: aCall(USDC_ON_BASE, 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
    ...[owner, spender, MAX, MAX, 27, ZERO, ZERO],
  ]).data,
});

it.each([
  ['the owner', OWNER, 'Lets 0x6666…6666 take unlimited USDC from your account'],
  ['a Golem', SESSION_KEY, "Lets 0x6666…6666 take unlimited USDC from Atlas's session key"],
])('reads a permit of %s inside', (_name, owner, title) => {
  expect(many(pay(1n, anAddress(0x77)), permit(owner, STRANGER))).toMatchObject({
    level: 'critical',
    title,
  });
});

it("tells of money that reaches a Golem's key", () => {
  expect(many({ target: SESSION_KEY, data: '0x', value: 10n })?.title).toBe('Gas money for Atlas');
});

it('says nothing about calls that concern nobody here', () => {
  expect(
    many(pay(1n), permit(anAddress(0x71), STRANGER), { target: STRANGER, data: '0xdeadbeef' }),
  ).toBeNull();
  expect(explainRaw({ to: MULTICALL3, data: '0x' }, aScene()).insight).toBeNull();
});
