import { expect, it } from 'vitest';
import { planeAt } from '../../site/plane';
import { encodeContext } from '../../src/core/delegations/delegation';
import { aGolem, aPermission, BASE } from '../vectors/builders';
import { aChain } from '../vectors/delegations';

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
