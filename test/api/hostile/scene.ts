// Who meets in the hostile tests, and what a line of their table is.
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Delegation } from '../../../src/core/delegations/delegation';
import { agentHeader, agentTypedData } from '../../../src/core/protocol/agent-request';
import { pathOf, ROUTES, type RouteName } from '../../../src/core/protocol/api';
import { type Asking, ORIGIN } from '../house';
import type { People } from '../people';

export type Case = readonly [what: string, code: string, asking: () => Promise<Asking> | Asking];

export type Scene = {
  people: People;
  other: People;
  stranger: PrivateKeyAccount;
  life: { grant: Delegation; lease: Hex; permission: string };
  /** An open request to `people`'s owner, and one that was refused. */
  requests: { open: string; answered: string };
  /** A watch token of `people`'s owner. */
  token: string;
  /** A target of `people`'s alerts. */
  target: string;
  /** A terminal's token of `people`'s owner, one that waits for an owner, and its device code. */
  terminal: { id: string; token: string; waiting: string; device: string };
  now: () => number;
};

export type Table = { [R in RouteName]: readonly Case[] };

export const ELSEWHERE = { headers: { host: 'evil.example' } };
export const otherPage = { headers: { origin: 'https://evil.example' } };
export const sandbox = { headers: { origin: 'null' } };

/** Every request that a session key signs is for one moment, chain, route and body. */
export function requestCases(
  { people, stranger, now }: Scene,
  name: RouteName,
  body?: object,
): Case[] {
  const { golem, session: account } = people;
  const owner = people.owner.address;
  const agent = { account, owner, golem };
  const with_ = (asking: Asking): Asking => ({ ...asking, ...(body ? { body } : {}) });
  return [
    ['by a stranger', 'forbidden', () => with_({ agent: { ...agent, account: stranger } })],
    ['too old', 'expired', () => with_({ agent: { ...agent, issuedAt: now() - 121 } })],
    ['from the future', 'expired', () => with_({ agent: { ...agent, issuedAt: now() + 130 } })],
    ['of a foreign chain', 'wrong_chain', () => with_({ agent: { ...agent, chainId: 8453 } })],
    ['for nobody', 'not_found', () => with_({ agent: { ...agent, golem: 'nobody' } })],
    [
      'for another owner',
      'not_found',
      () => with_({ agent: { ...agent, owner: stranger.address } }),
    ],
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
      ...{ owner, golem, chainId: people.chain.chainId, sessionKey: account.address },
      ...{ issuedAt: now(), nonce: `0x${'5e'.repeat(32)}` as Hex },
    };
    const { method } = ROUTES[route];
    const text = body ? JSON.stringify(body) : '';
    const typed = agentTypedData(claim, { audience, method, path: pathOf(route), body: text });
    return agentHeader(claim, await account.signTypedData(typed));
  }
}
