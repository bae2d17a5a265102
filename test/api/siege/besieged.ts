// What an owner and a Golem do under siege, and what they were told that must stay true.

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signEndOrder } from '../../../site/world/people/end-order';
import type { Delegation } from '../../../src/core/delegations/delegation';
import { leased, type People, somePeople } from '../people';
import { aHeartbeat, aRunwayAsk, aStop } from '../signing';
import type { Claim, Siege } from './siege';

export type Besieged = {
  /** One act of a life; which one is the dice's choice. */
  act: () => Promise<string>;
  claims: () => Promise<Claim[]>;
  orders: ReadonlySet<string>;
};

const seconds = () => Math.floor(Date.now() / 1000);

export async function somebodyBesieged(siege: Siege): Promise<Besieged> {
  const { chain, insist, random } = siege;
  const people = await somePeople(chain, siege.guest);
  await people.fund(siege.relay.address, '10');
  const { golem, guardian, session, cookie } = people;
  const life = await leased(people);
  let { grant, permission, lease } = life;
  let generation = 1;
  let sequence = 0;
  const tokens: string[] = [];
  for (let family = 0; family < 3; family += 1) {
    tokens.push((await insist('watchToken', { cookie, body: {} })).body.token);
  }
  const told = new Map<string, Told>();
  const orders = new Set<string>();

  const acts = {
    beat: async () => {
      sequence += 1;
      const who = { owner: people.owner.address, golem, guardian: guardian.address };
      const about = { ...who, issuedAt: seconds(), sequence };
      await insist('heartbeat', { body: await aHeartbeat(session, about) }, 'replayed');
    },
    visit: async () => {
      const family = Math.floor(random() * tokens.length);
      const answer = await insist('status', { token: `${tokens[family]}` });
      tokens[family] = answer.body.nextToken;
    },
    grant: async () => {
      const next = await people.grant({ cap: BigInt(6_000_000 + told.size) });
      await register(next, permission);
    },
    lease: async () => {
      generation += 1;
      lease = await people.leaseOf(grant, session.address, { generation: BigInt(generation) });
      await insist('lease', { cookie, body: { golem, context: lease } });
      told.set(`lease on ${permission}`, { kind: 'lease', permission, generation });
    },
    redeem: () => people.redeem(lease, 1000n),
    revoke: async () => {
      const ended = permission;
      await people.disable(grant);
      const { body } = await insist('revocation', { cookie, body: { permission: ended } });
      told.set(`revocation of ${ended}`, {
        kind: 'revoked',
        permission: ended,
        at: body.revokedAt,
      });
      await register(await people.grant(), undefined);
      await acts.lease();
    },
    stop: async () => {
      const stop = await aStop(guardian, {
        golem,
        guardian: guardian.address,
        issuedAt: seconds(),
      });
      await insist('stop', { body: stop });
      told.set('stop', { kind: 'stop', signature: stop.signature, generation });
    },
    raise: async () => {
      const { body } = await insist('raise', {
        body: await signEndOrder(guardian, { generation }),
      });
      orders.add(body.id);
      told.set(`raise to ${generation}`, { kind: 'order', id: body.id });
    },
    born: async () => {
      const id = `${golem}-born-${told.size}`;
      const body = { id, name: 'Echo', chainId: chain.chainId, guardian: null, policyTier: 1 };
      await insist('newGolem', { cookie, body });
      told.set(`birth of ${id}`, { kind: 'golem', id });
    },
    ask: async () => {
      const key = privateKeyToAccount(generatePrivateKey());
      const about = { golem, owner: people.owner.address, token: chain.usdc };
      const body = await aRunwayAsk(key, { ...about, deadline: seconds() + 3600 });
      const { body: asked } = await insist('askRunway', { body });
      await insist('refuse', { cookie, id: asked.id, body: {} }, 'conflict');
      told.set(`request ${asked.id}`, { kind: 'request', id: asked.id });
    },
  };
  const register = async (next: Delegation, replaces: string | undefined) => {
    const context = people.context(next);
    const body = { golem, chainId: chain.chainId, context, ...(replaces ? { replaces } : {}) };
    const answer = await insist('grant', { cookie, body });
    grant = next;
    permission = answer.body.permission.id;
    told.set(`grant ${permission}`, { kind: 'grant', permission, cap: answer.body.permission.cap });
    if (replaces) await acts.lease();
  };
  return {
    act: async () => {
      const name = chosen(random());
      await acts[name]();
      return name;
    },
    orders,
    claims: async () => [
      ...(await claimsOf(siege, people, told, { sequence, generation })),
      ...tokens.map((token, family) => ({
        what: `family ${family} is not locked out`,
        holds: async () => (await siege.guest.ask('status', { token })).status === 200,
      })),
    ],
  };
}

type Act =
  | 'beat'
  | 'visit'
  | 'grant'
  | 'lease'
  | 'redeem'
  | 'revoke'
  | 'stop'
  | 'raise'
  | 'born'
  | 'ask';

const SHARES: readonly [Act, number][] = [
  ['beat', 0.38],
  ['visit', 0.3],
  ['grant', 0.04],
  ['lease', 0.05],
  ['redeem', 0.06],
  ['revoke', 0.03],
  ['stop', 0.03],
  ['raise', 0.04],
  ['born', 0.04],
  ['ask', 0.03],
];

function chosen(dice: number): Act {
  let left = dice;
  for (const [name, share] of SHARES) {
    if (left < share) return name;
    left -= share;
  }
  return 'beat';
}

type Told =
  | { kind: 'grant'; permission: string; cap: string }
  | { kind: 'lease'; permission: string; generation: number }
  | { kind: 'revoked'; permission: string; at: number }
  | { kind: 'stop'; signature: string; generation: number }
  | { kind: 'order'; id: string }
  | { kind: 'golem'; id: string }
  | { kind: 'request'; id: string };

async function claimsOf(
  { guest }: Siege,
  { cookie, golem, owner, session }: People,
  told: ReadonlyMap<string, Told>,
  last: { sequence: number; generation: number },
): Promise<Claim[]> {
  const { body } = await guest.ask('golems', { cookie });
  const state = await guest.ask('agentState', {
    agent: { account: session, owner: owner.address, golem },
  });
  const permission = (id: string) =>
    body.permissions.find((one: { id: string }) => one.id === id) ?? {};
  const holds = async (one: Told): Promise<boolean> => {
    switch (one.kind) {
      case 'grant':
        return permission(one.permission).cap === one.cap;
      case 'lease':
        return permission(one.permission).lease?.generation === one.generation;
      case 'revoked':
        return permission(one.permission).revokedAt === one.at;
      case 'stop':
        // A new lease is a new life: an older order is not shown any more.
        return one.generation < last.generation || state.body.stop?.signature === one.signature;
      case 'order':
        return (await guest.ask('relay', { id: one.id })).body.state === 'done';
      case 'golem':
        return body.golems.some(({ id }: { id: string }) => id === one.id);
      case 'request':
        return (await guest.ask('runwayRequest', { id: one.id })).body.state === 'refused';
    }
  };
  return [
    { what: 'the last heartbeat', holds: async () => state.body.lastSequence >= last.sequence },
    ...[...told].map(([what, one]) => ({ what, holds: () => holds(one) })),
  ];
}
