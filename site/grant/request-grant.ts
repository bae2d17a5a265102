// The one moment that must not happen twice: the wallet is asked for the grant. Before it opens, what it
// lists already is written down; whatever it lists besides, later, is its answer, also when the page was
// closed or the wallet failed after the owner signed.
import type { Address } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { nameOf } from '../../src/core/protocol/status';
import { isLive } from '../../src/core/runway/health';
import {
  gasRequest,
  type WalletRequest,
  walletRequests,
} from '../../src/core/strategy/permission-request';
import { answered } from '../plane/plane';
import { errorWords, isRejection, isUnsigned, Trouble } from '../wallet/errors';
import { grantedContexts, requestGrant } from '../wallet/execution-permissions';
import { type GrantSupport, grantSupportOf, obstacleToGrant } from '../wallet/grant-support';
import type { Provider } from '../wallet/provider';
import { walletWords } from '../wallet/wallet.words';
import { type AccountState, accountState } from './account';
import { type Draft, wantedOf } from './draft';
import type { GrantEnv } from './env';
import { grantWords } from './grant.words';
import { type Orphan, orphansOf } from './orphans';
import { rootOf, sameMoney } from './terms';

/** What stands in the way of asking this wallet. `chainId` null: before the chain is added, a wallet may not list it. */
export async function ensureGrantable(
  { ask }: Draft,
  provider: Provider,
  chainId: number | null,
): Promise<GrantSupport> {
  const grantSupport = await grantSupportOf(provider).catch((error) => {
    throw new Trouble(`${grantWords.unasked} ${errorWords(error)}`);
  });
  const type = ask.token === null ? 'native-token-periodic' : 'erc20-token-periodic';
  const obstacle = obstacleToGrant(grantSupport, chainId, type);
  if (obstacle) throw new Trouble(obstacle);
  return grantSupport;
}

export async function askWallet(draft: Draft, env: GrantEnv): Promise<Draft> {
  const { provider } = env;
  const { ask } = draft;
  const { form } = await ensureGrantable(draft, provider, ask.chainId);
  await refuseSecond(draft, env);
  const before = (await grantedContexts(provider, ask.chainId)) ?? [];
  const known = before.flatMap((context) => rootOf(context, ask.chainId)?.hash ?? []);
  const requested: Draft = { ...draft, step: 'asked', startAt: env.now(), known };
  env.save(requested);
  const { owner } = wantedOf(requested);
  const plain = await isAccount('plain', provider, owner);
  try {
    const request = requestOf(requested);
    const context = await requestGrant(provider, owner, { request, form });
    const received: Draft = { ...requested, step: 'review', context };
    keepUnused(received, env);
    return received;
  } catch (error) {
    if (isUnsigned(error)) env.save({ ...requested, step: 'ask' });
    // The wallet upgrades the account in a window of its own, before the one that was refused.
    if (isRejection(error) && plain && (await isAccount('smart', provider, owner)))
      throw new Trouble(grantWords.onlyUpgraded);
    throw error;
  }
}

/** False where nobody can tell. */
function isAccount(state: AccountState, provider: Provider, owner: Address): Promise<boolean> {
  return accountState(provider, owner).then(
    (now) => now === state,
    () => false,
  );
}

/** Another account gave it: that account alone can end it, and is shown it when it signs in here. */
export function keepUnused({ owner, ask, context }: Draft, { unused }: GrantEnv): void {
  const terms = context ? rootOf(context, ask.chainId) : null;
  if (!context || !terms || sameAddress(terms.owner, owner)) return;
  unused.keep(terms.owner, { chainId: ask.chainId, context });
}

/** Back after an interruption: the wallet is asked what it granted, before it is asked to grant. */
export async function findAnswer(draft: Draft, { provider }: GrantEnv): Promise<Draft> {
  const { chainId } = draft.ask;
  const contexts = await grantedContexts(provider, chainId);
  if (contexts === null) throw new Trouble(grantWords.cannotLook);
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
async function refuseSecond(
  draft: Draft,
  { plane, provider, now, unused }: GrantEnv,
): Promise<void> {
  const { ask } = draft;
  const { permissions } = answered(await plane.ask('golems'));
  const live = permissions.filter(
    (one) =>
      one.golem === ask.golem &&
      one.id !== ask.replaces &&
      sameMoney(one.token, ask.token) &&
      isLive(one, now()),
  );
  if (live.length > 0)
    throw new Trouble(grantWords.second(nameOf({ id: ask.golem, name: ask.name })));
  const roots = permissions.map((one) => one.delegationHashes.at(-1));
  const { owner, delegate, token } = wantedOf(draft);
  const kept = unused.of(owner, ask.chainId);
  const about = { owner, registered: roots, now: now(), kept };
  const others = await orphansOf(provider, ask.chainId, about);
  const same = ({ terms }: Orphan) =>
    sameAddress(terms.delegate, delegate) && sameMoney(terms.token, token);
  if (others.some(same)) throw new Trouble(grantWords.orphan);
}

function requestOf(draft: Draft): WalletRequest {
  const { ask } = draft;
  const { delegate, token, cap, chainId, periodSeconds, payees } = wantedOf(draft);
  const golem = nameOf({ id: ask.golem, name: ask.name });
  const about = { to: delegate, startAt: draft.startAt, golem };
  const budget = { amount: cap, every: periodSeconds };
  if (token === null) return gasRequest({ chainId, gas: budget, days: ask.days }, about);
  const [request] = walletRequests(
    {
      chainId,
      token,
      runway: budget,
      days: ask.days,
      // A lease holds the payees: one on its grant would bind every later lease as well.
      payees: payees && [...payees],
      gas: null,
      replicants: null,
    },
    about,
  );
  if (!request) throw new Trouble(walletWords.grant.unreadable);
  return request;
}
