// The one moment that must not happen twice: the wallet is asked for the grant. Before it opens, what it
// lists already is written down; whatever it lists besides, later, is its answer, also when the page was
// closed or the wallet failed after the owner signed.
import type { Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { DAY } from '../../src/core/chain/time';
import { hashDelegation } from '../../src/core/delegations/delegation';
import { nameOf } from '../../src/core/protocol/status';
import { isLive } from '../../src/core/runway/health';
import {
  gasRequest,
  type WalletRequest,
  walletRequests,
} from '../../src/core/strategy/permission-request';
import { believed } from '../plane';
import { codeOf, Trouble } from '../wallet/errors';
import { grantedContexts, obstacleToGrant, requestGrant } from '../wallet/grant';
import type { Provider } from '../wallet/provider';
import { isDisabled, lookAt, nonceMoved } from '../wallet/reads';
import { words } from '../words';
import { type Draft, wantedOf } from './draft';
import type { House } from './house';
import { type GrantTerms, readGrant, sameMoney } from './terms';

/** Refusals after which nothing can have been signed. */
const UNSIGNED = [4001, 4100, 4200, -32601, -32602, -32004, -32005, -32002];

export async function askWallet(draft: Draft, house: House): Promise<Draft> {
  const { provider } = house;
  const { ask } = draft;
  const type = ask.token === null ? 'native-token-periodic' : 'erc20-token-periodic';
  const obstacle = await obstacleToGrant(provider, ask.chainId, type);
  if (obstacle) throw new Trouble(obstacle);
  await refuseSecond(draft, house);
  const before = (await grantedContexts(provider, ask.chainId)) ?? [];
  const known = before.flatMap((context) => rootOf(context, ask.chainId)?.hash ?? []);
  const asked: Draft = { ...draft, step: 'asked', startAt: house.now(), known };
  house.save(asked);
  try {
    const context = await requestGrant(provider, wantedOf(asked).owner, requestOf(asked));
    return { ...asked, step: 'review', context };
  } catch (error) {
    if (UNSIGNED.includes(codeOf(error) ?? 0)) house.save({ ...asked, step: 'ask' });
    throw error;
  }
}

/** Back after an interruption: the wallet is asked what it granted, before it is asked to grant. */
export async function findAnswer(draft: Draft, { provider }: House): Promise<Draft> {
  const { chainId } = draft.ask;
  const contexts = await grantedContexts(provider, chainId);
  if (contexts === null) throw new Trouble(words.grant.cannotLook);
  const wanted = wantedOf(draft);
  const answer = contexts.find((context) => {
    const terms = rootOf(context, chainId);
    return (
      terms &&
      !draft.known.includes(terms.hash) &&
      sameAddress(terms.delegate, wanted.delegate) &&
      sameAddress(terms.owner, wanted.owner) &&
      sameMoney(terms.token, wanted.token)
    );
  });
  return answer ? { ...draft, step: 'review', context: answer } : { ...draft, step: 'ask' };
}

/** A newer grant does not end an older one: both budgets could be spent. */
async function refuseSecond(draft: Draft, { plane, provider, now }: House): Promise<void> {
  const { ask } = draft;
  const { permissions } = believed(await plane.ask('golems'));
  const live = permissions.filter(
    (one) =>
      one.golem === ask.golem &&
      one.id !== ask.replaces &&
      sameMoney(one.token, ask.token) &&
      isLive(one, now()),
  );
  if (live.length > 0)
    throw new Trouble(words.grant.second(nameOf({ id: ask.golem, name: ask.name })));
  const roots = permissions.map((one) => one.delegationHashes.at(-1));
  const { delegate, token } = wantedOf(draft);
  const others = await orphansOf(provider, ask.chainId, { registered: roots, now: now() });
  const same = ({ terms }: Orphan) =>
    sameAddress(terms.delegate, delegate) && sameMoney(terms.token, token);
  if (others.some(same)) throw new Trouble(words.grant.orphan);
}

export type Orphan = { context: Hex; terms: GrantTerms };

/** Grants to this site that the wallet lists and the chain still honours, but that no Golem here lives on. */
export async function orphansOf(
  provider: Provider,
  chainId: number,
  { registered, now }: { registered: readonly (string | undefined)[]; now: number },
): Promise<Orphan[]> {
  const contexts = (await grantedContexts(provider, chainId)) ?? [];
  const strange = contexts.flatMap((context) => {
    const terms = rootOf(context, chainId);
    const over = terms?.endsAt !== null && (terms?.endsAt ?? 0) <= now;
    return terms && !over && !registered.includes(terms.hash) ? [{ context, terms }] : [];
  });
  if (strange.length === 0) return [];
  const look = await lookAt(provider, chainId);
  if (!look) return strange;
  const ended = await Promise.all(
    strange.map(
      async ({ terms }) =>
        (await isDisabled(look.view, terms.hash)) || (await nonceMoved(look.view, terms.root)),
    ),
  );
  return strange.filter((_, index) => !ended[index]);
}

function rootOf(context: Hex, chainId: number): GrantTerms | null {
  const read = readGrant(context, chainId);
  return read.ok ? { ...read.terms, hash: hashDelegation(read.terms.root) } : null;
}

function requestOf(draft: Draft): WalletRequest {
  const { ask } = draft;
  const { delegate, token, cap, chainId } = wantedOf(draft);
  const golem = nameOf({ id: ask.golem, name: ask.name });
  const about = { to: delegate, startAt: draft.startAt, golem };
  const budget = { amount: cap, every: DAY };
  if (token === null) return gasRequest({ chainId, gas: budget, days: ask.days }, about);
  const [request] = walletRequests(
    {
      chainId,
      token,
      runway: budget,
      days: ask.days,
      // The lease holds the payees: a payee on the grant would bind every later lease as well.
      payees: null,
      gas: null,
      replicants: null,
    },
    about,
  );
  if (!request) throw new Trouble(words.grant.unreadable);
  return request;
}
