// Run by far-world.ts: the twin chain, the real control plane on a port, and people who act on both when told.
// It ends, and its node with it, when the process that started it lets go.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ID } from '../../site/world/chain/anvil';
import { startChain } from '../../site/world/chain/chain';
import { lower } from '../../src/core/bytes/hex';
import type { Delegation } from '../../src/core/delegations/delegation';
import type { HeartbeatBody } from '../../src/core/protocol/agent-shapes';
import { openHouse } from '../api/house';
import { expectOk, leased, type People, somePeople } from '../api/people';
import { aHeartbeat } from '../api/signing';
import { openMemory } from '../api/stores';
import type { Family } from './far-world';

const chain = await startChain();
const { store } = await openMemory();
const house = await openHouse({ store, chain });
const server = serve({ fetch: house.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
if (!server.listening) await once(server, 'listening');

type Life = { people: People; grant: Delegation; lease: Hex; permission: string };
const lives = new Map<string, Life>();
const lifeOf = (golem: string) => lives.get(golem) as Life;

const ACTS = {
  /** An owner with a Golem that is granted, leased and registered, and a watch token for the Snap. */
  birth: async (): Promise<Family> => {
    const people = await somePeople(chain, house);
    await people.fund(house.relay.address);
    const life = await leased(people);
    lives.set(people.golem, { people, ...life });
    await house.round();
    const { cookie, golem, owner, guardian, session } = people;
    const { body } = await expectOk(house.ask('watchToken', { cookie, body: {} }));
    return {
      golem,
      owner: lower(owner.address),
      guardian: lower(guardian.address),
      sessionKey: lower(session.address),
      token: body.token,
      lease: life.lease,
      permission: life.permission,
    };
  },
  round: async () => {
    await house.round();
  },
  spend: async (golem: string, amount: string) =>
    lifeOf(golem).people.redeem(lifeOf(golem).lease, BigInt(amount)),
  disable: async (golem: string) => lifeOf(golem).people.disable(lifeOf(golem).grant),
  nonce: async (golem: string) => lifeOf(golem).people.bumpNonce(),
  epoch: async (golem: string) => lifeOf(golem).people.endAllLeases(),
  report: async (golem: string, phase: number) => lifeOf(golem).people.report(phase, 5000),
  raise: async (golem: string) => {
    const body = await lifeOf(golem).people.raise();
    await expectOk(house.ask('raise', { body }));
    await house.round();
    await house.round();
  },
  /** A heartbeat of its present key, taken by the control plane unless `sent` is false. */
  beat: async (golem: string, over: Partial<HeartbeatBody> = {}, sent = true) => {
    const { people } = lifeOf(golem);
    const { session, guardian } = people;
    const head = await people.link.client.getBlock();
    const [blockNumber, blockHash] = [Number(head.number), head.hash];
    const issuedAt = house.plane.now();
    const who = { owner: people.owner.address, golem, guardian: guardian.address };
    const about = { ...who, issuedAt, blockNumber, blockHash, ...over };
    const body = await aHeartbeat(session, about);
    if (sent) await expectOk(house.ask('heartbeat', { body }));
    return body;
  },
  /** A new key under a new lease of the next generation; the old key's lease ends with a Raise. */
  rotate: async (golem: string) => {
    const life = lifeOf(golem);
    const { people } = life;
    const session = privateKeyToAccount(generatePrivateKey());
    await people.fund(session.address);
    const lease = await people.leaseOf(life.grant, session.address, { generation: 2n });
    const { cookie } = people;
    await expectOk(house.ask('lease', { cookie, body: { golem, context: lease } }));
    const body = await people.raise({ generation: 2 });
    await expectOk(house.ask('raise', { body }));
    await house.round();
    await house.round();
    lives.set(golem, { ...life, lease, people: { ...people, session } });
    return { lease, sessionKey: lower(session.address) };
  },
} as const;

process.on(
  'message',
  ({ id, act, args }: { id: number; act: keyof typeof ACTS; args: never[] }) => {
    const run = ACTS[act] as (...args: never[]) => Promise<unknown>;
    run(...args).then(
      (result) => process.send?.({ id, result: result ?? null }),
      (error) => process.send?.({ id, error: String(error?.stack ?? error) }),
    );
  },
);
process.once('disconnect', () => void chain.stop().then(() => process.exit(0)));
process.send?.({
  rpcUrl: chain.rpcUrl,
  chainId: CHAIN_ID,
  usdc: chain.usdc,
  planePort: (server.address() as AddressInfo).port,
});
