// What is sent to the routes of a signed-in owner that must be refused.

import type { Hex } from 'viem';
import { signEndOrder } from '../../../site/world/people/end-order';
import { signDelegation } from '../../../site/world/people/grants';
import { timestamp } from '../../../src/core/caveats/timestamp';
import { sameAddress } from '../../../src/core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  encodeContext,
} from '../../../src/core/delegations/delegation';
import { USDC } from '../../agent/stage';
import { ELSEWHERE, otherPage, type Scene, sandbox, type Table } from './scene';

export function owners(scene: Scene) {
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
        'an id of yours, on other terms',
        'conflict',
        () => ({ cookie, body: { ...born, id: golem, guardian: other.guardian.address } }),
      ],
      ['a foreign chain', 'wrong_chain', () => ({ cookie, body: { ...born, chainId: 1 } })],
      [
        'a guardian that is none',
        'bad_request',
        () => ({ cookie, body: { ...born, guardian: '0x1' } }),
      ],
    ],
    golem: [notYours, ['nobody', 'not_found', () => ({ cookie, id: 'nobody' })]],
    history: [
      notYours,
      ...['', '7', 'h-7', '1763510400', '1763510400-x', `1763510400-${'9'.repeat(16)}`].map(
        (before) =>
          [
            `a cursor that is none of ours: “${before}”`,
            'bad_request',
            () => ({ cookie, id: golem, query: `?before=${before}` }),
          ] as const,
      ),
      ...['0', '101', '-1', '1e2'].map(
        (limit) =>
          [
            `a page of ${limit}`,
            'bad_request',
            () => ({ cookie, id: golem, query: `?before=1763510400-1&limit=${limit}` }),
          ] as const,
      ),
    ],
    spending: [
      ...[
        '',
        '?bounds=1763510400',
        '?bounds=1763510400,1763510400',
        '?bounds=1763510400,1763510399',
        '?bounds=1,2',
        `?bounds=${Array.from({ length: 64 }, (_, day) => 1_763_510_400 + day).join()}`,
        '?bounds=1763510400,1763510401;drop',
      ].map(
        (query) =>
          [
            `bounds like “${query.slice(0, 40)}”`,
            'bad_request',
            () => ({ cookie, query }),
          ] as const,
      ),
    ],
    succession: [notYours, ['of the living', 'conflict', () => ({ cookie, id: golem })]],
    runwayRequests: [['under another name', 'forbidden', () => ({ cookie, ...ELSEWHERE })]],
    intend: [
      [
        'another owner’s',
        'not_found',
        () => ({ cookie: other.cookie, id: requests.open, body: intent }),
      ],
      [
        'not signDelegation by the owner',
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
          // No wallet signs one: it is signDelegation while good and expires on its way.
          const real = await people.grant();
          const past = timestamp.encode({ after: 0n, before: 1n });
          const caveats = real.caveats.map((rule) =>
            sameAddress(rule.enforcer, timestamp.address) ? { ...rule, terms: past } : rule,
          );
          return grant(await signDelegation(people.owner, { ...real, caveats }));
        },
      ],
      [
        'signed by a stranger',
        'not_on_chain',
        async () => {
          const real = await people.grant();
          return grant({ ...real, signature: (await signDelegation(stranger, real)).signature });
        },
      ],
      [
        'with a rule nobody can read',
        'bad_request',
        async () => {
          const real = await people.grant();
          const rule = { enforcer: stranger.address, terms: '0x' as Hex, args: '0x' as Hex };
          return grant(
            await signDelegation(people.owner, { ...real, caveats: [...real.caveats, rule] }),
          );
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
          const { signature } = await signDelegation(stranger, link);
          return {
            cookie,
            body: { golem, context: encodeContext([{ ...link, signature }, root]) },
          };
        },
      ],
      [
        'with an order that ends it, signDelegation in advance',
        'bad_request',
        async () => {
          const { signature: ended } = await signEndOrder(people.guardian);
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
