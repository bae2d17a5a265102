import { expect, it } from 'vitest';
import { planeAt } from '../../../site/plane/plane';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { aGolem, aPermission, BASE } from '../../vectors/builders';
import { aChain } from '../../vectors/delegations';

function ask(context: string, over: object = {}) {
  const link = { permission: 'atlas-runway', chainId: BASE, context };
  const document = {
    golem: aGolem(),
    permissions: [aPermission()],
    contexts: [link],
    replicants: [],
    replicantPermissions: [],
    replicantContexts: [],
    requests: [],
    pendingKey: null,
    asksForRevocation: false,
    diedAt: null,
    stop: null,
    orders: [],
    ...over,
  };
  return planeAt(async () => Response.json(document)).ask('golem', { id: 'atlas' });
}

const WHOLE = encodeContext(aChain(2));

it('believes a Golem whose links can be read', async () => {
  expect(await ask(WHOLE)).toMatchObject({ ok: true, value: { contexts: [{ context: WHOLE }] } });
});

it.each([
  ['bytes that are no delegations', `0x${'5a'.repeat(200)}`],
  ['a chain that is cut short', WHOLE.slice(0, -64)],
  ['a chain with bytes behind it', `${WHOLE}${'00'.repeat(32)}`],
  ['an empty chain', encodeContext([])],
])('takes an answer with %s for none', async (_, context) => {
  const unreadable = { ok: false, failure: { kind: 'unreadable' } };

  expect(await ask(context)).toMatchObject(unreadable);
  const below = { replicantContexts: [{ permission: 'echo', chainId: BASE, context }] };
  expect(await ask(WHOLE, below)).toMatchObject(unreadable);
});

it('drops what was asked in a session that is over, whatever the answer', async () => {
  let session: { owner: string } | 'none' = { owner: '0xa' };
  const asked: (HeadersInit | undefined)[] = [];
  const answers = [
    () => Response.json({ golems: [], permissions: [], serverTime: 1_800_000_000 }),
    () => Response.json({ error: { code: 'unauthorized', message: 'No.' } }, { status: 401 }),
    () => Promise.reject(new Error('offline')),
  ];
  for (const answer of answers) {
    for (const next of [{ owner: '0xb' }, { owner: '0xa' }, 'none'] as const) {
      session = { owner: '0xa' };
      const plane = planeAt(
        async (_, init) => {
          asked.push(init?.headers);
          session = next;
          return answer();
        },
        () => session,
      );

      const late = { ok: false, failure: { kind: 'superseded', code: null } };
      expect(await plane.ask('golems')).toMatchObject(late);
    }
  }
  expect(asked).toEqual(asked.map(() => ({ 'x-bardo-owner': '0xa' })));
});

it('hears what concerns no session, and the end of one', async () => {
  const sessions = ['none', { owner: '0xa' }];
  const plane = planeAt(
    async () => Response.json({}),
    () => sessions.shift() ?? 'none',
  );

  expect(await plane.ask('signOut')).toEqual({ ok: true, value: {} });
});
