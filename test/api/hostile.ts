// What strangers, thieves and the confused send to each route, and what they must hear. A route of the protocol
// without a line here does not compile.
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { timestamp } from '../../src/core/caveats/timestamp';
import { sameAddress } from '../../src/core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../src/core/permissions/delegation';
import { agentHeader, agentTypedData } from '../../src/core/protocol/agent-request';
import { pathOf, ROUTES, type RouteName } from '../../src/core/protocol/api';
import { signed, USDC } from '../agent/stage';
import { type Asking, ORIGIN } from './house';
import type { People } from './people';
import { aHeartbeat, aRaise, aRegistration, aRunwayAsk, aStop } from './signing';

export type Case = readonly [what: string, code: string, asking: () => Promise<Asking> | Asking];

export type Scene = {
  people: People;
  other: People;
  stranger: PrivateKeyAccount;
  life: { grant: Delegation; lease: Hex; permission: string };
  /** An open request to `people`'s owner, and one that was refused. */
  requests: { open: string; answered: string };
  /** A token of `people`'s owner. */
  token: string;
  now: () => number;
};

type Table = { [R in RouteName]: readonly Case[] };

const ELSEWHERE = { headers: { host: 'evil.example' } };
const otherPage = { headers: { origin: 'https://evil.example' } };
const sandbox = { headers: { origin: 'null' } };

