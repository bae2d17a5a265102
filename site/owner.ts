// Who is here: finding the wallet, connecting it, signing in, and taking everything down again when the
// owner switches to another account.
import { batch } from '@preact/signals';
import { sameAddress } from '../src/core/chain/addresses';
import { signIn } from './sign-in';
import * as store from './store';
import { discover, type Wallet } from './wallet/discover';
import { errorWords } from './wallet/errors';
import { grantingOf } from './wallet/granting';
import { accountsOf, chainIdOf, isPermitted, type Provider } from './wallet/provider';
import { snapState } from './wallet/snap';
import { words } from './words';

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
  await working(words.connect.opening, async () => {
    const [account] = await accountsOf(wallet.provider, 'ask');
    if (!account) return;
    await useWallet(wallet, account);
    const chain = store.homeChain.value;
    if (store.owner.value || !chain) return;
    store.busy.value = words.connect.signing;
    const { provider } = wallet;
    const now = store.nowSeconds();
    const { plane } = store;
    const owner = await signIn({
      provider,
      plane,
      account,
      chainId: chain.chainId,
      at: location,
      now,
    });
    store.session.value = { owner };
    store.said.value = words.connect.done;
  });
}

export async function leave(): Promise<void> {
  await store.plane.ask('signOut');
  forget();
}

/** Runs something that may fail, and says so. Returns whether it went well. */
export async function working(doing: string, work: () => Promise<unknown>): Promise<boolean> {
  if (store.busy.value !== null) return false;
  batch(() => {
    store.busy.value = doing;
    store.trouble.value = null;
  });
  try {
    await work();
    return true;
  } catch (error) {
    store.trouble.value = errorWords(error);
    return false;
  } finally {
    store.busy.value = null;
  }
}

export async function refreshSnap(): Promise<boolean> {
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  if (!wallet || !settings) return true;
  const state = await snapState(wallet.provider, settings);
  if (store.wallet.value === wallet) store.snap.value = state;
  return state.kind !== 'silent' && state.kind !== 'unasked';
}

/** Opens nothing in the wallet. */
export async function refreshGranting(): Promise<void> {
  const wallet = store.wallet.value;
  if (!wallet) return;
  store.granting.value = null;
  const granting = await grantingOf(wallet.provider).catch(() => 'unasked' as const);
  if (store.wallet.value === wallet) store.granting.value = granting;
}

/** A control plane that does not answer says nothing about the session: it is asked again later. */
export async function askSession(): Promise<void> {
  const answer = await store.plane.ask('session');
  if (answer.ok) store.session.value = { owner: answer.value.owner as `0x${string}` };
  else if (answer.failure.kind === 'refused') store.session.value = 'none';
}

async function useWallet(wallet: Wallet, account: `0x${string}`): Promise<void> {
  const { owner } = store;
  if (owner.value && !sameAddress(owner.value, account)) await leave();
  if (store.wallet.value?.provider !== wallet.provider) follow(wallet.provider);
  const chain = await chainIdOf(wallet.provider).catch(() => null);
  batch(() => {
    store.wallet.value = wallet;
    store.account.value = account;
    store.walletChain.value = chain;
  });
  remember(wallet.info.rdns);
  void refreshSnap();
  void refreshGranting();
}

function follow(provider: Provider): void {
  provider.on?.('accountsChanged', (accounts) => void onAccounts(provider, accounts));
  provider.on?.('chainChanged', (chain) => {
    if (store.wallet.value?.provider !== provider) return;
    store.walletChain.value = typeof chain === 'string' ? Number(chain) : null;
  });
}

/** Another account is another person: the session ends here and at the control plane. */
async function onAccounts(provider: Provider, accounts: unknown): Promise<void> {
  if (store.wallet.value?.provider !== provider) return;
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null;
  const next = typeof first === 'string' && /^0x[0-9a-fA-F]{40}$/.test(first) ? first : null;
  if (sameAddress(next, store.account.value)) return;
  if (store.owner.value) await leave();
  batch(() => {
    store.account.value = next ? (next.toLowerCase() as `0x${string}`) : null;
    store.trouble.value = next ? words.connect.switched : words.connect.gone;
  });
}

function forget(): void {
  batch(() => {
    store.session.value = 'none';
    store.golems.value = store.NOTHING_YET;
    store.requests.value = store.NOTHING_YET;
  });
}

function remembered(): string | null {
  return localStorage.getItem(LAST_WALLET);
}

function remember(rdns: string): void {
  localStorage.setItem(LAST_WALLET, rdns);
}
