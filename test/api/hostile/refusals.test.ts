// Bad input to every route: a clear error, and nothing changed.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { signDelegation } from '../../../site/world/people/grants';
import { type Delegation, encodeContext } from '../../../src/core/delegations/delegation';
import { agentHeader, agentTypedData } from '../../../src/core/protocol/agent-request';
import { ERROR_STATUS, ROUTES, type RouteName } from '../../../src/core/protocol/api';
import { type Asking, ORIGIN } from '../house';
import { expectOk } from '../people';
import { aHeartbeat, aRunwayAsk } from '../signing';
import { hostileCases } from './hostile';
import {
  chain,
  house,
  life,
  now,
  opened,
  other,
  people,
  refused,
  scene,
  stored,
  stranger,
} from './refused';

const POSTS = (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].method === 'POST');
const WANT_NOTHING: readonly RouteName[] = [
  ...(['watchToken', 'refuse', 'testTarget'] as const),
  ...(['approveTerminal', 'denyTerminal', 'renewTerminal'] as const),
];

describe('every route', () => {
  it.each(POSTS)('%s refuses what is not its body', async (name) => {
    const agent = {
      account: people.session,
      owner: people.owner.address,
      golem: people.golem,
    };
    const token = ROUTES[name].auth === 'terminal' ? { token: scene.terminal.token } : {};
    const who = { cookie: people.cookie, agent, id: 'a', ...token };
    const wantsNothing = WANT_NOTHING.includes(name);
    if (!wantsNothing) await refused('bad_request', name, { ...who, body: {} });
    for (const body of [null, [], 7, 'text', { unknown: 1 }, { golem: { toString: 1 } }]) {
      await refused('bad_request', name, { ...who, body });
    }
    await refused('too_large', name, { ...who, body: { golem: 'x'.repeat(300_000) } });
    const headers = { 'content-type': 'text/plain' };
    await refused('unsupported_type', name, { ...who, body: {}, headers });
  });

  it.each(Object.keys(ROUTES) as RouteName[])('%s wants its caller', async (name) => {
    const { auth } = ROUTES[name];
    if (auth === 'none') return;
    await refused('unauthorized', name, { id: people.golem, body: {} });
    const wrong = { id: people.golem, body: {}, cookie: 'bardo_session=AAAAAAAAAAAAAAAAAAAAAAAA' };
    await refused('unauthorized', name, wrong);
    const token = 'A'.repeat(43);
    await refused('unauthorized', name, { id: people.golem, body: {}, token });
  });

  it.each(['A', 'a'.repeat(65), '..', '%00'])('refuses the id %s', async (id) => {
    const { status } = await house.ask('runwayRequest', { id });
    expect([400, 404]).toContain(status);
  });

  it('answers an unknown route with an error of its own', async () => {
    const answer = await house.ask('relay', { id: 'no-such-order' });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('what strangers, thieves and the confused send', () => {
  const cases = () => hostileCases(scene);

  it.each(Object.keys(ROUTES) as RouteName[])(
    '%s refuses it, and nothing changes',
    async (name) => {
      const table = cases()[name];
      expect(table.length).toBeGreaterThan(0);
      for (const [what, code, asking] of table) {
        const before = await stored();
        const { status, body } = await house.ask(name, await asking());
        expect([what, body.error?.code]).toEqual([what, code]);
        expect(status).toBe(ERROR_STATUS[code as keyof typeof ERROR_STATUS]);
        expect(body.error.message).toMatch(/^[A-Z].+\.$/);
        expect(await stored()).toBe(before);
      }
    },
  );

  it.each([
    [
      'lease',
      'ended',
      { golem: 'atlas', context: `0x${'00'.repeat(400)}`, ended: `0x${'51'.repeat(65)}` },
    ],
    ['revocation', 'force', { permission: 'p-1', force: true }],
    ['revocation', 'toString', { permission: 'p-1', toString: 1 }],
  ] as const)('of another version is told so: %s with “%s”', async (name, field, body) => {
    const { cookie } = people;
    const { body: answer } = await house.ask(name, { cookie, body });
    expect(answer.error).toEqual({
      code: 'bad_request',
      message: `The field "${field}" is not known here. A page that sends it is of another version: load it again.`,
    });
    // Of a known field it is still said that it is wrong.
    const wrong = await house.ask(name, { cookie, body: { golem: 1 } });
    expect(wrong.body.error.message).toMatch(/is missing or wrong\.$/);
  });

  it('refuses the same signDelegation request a second time', async () => {
    const { golem, session: account, chain: at } = people;
    const owner = people.owner.address;
    const claim = {
      owner,
      golem,
      chainId: at.chainId,
      sessionKey: account.address,
      issuedAt: now(),
    };
    const signedOnce = { ...claim, nonce: `0x${'77'.repeat(32)}` as const };
    const request = { audience: ORIGIN, method: 'GET', path: '/api/agent/state', body: '' };
    const signature = await account.signTypedData(agentTypedData(signedOnce, request));
    const headers = { authorization: agentHeader(signedOnce, signature) };

    await expectOk(house.ask('agentState', { headers }));

    await refused('replayed', 'agentState', { headers });
  });
});

describe('what a Golem signs', () => {
  const beat = (over: object = {}, key = people.session) =>
    aHeartbeat(key, {
      owner: people.owner.address,
      golem: people.golem,
      guardian: people.guardian.address,
      issuedAt: now(),
      sequence: 100,
      ...over,
    }).then((body) => ({ body }));

  it('counts from its key, for its Golem, on its chain, now', async () => {
    await refused('bad_signature', 'heartbeat', await beat({}, stranger));
    await refused('wrong_chain', 'heartbeat', await beat({ chainId: 8453 }));
    await refused('not_found', 'heartbeat', await beat({ golem: 'nobody' }));
    await refused('bad_request', 'heartbeat', await beat({ guardian: stranger.address }));
    await refused('expired', 'heartbeat', await beat({ issuedAt: now() - 700 }));
    await refused('expired', 'heartbeat', await beat({ issuedAt: now() + 700 }));
    await house.round();
    await refused('wrong_chain', 'heartbeat', await beat({ blockNumber: await anIndexedBlock() }));
    const { body } = await beat();
    await refused('bad_signature', 'heartbeat', { body: { ...body, vitality: 10_000 } });
  });

  it('is refused as a request when old, foreign, repeated or by another key', async () => {
    const { golem, session: account } = people;
    const who = { account, owner: people.owner.address, golem };
    const read = (over: object): Asking => ({ agent: { ...who, ...over } });
    await refused('expired', 'agentState', read({ issuedAt: now() - 121 }));
    await refused('wrong_chain', 'agentState', read({ chainId: 8453 }));
    await refused('not_found', 'agentState', read({ golem: 'nobody' }));
    await refused('not_found', 'agentState', read({ owner: other.owner.address }));
    await refused('forbidden', 'agentState', read({ account: stranger }));
  });

  it('asks for a runway only in its own name', async () => {
    const about = { golem: 'newborn', owner: people.owner.address, token: chain.usdc };
    const ask = (over: object) => aRunwayAsk(stranger, { ...about, deadline: now() + 60, ...over });
    await refused('bad_signature', 'askRunway', { body: { ...(await ask({})), amount: '11' } });
    await refused('expired', 'askRunway', { body: await ask({ deadline: now() - 1 }) });
    await refused('wrong_chain', 'askRunway', { body: await ask({ chainId: 1 }) });
  });
});

describe('grants', () => {
  const grantOf = async (delegation: Delegation, over: object = {}) => ({
    cookie: people.cookie,
    body: {
      golem: people.golem,
      chainId: chain.chainId,
      context: encodeContext([delegation]),
      ...over,
    },
  });

  it('are refused unless the chain honours them', async () => {
    const grant = await people.grant();
    await refused('conflict', 'grant', await grantOf(grant));
    const forged = { ...grant, signature: life.grant.signature };
    await refused('not_on_chain', 'grant', await grantOf(forged, { replaces: life.permission }));
    await refused(
      'bad_request',
      'grant',
      await grantOf(await people.grant({ to: stranger.address })),
    );
    await refused('forbidden', 'grant', await grantOf(await other.grant()));
    await refused('wrong_chain', 'grant', await grantOf(grant, { chainId: 8453 }));
    await refused('not_found', 'grant', await grantOf(grant, { golem: other.golem }));
    await refused(
      'bad_request',
      'grant',
      await grantOf(grant, { context: `0x${'00'.repeat(64)}` }),
    );
    const bare = await signDelegation(people.owner, { ...grant, caveats: [] });
    await refused('bad_request', 'grant', await grantOf(bare));
    const endless = grant.caveats.filter((_, index) => index !== 2);
    await refused(
      'bad_request',
      'grant',
      await grantOf(await signDelegation(people.owner, { ...grant, caveats: endless })),
    );
    await people.disable(grant);
    await refused('not_on_chain', 'grant', await grantOf(grant));
  });

  it('are refused from an account that is not upgraded', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    const cookie = await house.signIn(plain);
    const id = 'plain-golem';
    const { address: guardian } = people.guardian;
    await expectOk(
      house.ask('newGolem', {
        cookie,
        body: { id, name: '', chainId: chain.chainId, guardian, policyTier: 1 },
      }),
    );
    const grant = await signDelegation(plain, {
      ...(await people.grant()),
      delegator: plain.address,
    });
    const body = { golem: id, chainId: chain.chainId, context: encodeContext([grant]) };
    await refused('not_upgraded', 'grant', { cookie, body });
  });

  it('are not another owner’s business', async () => {
    const { cookie } = other;
    for (const name of ['golem', 'history', 'succession'] as const) {
      await refused('not_found', name, { id: people.golem, cookie });
    }
    await refused('not_found', 'revocation', { cookie, body: { permission: life.permission } });
    await refused('not_found', 'lease', {
      cookie,
      body: { golem: people.golem, context: life.lease },
    });
  });
});

async function anIndexedBlock(): Promise<number> {
  const [row] = await opened.store.query<{ number: number }>(
    'select max(number) as number from blocks',
  );
  return row?.number ?? 0;
}
