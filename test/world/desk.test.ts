// The hand of the world's owner on the Portal: a control plane that is behind the chain is asked again, as it says itself.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Chain } from '../../site/world/chain/chain';
import { demoOwnerAccount } from '../../site/world/clade/clade';
import { worldGuardians } from '../../site/world/clade/guardians';
import { type OwnerDesk, openDesk } from '../../site/world/clade/owner';
import { connectChain } from '../../src/agent/chain/chain';

let server: Server;

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Answers one after the other, and the last one from then on. */
async function deskBefore(...answers: [status: number, body: object][]) {
  let asked = 0;
  server = createServer((_, response) => {
    const [status, body] = answers[Math.min(asked, answers.length - 1)] ?? [500, {}];
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link = connectChain({ rpcUrl: portal, chainId: 84_532 });
  const guardian = worldGuardians(portal);
  const account = demoOwnerAccount();
  const desk: OwnerDesk = openDesk({ portal, chain: {} as Chain, link, account, guardian });
  return { desk, asked: () => asked };
}

const error = (code: string) => ({ error: { code, message: 'Try again later.' } });

it('asks again while the chain could not be read up to now', async () => {
  const busy = [503, error('chain_unavailable')] as [number, object];
  const { desk, asked } = await deskBefore(busy, busy, [200, { nonce: 'n-1' }]);

  expect(await desk.ask('nonce')).toEqual({ nonce: 'n-1' });
  expect(asked()).toBe(3);
});

it('takes any other refusal for what it is', async () => {
  const { desk, asked } = await deskBefore([409, error('conflict')]);

  await expect(desk.ask('nonce')).rejects.toThrow(/^nonce: .*conflict/);
  expect(asked()).toBe(1);
});