export function hostileCases(scene: Scene): Table {
  return { ...strangers(scene), ...snaps(scene), ...owners(scene), ...agents(scene) };
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
      'payees signed for another chain',
      'bad_signature',
      async () => ({
        body: { ...(await ask({ payees: [SHOP], chainId: 1 })), chainId: people.chain.chainId },
      }),
    ],
    [
      'payees signed by another key',
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

function snaps({ people, other, stranger, token, now }: Scene) {
  const { golem, guardian } = people;
  const stop = (over: object = {}, by = guardian) =>
    aStop(by, { golem, guardian: guardian.address, issuedAt: now(), ...over });
  const register = (over: object = {}, by = guardian) =>
    aRegistration(by, { golem, reporter: stranger.address, deadline: now() + 60, ...over });
  return {
    status: [
      ['a made-up token', 'unauthorized', () => ({ token: 'A'.repeat(43) })],
      ['a cookie in its place', 'unauthorized', () => ({ cookie: people.cookie })],
      ['a made-up cursor', 'bad_request', () => ({ token, query: '?since=h-1%27' })],
    ],
    snapGolems: [
      ['another owner’s Golem', 'not_found', () => ({ token, id: other.golem })],
      ['a made-up token', 'unauthorized', () => ({ token: 'A'.repeat(43), id: golem })],
    ],
    stop: [
      ['by a stranger', 'bad_signature', async () => ({ body: await stop({}, stranger) })],
      [
        'from before this life',
        'expired',
        async () => ({ body: await stop({ issuedAt: now() - 9000 }) }),
      ],
      ['from the future', 'expired', async () => ({ body: await stop({ issuedAt: now() + 900 }) })],
      ['of a foreign chain', 'wrong_chain', async () => ({ body: await stop({ chainId: 1 }) })],
      ['for nobody', 'not_found', async () => ({ body: await stop({ golem: 'nobody' }) })],
      [
        'for another Golem',
        'bad_signature',
        async () => ({ body: { ...(await stop()), reason: 'x' } }),
      ],
    ],
    raise: [
      ['by nobody’s guardian', 'not_found', async () => ({ body: await aRaise(stranger) })],
      [
        'for another budget',
        'bad_signature',
        async () => ({ body: { ...(await aRaise(guardian)), budgetId: '2' } }),
      ],
      [
        'of a foreign chain',
        'wrong_chain',
        async () => ({ body: await aRaise(guardian, { chainId: 1 }) }),
      ],
      [
        'replayed from a foreign chain',
        'bad_signature',
        async () => ({
          body: { ...(await aRaise(guardian, { chainId: 1 })), chainId: people.chain.chainId },
        }),
      ],
      [
        'beyond the last generation',
        'bad_request',
        async () => ({
          body: { ...(await aRaise(guardian)), generation: 2 ** 32 },
        }),
      ],
    ],
    oracle: [
      [
        'by a stranger',
        'not_on_chain',
        async () => ({
          body: { ...(await register({}, stranger)), guardian: guardian.address },
        }),
      ],
      ['a record that is open', 'not_on_chain', async () => ({ body: await register() })],
      ['too late', 'expired', async () => ({ body: await register({ deadline: now() - 1 }) })],
      [
        'of a foreign chain',
        'wrong_chain',
        async () => ({ body: { ...(await register()), chainId: 1 } }),
      ],
      [
        'without a reporter',
        'bad_request',
        async () => ({ body: { ...(await register()), reporter: undefined } }),
      ],
    ],
    relay: [['an unknown order', 'not_found', () => ({ id: 'f'.repeat(32) })]],
  } satisfies Partial<Table>;
}

function owners(scene: Scene) {
  const { people, other, stranger, life, requests, now } = scene;
  const { cookie, golem, chain, session, guardian } = people;
  const born = {
    id: 'fresh',
    name: 'Fresh',
    chainId: chain.chainId,
    guardian: null,
    policyTier: 1,
  };
  const grant = async (link: Delegation, over: object = {}) => ({
    cookie,
    body: { golem, chainId: chain.chainId, context: encodeContext([link]), ...over },
  });
  const lease = async (over: object) => ({
    cookie,
    body: { golem, context: await people.leaseOf(life.grant, session.address, over) },
  });
  const intent = { deadline: now() + 60, signature: `0x${'11'.repeat(65)}` };
  const notYours = [
    'another owner’s',
    'not_found',
    () => ({ id: golem, cookie: other.cookie }),
  ] as const;
  return {
    watchToken: [
      ['from another page', 'forbidden', () => ({ cookie, body: {}, ...otherPage })],
      ['from a sandbox', 'forbidden', () => ({ cookie, body: {}, ...sandbox })],
    ],
    endTokens: [['from another page', 'forbidden', () => ({ cookie, ...otherPage })]],
    golems: [['under another name', 'forbidden', () => ({ cookie, ...ELSEWHERE })]],
    newGolem: [
      [
        'an id that is taken',
        'conflict',
        () => ({ cookie: other.cookie, body: { ...born, id: golem } }),
      ],
      ['a foreign chain', 'wrong_chain', () => ({ cookie, body: { ...born, chainId: 1 } })],
      [
        'a guardian that is none',
        'bad_request',
        () => ({ cookie, body: { ...born, guardian: '0x1' } }),
      ],
    ],
    golem: [notYours, ['nobody', 'not_found', () => ({ cookie, id: 'nobody' })]],
    history: [notYours],
    succession: [notYours, ['of the living', 'conflict', () => ({ cookie, id: golem })]],
    runwayRequests: [['under another name', 'forbidden', () => ({ cookie, ...ELSEWHERE })]],
    intend: [
      [
        'another owner’s',
        'not_found',
        () => ({ cookie: other.cookie, id: requests.open, body: intent }),
      ],
      [
        'not signed by the owner',
        'bad_signature',
        () => ({ cookie, id: requests.open, body: intent }),
      ],
      [
        'too late',
        'expired',
        () => ({ cookie, id: requests.open, body: { ...intent, deadline: now() - 1 } }),
      ],
      ['what is answered', 'conflict', () => ({ cookie, id: requests.answered, body: intent })],
    ],
    refuse: [
      [
        'another owner’s',
        'not_found',
        () => ({ cookie: other.cookie, id: requests.open, body: {} }),
      ],
      ['twice', 'conflict', () => ({ cookie, id: requests.answered, body: {} })],
    ],
    grant: [
      ['a second live one', 'conflict', async () => grant(await people.grant())],
      ['another owner’s', 'forbidden', async () => grant(await other.grant())],
      [
        'to a stranger',
        'bad_request',
        async () => grant(await people.grant({ to: stranger.address })),
      ],
      [
        'of a foreign chain',
        'wrong_chain',
        async () => grant(await people.grant(), { chainId: 8453 }),
      ],
      [
        'already expired',
        'not_on_chain',
        async () => {
          // No wallet signs one: it is signed while good and expires on its way.
          const real = await people.grant();
          const past = timestamp.encode({ after: 0n, before: 1n });
          const caveats = real.caveats.map((rule) =>
            sameAddress(rule.enforcer, timestamp.address) ? { ...rule, terms: past } : rule,
          );
          return grant(await signed(people.owner, { ...real, caveats }));
        },
      ],
      [
        'signed by a stranger',
        'not_on_chain',
        async () => {
          const real = await people.grant();
          return grant({ ...real, signature: (await signed(stranger, real)).signature });
        },
      ],
      [
        'with a rule nobody can read',
        'bad_request',
        async () => {
          const real = await people.grant();
          const rule = { enforcer: stranger.address, terms: '0x' as Hex, args: '0x' as Hex };
          return grant(await signed(people.owner, { ...real, caveats: [...real.caveats, rule] }));
        },
      ],
      [
        'a lease in its place',
        'bad_request',
        async () => grant(life.grant, { context: life.lease }),
      ],
    ],
    lease: [
      ['of the same generation', 'conflict', () => lease({ cap: 3n * USDC })],
      [
        'for another owner',
        'bad_request',
        () => lease({ generation: 2n, owner: stranger.address }),
      ],
      ['already expired', 'expired', () => lease({ generation: 2n, expiry: BigInt(now() - 1) })],
      ['of an epoch to come', 'not_on_chain', () => lease({ generation: 2n, epoch: 1n })],
      [
        'on another’s Golem',
        'not_found',
        async () => ({ ...(await lease({ generation: 2n })), cookie: other.cookie }),
      ],
      [
        'on a grant that is not here',
        'not_found',
        async () => ({
          cookie,
          body: { golem, context: await people.leaseOf(await people.grant(), session.address) },
        }),
      ],
      [
        'signed by a stranger',
        'bad_signature',
        async () => {
          const context = await people.leaseOf(life.grant, session.address, { generation: 2n });
          const [link, root] = decodeContext(context) as [Delegation, Delegation];
          const { signature } = await signed(stranger, link);
          return {
            cookie,
            body: { golem, context: encodeContext([{ ...link, signature }, root]) },
          };
        },
      ],
      [
        'with an end signed by a stranger',
        'bad_signature',
        async () => {
          const { signature: ended } = await aRaise(stranger);
          const { body } = await lease({ generation: 2n });
          return { cookie, body: { ...body, ended } };
        },
      ],
    ],
    revocation: [
      ['of what lives', 'not_on_chain', () => ({ cookie, body: { permission: life.permission } })],
      [
        'another owner’s',
        'not_found',
        () => ({ cookie: other.cookie, body: { permission: life.permission } }),
      ],
      [
        'reorganised away',
        'not_on_chain',
        async () => {
          const before = await chain.cheat('evm_snapshot', []);
          await people.disable(life.grant);
          await chain.cheat('evm_revert', [before]);
          await chain.cheat('evm_mine', []);
          return { cookie, body: { permission: life.permission } };
        },
      ],
      [
        'by a page of somebody else',
        'forbidden',
        () => ({
          cookie,
          body: { permission: guardian.address },
          ...otherPage,
        }),
      ],
    ],
  } satisfies Partial<Table>;
}

function agents(scene: Scene) {
  const { people, other, stranger, life, now } = scene;
  const { golem, session, guardian, chain } = people;
  const beat = async (over: object = {}, key = session) => {
    const about = { golem, guardian: guardian.address, issuedAt: now(), sequence: 100 };
    return { body: await aHeartbeat(key, { ...about, ...over }) };
  };
  const slice = async (over: Partial<Delegation> = {}, by = session) => {
    const links = decodeContext(life.lease) as [Delegation, Delegation];
    const place = { delegate: stranger.address, delegator: session.address };
    const authority = hashDelegation(links[0]);
    const link = await signed(by, { ...links[0], ...over, ...place, authority });
    return { id: 'child', name: 'Child', context: encodeContext([link, ...links]) };
  };
  const self = { agent: { account: session, golem } };
  const key = { sessionKey: stranger.address };
  return {
    heartbeat: [
      ['by a stranger', 'bad_signature', () => beat({}, stranger)],
      ['of a foreign chain', 'wrong_chain', () => beat({ chainId: 8453 })],
      ['for nobody', 'not_found', () => beat({ golem: 'nobody' })],
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
        'not signed by the parent',
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
    end: [
      ...requestCases(scene, 'end', { reason: 'x' }),
      [
        'another Golem',
        'not_found',
        () => ({
          agent: { account: session, golem: other.golem },
          body: { reason: chain.usdc },
        }),
      ],
    ],
  } satisfies Partial<Table>;
}

/** Every request that a session key signs is for one moment, chain, route and body. */
function requestCases({ people, stranger, now }: Scene, name: RouteName, body?: object): Case[] {
  const { golem, session: account } = people;
  const agent = { account, golem };
  const with_ = (asking: Asking): Asking => ({ ...asking, ...(body ? { body } : {}) });
  return [
    ['by a stranger', 'forbidden', () => with_({ agent: { ...agent, account: stranger } })],
    ['too old', 'expired', () => with_({ agent: { ...agent, issuedAt: now() - 121 } })],
    ['from the future', 'expired', () => with_({ agent: { ...agent, issuedAt: now() + 130 } })],
    ['of a foreign chain', 'wrong_chain', () => with_({ agent: { ...agent, chainId: 8453 } })],
    ['for nobody', 'not_found', () => with_({ agent: { ...agent, golem: 'nobody' } })],
    [
      'signed for another site',
      'bad_signature',
      async () => with_({ headers: { authorization: await header(name, 'https://evil.example') } }),
    ],
    [
      'signed for another route',
      'bad_signature',
      async () => with_({ headers: { authorization: await header('golems', ORIGIN) } }),
    ],
  ];

  async function header(route: RouteName, audience: string): Promise<string> {
    const claim = {
      ...{ golem, chainId: people.chain.chainId, sessionKey: account.address },
      ...{ issuedAt: now(), nonce: `0x${'5e'.repeat(32)}` as Hex },
    };
    const { method } = ROUTES[route];
    const text = body ? JSON.stringify(body) : '';
    const typed = agentTypedData(claim, { audience, method, path: pathOf(route), body: text });
    return agentHeader(claim, await account.signTypedData(typed));
  }
}
