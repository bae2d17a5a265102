// What an owner does on the Portal, by hand of the world: signs in, answers a Golem's request with a grant,
// has the guardian lease it, and hands everything to the control plane through its real routes.

import { type Address, createWalletClient, type Hex, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { AgentChain } from '../../../src/agent/chain/chain';
import { lower } from '../../../src/core/bytes/hex';
import { decodeContext, encodeContext } from '../../../src/core/delegations/delegation';
import {
  pathOf,
  type RequestOf,
  type ResponseOf,
  ROUTES,
  type RouteName,
} from '../../../src/core/protocol/api';
import { CHAIN_ID } from '../chain/anvil';
import type { Chain } from '../chain/chain';
import { baseSepolia } from '../chain/viem-chain';
import { grantBy, upgradeAccount } from '../people/grants';
import { signInMessage } from '../people/sign-in';
import type { AskGuardian } from './guardians';

export type LeaseTerms = {
  golem: string;
  name: string;
  sessionKey: Address;
  cap: bigint;
  replicantCap: bigint;
  days: number;
  payees: Address[];
};

export type OwnerDesk = {
  address: Address;
  signIn: () => Promise<void>;
  becomeSmart: () => Promise<void>;
  ask: <R extends RouteName>(route: R, given?: Given<R>) => Promise<ResponseOf<R>>;
  /** Golem and grant, as an answer to its request if there is one. */
  grant: (asked: { golem: string; name: string; cap: bigint; days: number }) => Promise<Hex>;
  /** A lease under this grant; the one before is over as soon as the relay's transactions are mined. */
  lease: (grant: Hex, terms: LeaseTerms) => Promise<Hex>;
};

type Given<R extends RouteName> = { id?: string; owner?: string; body?: RequestOf<R> };

type Desk = {
  portal: string;
  chain: Chain;
  link: AgentChain;
  account: PrivateKeyAccount;
  guardian: AskGuardian;
};

/** A Golem may be silent on chain for this long before its lease rests. */
const MAX_AGE = 86_400;
/** On a busy machine the chain is read late and mined late. */
const PATIENCE_MS = 300_000;
const PAUSE_MS = 250;

export function openDesk(desk: Desk): OwnerDesk {
  const { portal, account, guardian } = desk;
  let cookie = '';
  const ask: OwnerDesk['ask'] = async (route, { id = '', owner = '', body } = {}) => {
    const { method } = ROUTES[route];
    for (const until = Date.now() + PATIENCE_MS; ; await pause()) {
      const answer = await fetch(`${portal}${pathOf(route, id, owner)}`, {
        method,
        headers: { origin: portal, cookie, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const set = answer.headers.get('set-cookie');
      if (set) cookie = set.split(';')[0] ?? '';
      const read = await answer.json();
      if (answer.ok) return read as ResponseOf<typeof route>;
      // Nothing was done then, and the control plane says to try again.
      const later = read.error?.code === 'chain_unavailable' && Date.now() < until;
      if (!later) throw new Error(`${route}: ${JSON.stringify(read)}`);
    }
  };
  const relayed = async (id: string) => {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause()) {
      const { state, reason } = await ask('relay', { id });
      if (state === 'done') return;
      if (state === 'failed') throw new Error(`The relay failed: ${reason}`);
    }
    throw new Error('The relay did not get it mined within five minutes.');
  };

  return {
    address: account.address,
    ask,
    becomeSmart: () => becomeSmart(desk),
    signIn: async () => {
      const { nonce } = await ask('nonce');
      const now = Math.floor(Date.now() / 1000);
      const domain = new URL(portal).host;
      const message = signInMessage(account, {
        nonce,
        chainId: CHAIN_ID,
        now,
        domain,
        uri: portal,
      });
      const signature = await account.signMessage({ message });
      await ask('signIn', { body: { message, signature } });
    },
    grant: async ({ golem, name, cap, days }) => {
      const { guardian: address } = await guardian('getGuardian', {
        golem,
        owner: lower(account.address),
      });
      const place = { id: golem, name, chainId: CHAIN_ID, policyTier: 2 };
      const known = (await ask('golems')).golems.some(({ id }) => id === golem);
      if (!known) await ask('newGolem', { body: { ...place, guardian: address } });
      const terms = { cap, days, to: address };
      const delegation = await grantBy(account, terms, { link: desk.link, usdc: desk.chain.usdc });
      const context = encodeContext([delegation]);
      const { requests } = await ask('runwayRequests');
      const request = requests.find((one) => one.golem === golem)?.id;
      const body = { golem, chainId: CHAIN_ID, context, ...(request ? { request } : {}) };
      await ask('grant', { body });
      return context;
    },
    lease: async (grant, { golem, name, sessionKey, cap, replicantCap, days, payees }) => {
      const { timestamp } = await desk.link.head();
      const leased = await guardian('issueLease', {
        ...{ golem, name, chainId: CHAIN_ID, grant, payees, maxAgeSeconds: MAX_AGE },
        sessionKey: lower(sessionKey),
        cap: `${cap}`,
        replicantCap: `${replicantCap}`,
        expiresAt: timestamp + days * 86_400,
      });
      if (!leased.approved) throw new Error(leased.reason ?? 'The guardian refused the lease.');
      const { context, raise, oracle } = leased;
      await ask('lease', { body: { golem, context } });
      const orders = [
        raise && ask('raise', { body: raise }),
        oracle && ask('oracle', { body: oracle }),
      ];
      for (const order of await Promise.all(orders)) {
        if (order) await relayed(order.id);
      }
      return context;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** MetaMask does this by itself before the first grant. */
async function becomeSmart({ chain, link, account }: Desk): Promise<void> {
  if (await link.client.getCode({ address: account.address })) return;
  const wallet = (of: PrivateKeyAccount) =>
    createWalletClient({ account: of, chain: baseSepolia, transport: http(chain.rpcUrl) });
  await upgradeAccount(account, wallet, link);
}

/** The grant that a redeemable context ends with. */
export function grantIn(context: Hex | undefined): Hex {
  if (!context) throw new Error('It lives on no runway.');
  return encodeContext(decodeContext(context).slice(-1));
}
