// A start that fails is told in one sentence.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { expect, it } from 'vitest';
import { failureWords } from '../../site/world/failure';

/** What a node that does not answer makes of a deployment. */
async function unanswered(): Promise<unknown> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = http(`http://127.0.0.1:${port}`, { timeout: 50, retryCount: 0 });
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = createWalletClient({ account, chain: baseSepolia, transport });
  const fees = { gas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, nonce: 0 };
  const sent = wallet.sendTransaction({ data: `0x${'60'.repeat(2000)}`, ...fees });
  const error = await sent.catch((failed: unknown) => failed);
  server.close();
  server.closeAllConnections();
  return error;
}

it('says why in one short line, without the bytes that were sent', async () => {
  const error = await unanswered();

  expect(String(error)).toContain('6060');
  const said = failureWords(error);
  expect(said).toMatch(/^Bardo’s world did not wake up: [^\n]{5,210}\. Start it again;.*--verbose/);
  expect(said).not.toContain('6060');
});

it.each([[new Error('')], ['gone'], [null], [new Error('a line\nand a stack')]])(
  'has one line for %s',
  (error) => {
    expect(failureWords(error)).toMatch(/^Bardo’s world did not wake up: [^\n]+$/);
  },
);
