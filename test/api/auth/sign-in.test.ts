// Who speaks for an account, from which page: bad sign-ins, other accounts, strange origins.
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../site/api/app';
import { signInMessage } from '../../../site/world/people/sign-in';
import { OWNER_HEADER } from '../../../src/core/protocol/api';
import { chain, house, now, other, people, refused, stranger } from '../hostile/refused';
import { ORIGIN } from '../house';
import { expectOk } from '../people';

describe('sign-in', () => {
  const attempt = async (
    over: Partial<Parameters<typeof signInMessage>[1]>,
    signer = people.owner,
  ) => {
    const { body } = await house.ask('nonce');
    const message = signInMessage(people.owner, {
      nonce: body.nonce,
      chainId: chain.chainId,
      now: now(),
      ...over,
    });
    return { body: { message, signature: await signer.signMessage({ message }) } };
  };

  it('refuses other sites, chains, times, signers and nonces', async () => {
    await refused('forbidden', 'signIn', await attempt({ domain: 'evil.example' }));
    await refused('forbidden', 'signIn', await attempt({ uri: 'https://evil.example' }));
    await refused('wrong_chain', 'signIn', await attempt({ chainId: 1 }));
    await refused('expired', 'signIn', await attempt({ now: now() - 1000 }));
    await refused('bad_signature', 'signIn', await attempt({}, stranger));
    await refused('replayed', 'signIn', await attempt({ nonce: 'a'.repeat(32) }));
    await refused('bad_request', 'signIn', { body: { message: 'hello', signature: '0x11' } });
  });

  it('refuses whatever the wallet would not hold against the asking site', async () => {
    const changed = async (from: string | RegExp, to: string) => {
      const { body } = await attempt({});
      const message = body.message.replace(from, to);
      return { body: { message, signature: await people.owner.signMessage({ message }) } };
    };
    const { address } = people.owner;
    await refused('bad_request', 'signIn', await changed('\n\n', '\n\nDu meldest dich an: ä\n'));
    await refused('bad_request', 'signIn', await changed(/^/, 'Please read. '));
    await refused('bad_request', 'signIn', await changed(/^/, '\n'));
    await refused('bad_request', 'signIn', await changed(/$/, '\nRemember: me'));
    await refused('bad_request', 'signIn', await changed('\n\n\n', '\n\n'));
    await refused('bad_request', 'signIn', await changed(address, address.toLowerCase()));
    await refused('forbidden', 'signIn', await changed(/^/, 'ftp://'));
    await refused('forbidden', 'signIn', await changed(/^/, 'https://'));
    await expectOk(house.ask('signIn', await changed(/^/, 'http://')));
  });

  it('takes a cookie once: two of one name could be another site’s', async () => {
    const { cookie } = people;

    await expectOk(house.ask('session', { cookie }));
    await refused('unauthorized', 'session', { cookie: `${cookie}; ${cookie}` });
    await refused('unauthorized', 'session', { cookie: `x${cookie}` });
  });

  it('names its cookie so that no neighbour can plant one, where it is served by https', async () => {
    const plane = { ...house.plane, origins: ['https://bardo.ai'], loopback: false };
    const app = createApp(plane);
    const over = { domain: 'bardo.ai', uri: 'https://bardo.ai' };
    const headers = { origin: 'https://bardo.ai', 'content-type': 'application/json' };
    const { body } = await attempt(over);

    const answer = await app.request('https://bardo.ai/api/auth/session', {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });

    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-bardo_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
    );
  });

  it('uses a nonce once, and an upgraded account may sign in', async () => {
    const asking = await attempt({});

    const first = await expectOk(house.ask('signIn', asking));

    expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    await refused('replayed', 'signIn', asking);
  });

  it('ends', async () => {
    const cookie = await house.signIn(other.owner);
    await expectOk(house.ask('session', { cookie }));
    await expectOk(house.ask('signOut', { cookie }));

    await refused('unauthorized', 'session', { cookie });
    other.cookie = await house.signIn(other.owner);
  });
});

describe('a page that speaks for an account', () => {
  it('is answered for that account alone, whoever the browser’s cookie is by now', async () => {
    const { cookie, owner } = people;
    const as = (address: string) => ({ cookie, headers: { [OWNER_HEADER]: address } });
    await expectOk(house.ask('golems', as(owner.address)));
    await expectOk(house.ask('golems', as(owner.address.toLowerCase())));
    await refused('unauthorized', 'golems', as(other.owner.address));
    await refused('unauthorized', 'golems', as(''));
    await refused('unauthorized', 'watchToken', { ...as(other.owner.address), body: {} });
  });
});

describe('origins', () => {
  it('refuses strangers’ pages and names', async () => {
    const body = {};
    const { cookie } = people;
    const from = (headers: { [name: string]: string }) => ({ cookie, body, headers });
    await refused('forbidden', 'watchToken', from({ origin: 'https://evil.example' }));
    await refused('forbidden', 'watchToken', from({ origin: 'null' }));
    await refused('forbidden', 'golems', from({ host: 'evil.example' }));
  });

  it('opens only the Snap’s routes to other origins, without cookies', async () => {
    const snap = await house.ask('relay', { id: 'x', headers: { origin: 'null' } });
    const site = await house.ask('golems', { cookie: people.cookie, headers: { origin: ORIGIN } });

    expect(snap.headers.get('access-control-allow-origin')).toBe('*');
    expect(snap.headers.get('access-control-allow-credentials')).toBeNull();
    expect(site.headers.get('access-control-allow-origin')).toBeNull();
  });
});
