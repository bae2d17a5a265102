// The demo world's node is kept in a file that does not grow, and goes on from it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../site/world/chain/anvil';
import { KEPT_BLOCKS } from '../../site/world/chain/chain-file';
import { HIDING } from '../../site/world/chain/hiding';

const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const POOR = '0x00000000000000000000000000000000000b0b0b';

let folder: string;
let state: string;
let node: Anvil;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-node-'));
  state = join(folder, 'chain.json');
  node = await startAnvil({ state, hidden: HIDING });
});

afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true });
});

it('keeps a chain of any length in a file that stays small, and goes on from it', async () => {
  // The node answers with the hash before it has made the block.
  const pay = async () => {
    const hash = await node.cheat('eth_sendTransaction', [{ from: RICH, to: POOR, value: '0x1' }]);
    const receipt = () => node.cheat('eth_getTransactionReceipt', [hash]);
    await expect.poll(receipt).not.toBeNull();
    return receipt;
  };
  const blocks = (count: number) => node.cheat('anvil_mine', [`0x${count.toString(16)}`]);
  const hashAt = async (tag: string) =>
    ((await node.cheat('eth_getBlockByNumber', [tag, false])) as { hash: string } | null)?.hash;
  await pay();
  await blocks(KEPT_BLOCKS);
  await pay();
  await node.stop();
  const size = statSync(state).size;

  node = await startAnvil({ state, hidden: HIDING });
  await blocks(3 * KEPT_BLOCKS);
  const receipt = await pay();
  const told = await receipt();
  const [head, hash] = [await node.cheat('eth_blockNumber', []), await hashAt('latest')];
  await node.stop();

  const { blocks: kept, transactions } = JSON.parse(readFileSync(state, 'utf8'));
  expect(kept).toHaveLength(KEPT_BLOCKS);
  expect(transactions).toMatchObject([{ info: { traces: [] } }]);
  // The chain's own list of past hashes (EIP-2935) grows to 8191 entries; nothing else does.
  expect(statSync(state).size).toBeLessThan(size + 1_500_000);
  expect(statSync(state).mode & 0o077).toBe(0);
  node = await startAnvil({ state, hidden: HIDING });
  expect(await node.cheat('eth_blockNumber', [])).toBe(head);
  expect(await hashAt('latest')).toBe(hash);
  expect(await receipt()).toEqual(told);
  expect(await node.cheat('eth_getBalance', [POOR, 'latest'])).toBe('0x3');
});
