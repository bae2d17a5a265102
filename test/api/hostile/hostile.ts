// What strangers, thieves and the confused send to each route, and what they must hear. A route of the protocol
// without a line here does not compile.
import type { Hex } from 'viem';
import { signDelegation } from '../../../site/world/people/grants';
import {
  type Delegation,
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { aHeartbeat, aRunwayAsk } from '../signing';
import { alerting } from './alerting';
import { endings } from './endings';
import { owners } from './owners';
import {
  type Case,
  ELSEWHERE,
  otherPage,
  requestCases,
  type Scene,
  sandbox,
  type Table,
} from './scene';
import { snaps } from './snaps';
import { terminals } from './terminals';

export function hostileCases(scene: Scene): Table {
  return {
    ...strangers(scene),
    ...snaps(scene),
    ...owners(scene),
    ...alerting(scene),
    ...agents(scene),
    ...terminals(scene),
  };
}

function strangers({ people, stranger, now }: Scene) {
  const { cookie } = people;
  const ask = (over: object = {}) =>
    aRunwayAsk(stranger, {
      ...{ golem: 'newborn', owner: people.owner.address, token: people.chain.usdc },
      ...{ deadline: now() + 60, ...over },
    });
  const SHOP: Hex = `0x${'5b'.repeat(20)}`;
  const naming = (...payees: Hex[]) => ask({ payees });
  const payeeCases: Case[] = [
    [
      'nine payees',
      'bad_request',
      async () => ({
        body: await naming(
          ...Array.from({ length: 9 }, (_, index): Hex => `0x${`${index + 1}`.repeat(40)}`),
        ),
      }),
    ],
    [
      'a payee that is nobody',
      'bad_request',
      async () => ({ body: await naming(`0x${'00'.repeat(20)}`) }),
    ],
    [
      'its own key as payee',
      'bad_request',
      async () => ({ body: await naming(SHOP, stranger.address) }),
    ],
    [
      'its owner as payee',
      'bad_request',
      async () => ({ body: await naming(people.owner.address) }),
    ],
    [
      'a payee twice',
      'bad_request',
      async () => ({ body: await naming(SHOP, `0x${'5B'.repeat(20)}`) }),
    ],
    [
      'a payee that is no address',
      'bad_request',
      async () => ({ body: { ...(await ask()), payees: ['me'] } }),
    ],
    [
      'payees that are no list',
      'bad_request',
      async () => ({ body: { ...(await ask()), payees: SHOP } }),
    ],
    [
      'payees that were not signed',
      'bad_signature',
      async () => ({ body: { ...(await ask()), payees: [SHOP] } }),
    ],
    [
      'other payees than signed',
      'bad_signature',
      async () => ({ body: { ...(await naming(SHOP)), payees: [people.guardian.address] } }),
    ],
    [
      'without the payees it signed',
      'bad_signature',
      async () => ({ body: { ...(await naming(SHOP)), payees: [] } }),
    ],
    [
      'payees in another order than signed',
      'bad_signature',
      async () => ({
        body: {
          ...(await naming(SHOP, people.guardian.address)),
          payees: [people.guardian.address, SHOP],
        },
      }),
    ],
    [
      'payees signDelegation for another chain',
      'bad_signature',
      async () => ({
        body: { ...(await ask({ payees: [SHOP], chainId: 1 })), chainId: people.chain.chainId },
      }),
    ],
    [
      'payees signDelegation by another key',
      'bad_signature',
      async () => ({ body: { ...(await naming(SHOP)), sessionKey: people.session.address } }),
    ],
    [
      'a signature that is nobody’s',
      'bad_signature',
      async () => ({ body: { ...(await naming(SHOP)), signature: `0x${'ff'.repeat(64)}1b` } }),
    ],
  ];
  return {
    health: [['under another name', 'forbidden', () => ELSEWHERE]],
    nonce: [['under another name', 'forbidden', () => ELSEWHERE]],
    signIn: [
      ['not a sign-in', 'bad_request', () => ({ body: { message: 'hi', signature: '0x11' } })],
      [
        'a huge one',
        'bad_request',
        () => ({ body: { message: 'x'.repeat(4001), signature: '0x' } }),
      ],
      ['from another page', 'forbidden', () => ({ ...otherPage, body: {} })],
    ],
    session: [
      ['a made-up cookie', 'unauthorized', () => ({ cookie: `bardo_session=${'A'.repeat(43)}` })],
    ],
    signOut: [
      ['from another page', 'forbidden', () => ({ cookie, ...otherPage })],
      ['from a sandbox', 'forbidden', () => ({ cookie, ...sandbox })],
    ],
    askRunway: [
      [
        'another amount than signed',
        'bad_signature',
        async () => ({ body: { ...(await ask()), amount: '11' } }),
      ],
      ['of nothing', 'bad_request', async () => ({ body: { ...(await ask()), amount: '0' } })],
      [
        'a negative amount',
        'bad_request',
        async () => ({ body: { ...(await ask()), amount: '-1' } }),
      ],
      ['too late', 'expired', async () => ({ body: await ask({ deadline: now() - 1 }) })],
      ['a foreign chain', 'wrong_chain', async () => ({ body: await ask({ chainId: 1 }) })],
      ...payeeCases,
    ],
    runwayRequest: [['an unknown one', 'not_found', () => ({ id: 'f'.repeat(64) })]],
    certificate: [
      ['of nobody', 'not_found', () => ({ id: 'nobody' })],
      ['of the living', 'not_found', () => ({ id: people.golem })],
    ],
  } satisfies Partial<Table>;
}

function agents(scene: Scene) {
  const { people, stranger, life, now } = scene;
  const { golem, session, guardian } = people;
  const beat = async (over: object = {}, key = session) => {
    const about = {
      ...{ owner: people.owner.address, golem, guardian: guardian.address },
      ...{ issuedAt: now(), sequence: 100 },
    };
    return { body: await aHeartbeat(key, { ...about, ...over }) };
  };
  const slice = async (over: Partial<Delegation> = {}, by = session) => {
    const links = decodeContext(life.lease) as [Delegation, Delegation];
    const place = { delegate: stranger.address, delegator: session.address };
    const authority = hashDelegation(links[0]);
    const link = await signDelegation(by, { ...links[0], ...over, ...place, authority });
    return { id: 'child', name: 'Child', context: encodeContext([link, ...links]) };
  };
  const self = { agent: { account: session, owner: people.owner.address, golem } };
  const key = { sessionKey: stranger.address };
  return {
    heartbeat: [
      ['by a stranger', 'bad_signature', () => beat({}, stranger)],
      ['of a foreign chain', 'wrong_chain', () => beat({ chainId: 8453 })],
      ['for nobody', 'not_found', () => beat({ golem: 'nobody' })],
      ['for another owner', 'not_found', () => beat({ owner: stranger.address })],
      ['too old', 'expired', () => beat({ issuedAt: now() - 700 })],
      ['from the future', 'expired', () => beat({ issuedAt: now() + 700 })],
      ['under another guardian', 'bad_request', () => beat({ guardian: stranger.address })],
      [
        'brightened',
        'bad_signature',
        async () => ({ body: { ...(await beat()).body, vitality: 9999 } }),
      ],
      ['played again', 'replayed', () => beat({ sequence: 1 })],
      [
        'beyond counting',
        'bad_request',
        async () => ({ body: { ...(await beat()).body, sequence: 2 ** 60 } }),
      ],
    ],
    agentState: requestCases(scene, 'agentState'),
    rotate: [...requestCases(scene, 'rotate', key)],
    replicant: [
      ...requestCases(scene, 'replicant', { id: 'c', name: 'C', context: life.lease }),
      [
        'not signDelegation by the parent',
        'bad_signature',
        async () => ({ ...self, body: await slice({}, stranger) }),
      ],
      [
        'a lease in its place',
        'bad_request',
        () => ({
          ...self,
          body: { id: 'child', name: 'Child', context: life.lease },
        }),
      ],
      [
        'without a budget of its own',
        'bad_request',
        async () => ({ ...self, body: await slice({ caveats: [] }) }),
      ],
    ],
    purpose: [
      ...requestCases(scene, 'purpose', { transaction: `0x${'77'.repeat(32)}`, purpose: 'x' }),
      [
        'of a payment that the chain does not show',
        'not_on_chain',
        () => ({ ...self, body: { transaction: `0x${'77'.repeat(32)}`, purpose: 'x' } }),
      ],
      [
        'in more than a line',
        'bad_request',
        () => ({ ...self, body: { transaction: `0x${'77'.repeat(32)}`, purpose: 'a\nb' } }),
      ],
    ],
    end: endings(scene),
  } satisfies Partial<Table>;
}
