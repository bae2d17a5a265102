import { expect, it } from 'vitest';
import { anAddress, aScene, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432';
const say = (signature: string, args: readonly unknown[], to: `0x${string}` = REGISTRY) =>
  findingsOf(aCall(to, signature, args), aScene())[0];

it('warns when an identity goes to a stranger, and is calm within the family', () => {
  const move = 'safeTransferFrom(address,address,uint256)';

  expect(say(move, [OWNER, STRANGER, 7n])).toMatchObject({
    level: 'warning',
    title: 'Gives away agent identity 7',
  });
  expect(say(move, [OWNER, SESSION_KEY, 7n])).toMatchObject({
    level: 'info',
    title: 'Moves agent identity 7',
  });
});

it('warns when another may move identities, and says when that ends', () => {
  expect(say('approve(address,uint256)', [STRANGER, 7n])?.level).toBe('warning');
  expect(say('approve(address,uint256)', [anAddress(0), 7n])?.level).toBe('info');
  expect(say('setApprovalForAll(address,bool)', [STRANGER, true])?.level).toBe('warning');
  expect(say('setApprovalForAll(address,bool)', [STRANGER, false])?.level).toBe('info');
});

it('means an ordinary token everywhere else', () => {
  expect(
    say('transferFrom(address,address,uint256)', [OWNER, STRANGER, 7n], anAddress(0x44)),
  ).toBeUndefined();
});
