// What is sent to the routes of a Snap that must be refused.
import { signEndOrder } from '../../../site/world/people/end-order';
import { aRegistration, aStop } from '../signing';
import type { Scene, Table } from './scene';

export function snaps({ people, other, stranger, token, now }: Scene) {
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
      ['by nobody’s guardian', 'not_found', async () => ({ body: await signEndOrder(stranger) })],
      [
        'for another budget',
        'bad_signature',
        async () => ({ body: { ...(await signEndOrder(guardian)), budgetId: '2' } }),
      ],
      [
        'of a foreign chain',
        'wrong_chain',
        async () => ({ body: await signEndOrder(guardian, { chainId: 1 }) }),
      ],
      [
        'replayed from a foreign chain',
        'bad_signature',
        async () => ({
          body: {
            ...(await signEndOrder(guardian, { chainId: 1 })),
            chainId: people.chain.chainId,
          },
        }),
      ],
      [
        'beyond the last generation',
        'bad_request',
        async () => ({
          body: { ...(await signEndOrder(guardian)), generation: 2 ** 32 },
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
