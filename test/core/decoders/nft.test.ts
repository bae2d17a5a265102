import { expect, it } from 'vitest';
import { anAddress, aScene, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const COLLECTION = anAddress(0x4e);
const say = (signature: string, args: readonly unknown[], over = {}) =>
  findingsOf(aCall(COLLECTION, signature, args, over), aScene())[0];

const MOVES: [string, unknown[]][] = [
  ['safeTransferFrom(address,address,uint256)', [7n]],
  ['safeTransferFrom(address,address,uint256,bytes)', [7n, '0x']],
  ['safeTransferFrom(address,address,uint256,uint256,bytes)', [7n, 2n, '0x']],
  ['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [[7n], [2n], '0x']],
];

it.each(MOVES)('%s to or from a Golem is told, between others not', (signature, rest) => {
  expect(say(signature, [OWNER, SESSION_KEY, ...rest])).toMatchObject({
    level: 'warning',
    title: "Sends NFTs to Atlas's session key, outside its runway",
  });
  expect(say(signature, [SESSION_KEY, STRANGER, ...rest])?.title).toBe(
    "Takes NFTs out of Atlas's session key",
  );
  expect(say(signature, [OWNER, STRANGER, ...rest])).toBeUndefined();
});

it('alarms when a Golem may move every NFT, or lets another do so', () => {
  const all = 'setApprovalForAll(address,bool)';

  expect(say(all, [SESSION_KEY, true])).toMatchObject({
    level: 'critical',
    title: 'Lets Atlas move every NFT of a collection',
  });
  expect(say(all, [SESSION_KEY, false])?.level).toBe('info');
  expect(say(all, [STRANGER, true], { from: SESSION_KEY })?.level).toBe('critical');
  expect(say(all, [STRANGER, true])).toBeUndefined();
});
