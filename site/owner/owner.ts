// Who is here: finding the wallet, connecting it, signing in, and taking everything down again when the
// owner switches to another account.
import { batch } from '@preact/signals';
import { isHex, lower } from '../../src/core/bytes/hex';
import { sameAddress } from '../../src/core/chain/addresses';
import { ensureChain } from '../wallet/chain';
import { discover, type Wallet } from '../wallet/discover';
import { Trouble } from '../wallet/errors';
import { grantSupportOf } from '../wallet/grant-support';
import { accountsOf, chainIdOf, isPermitted, type Provider } from '../wallet/provider';
import { snapState } from '../wallet/snap-state';
import { sessionWords } from '../words/session.words';
import { ownerWords } from './owner.words';
import { signIn } from './sign-in';
import * as store from './store';
import { abandonWork, working } from './work';

const LAST_WALLET = 'bardo.wallet';

/** On load: looks for wallets and takes up an earlier session without opening any window. */
export async function arrive(): Promise<void> {
  const [found] = await Promise.all([discover(window), askSession()]);
  store.wallets.value = found;
  const late = setTimeout(settle, SILENT_MS);
  await takeUp(found).finally(settle);
  clearTimeout(late);
}

/** A wallet that does not answer keeps nobody from connecting another. */
const SILENT_MS = 3000;

function settle(): void {
  store.arrived.value = true;
}

async function takeUp(found: readonly Wallet[]): Promise<void> {
  const last = found.find(({ info }) => info.rdns === remembered()) ?? found[0];
  if (!last || !(await isPermitted(last.provider))) return;
  const [account] = await accountsOf(last.provider, 'silent').catch(() => []);
  if (account) await useWallet(last, account);
}

/** One click: the wallet asks for the account and then for the sign-in. */
export async function connect(wallet: Wallet): Promise<void> {
  await working(ownerWords.opening, async (turn) => {
    const { provider } = wallet;
    const [account] = await accountsOf(provider, 'ask');
    if (!account || turn.signal.aborted) return;
    await useWallet(wallet, account);
    // The cookie of an earlier session is taken away before a new one is given.
    await leaving;
    const chain = store.homeChain.value;
    if (store.owner.value || !chain || turn.signal.aborted) return;
    // A wallet that does not know the chain names it by its number where it asks for the signature. Who says no to it
    // can sign in all the same.
    turn.doing(ownerWords.chain);
    await ensureChain(provider, store.settings.value, chain.chainId).catch(() => undefined);
    if (turn.signal.aborted) return;
    turn.doing(ownerWords.signing);
    const now = store.nowSeconds();
    const { plane } = store;
    const about = { account, chainId: chain.chainId, at: location, now };
    const owner = await signIn({ provider, plane, ...about, signal: turn.signal });
    if (!sameAddress(owner, store.account.value)) throw new Trouble(sessionWords.switched);
    store.session.value = { owner };
    turn.announce(ownerWords.done);
  });
}

let leaving: Promise<unknown> = Promise.resolve();

/** The page forgets at once, whatever the control plane answers and however late. */
export function leave(): Promise<unknown> {
  leaving = store.plane.ask('signOut');
  store.session.value = 'none';
  return leaving;
}

const snapTurns = { asked: 0, heard: 0 };

/** No answer after a newer one: one from before an installation must not take it back. */
export async function refreshSnap(): Promise<boolean> {
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  if (!wallet || !settings) return true;
  snapTurns.asked += 1;
  const turn = snapTurns.asked;
  const state = await snapState(wallet.provider, settings);
  if (store.wallet.value === wallet && turn > snapTurns.heard) {
    snapTurns.heard = turn;
    store.snap.value = state;
  }
  return state.kind !== 'silent' && state.kind !== 'unasked';
}

/** Opens nothing in the wallet. */
export async function refreshGrantSupport(): Promise<void> {
  const wallet = store.wallet.value;
  if (!wallet) return;
  store.grantSupport.value = null;
  const grantSupport = await grantSupportOf(wallet.provider).catch(() => 'unasked' as const);
  if (store.wallet.value === wallet) store.grantSupport.value = grantSupport;
}

/** A control plane that does not answer says nothing about the session: it is asked again later. */
export async function askSession(): Promise<void> {
  const answer = await store.plane.ask('session');
  // Somebody signed in while it was asked: that is newer.
  if (store.session.value !== 'unknown') return;
  if (answer.ok) store.session.value = { owner: answer.value.owner };
  else if (answer.failure.kind === 'refused') store.session.value = 'none';
}

async function useWallet(wallet: Wallet, account: `0x${string}`): Promise<void> {
  const { owner } = store;
  if (owner.value && !sameAddress(owner.value, account)) void leave();
  const { provider } = wallet;
  if (store.wallet.value?.provider !== provider) follow(provider);
  batch(() => {
    if (store.wallet.value !== wallet) store.snap.value = null;
    store.wallet.value = wallet;
    store.account.value = account;
  });
  remember(wallet.info.rdns);
  void refreshSnap();
  void refreshGrantSupport();
  const chain = await chainIdOf(provider).catch(() => null);
  if (store.wallet.value === wallet) store.walletChain.value = chain;
}

function follow(provider: Provider): void {
  provider.on?.('accountsChanged', (accounts) => onAccounts(provider, accounts));
  provider.on?.('chainChanged', (chain) => {
    if (store.wallet.value?.provider !== provider) return;
    store.walletChain.value = typeof chain === 'string' ? Number(chain) : null;
  });
}

/** Another account is another person: the session ends here and at the control plane. */
function onAccounts(provider: Provider, accounts: unknown): void {
  if (store.wallet.value?.provider !== provider) return;
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null;
  const next = isHex(first, 20) ? first : null;
  if (sameAddress(next, store.account.value)) return;
  batch(() => {
    abandonWork();
    if (store.owner.value) void leave();
    store.account.value = next ? lower(next) : null;
    store.trouble.value = next ? sessionWords.switched : ownerWords.gone;
  });
}

function remembered(): string | null {
  return localStorage.getItem(LAST_WALLET);
}

function remember(rdns: string): void {
  localStorage.setItem(LAST_WALLET, rdns);
}
