// Sends what the owner wants sent, once. An errand is written down before the wallet opens; the same errand again first
// asks wallet and chain what became of the first one, and nothing is asked for again before that is known or was told.
import type { Hex } from 'viem';
import { sessionWords } from '../words/session.words';
import { askBatch, watchBatch } from './batch';
import { isUnsent, Refusal } from './errors';
import type { Provider } from './provider';
import { askTransaction, receiptOf, Undone, Unseen, type Waiting, watchTransaction } from './send';
import { type Errand, type Handle, type Ledger, markOf, openSent, type Sent } from './sent';
import { isDone, nonceOf, sameSince, standingOf } from './traces';
import { walletWords } from './wallet.words';

export type Post = { provider: Provider; ledger: Ledger; waiting?: Waiting };

/** The wallet has answered. */
type Asked = Sent & { handle: Handle };
/** `keys`: all that was done with it, which may be more than was asked for. */
type Delivered = { transaction: Hex | null; keys: readonly string[] };

/** Resolves once it is mined and did not revert. `also`: what it does besides, for later errands to find. */
export async function dispatch(
  errand: Errand,
  post: Post,
  also: readonly string[] = [],
): Promise<Delivered> {
  const before = await settle(errand, post);
  if (before) return before;
  return send(openSent({ ...errand, keys: [...errand.keys, ...also] }), errand, post);
}

/** What became of an earlier, still open errand that does all of this; null = there is none, or it surely did nothing. */
export async function settle(errand: Omit<Errand, 'calls'>, post: Post): Promise<Delivered | null> {
  const sent = post.ledger.find(errand);
  if (!sent) return null;
  try {
    return await resume(sent, post);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unseen)) throw error;
    const found = await traced(sent, post);
    if (found) return found;
    const cancelled = error instanceof Refusal && (await isQuiet(sent, post));
    // Told once that nobody knows, the owner has looked: it is for them to try again.
    if (!cancelled && !sent.told) {
      post.ledger.keep({ ...sent, told: true });
      throw error instanceof Refusal ? new Unseen(walletWords.errors[5730]) : error;
    }
    post.ledger.drop(sent);
    return null;
  }
}

/** Nothing left the account since the wallet was asked, and nothing waits to. */
async function isQuiet(sent: Sent, { provider }: Post): Promise<boolean> {
  const { from, since } = markOf(sent);
  const { pending } = await standingOf(provider, from).catch(() => ({ pending: null }));
  return since !== null && pending === since;
}

async function resume(sent: Sent, post: Post): Promise<Delivered> {
  const { handle } = sent;
  if (!handle) throw new Unseen(walletWords.send.askedBefore);
  const known = { ...sent, handle };
  return handle.kind === 'batch'
    ? seen(known, post, true)
    : resumeTransaction(known, handle.id, post);
}

/** Mined, waiting, replaced; or no node knows it any more. */
async function resumeTransaction(sent: Asked, hash: Hex, post: Post): Promise<Delivered> {
  const known = await Promise.all([receiptOf(post.provider, hash), nonceOf(post.provider, hash)])
    .then((looks) => looks.some((look) => look !== null))
    .catch(() => true);
  if (!known && !(await isDone(post.provider, markOf(sent))))
    throw new Unseen(walletWords.send.lost);
  return seen(sent, post);
}

/** The chain may show what the wallet no longer tells. */
async function traced(sent: Sent, post: Post): Promise<Delivered | null> {
  const hash = await sameSince(post.provider, markOf(sent)).catch(() => null);
  if (!hash) return null;
  return seen({ ...sent, handle: { kind: 'transaction', id: hash } }, post);
}

async function send(opened: Sent, errand: Errand, post: Post): Promise<Delivered> {
  const { provider, ledger } = post;
  // Before anything else happens: another tab must find it.
  ledger.keep(opened);
  const { since, block } = await standingOf(provider, errand.from).catch(() => opened);
  const asked = { ...opened, since, block };
  ledger.keep(asked);
  const handle = await askFor(errand, post).catch((error: unknown) => {
    if (isUnsent(error) || error instanceof Undone) ledger.drop(asked);
    else ledger.keep({ ...asked, told: true });
    throw error;
  });
  const known: Asked = { ...asked, handle };
  ledger.keep(known);
  const nonce =
    handle.kind === 'transaction' ? await nonceOf(provider, handle.id).catch(() => null) : null;
  return seen({ ...known, nonce }, post);
}

async function askFor(errand: Errand, { provider, waiting }: Post): Promise<Handle> {
  // No window opens for an account that is gone.
  if (waiting?.signal?.aborted) throw new Undone(sessionWords.switched);
  const [only, ...others] = errand.calls;
  if (only && others.length === 0)
    return { kind: 'transaction', id: await askTransaction(provider, errand, only) };
  return { kind: 'batch', id: await askBatch(provider, errand) };
}

/** Waits. What surely ended, well or not, is closed; what nobody knows stays open. `again`: not for the first time. */
async function seen(
  sent: Asked,
  { provider, ledger, waiting }: Post,
  again = false,
): Promise<Delivered> {
  ledger.keep(sent);
  const { handle, keys } = sent;
  try {
    const transaction =
      handle.kind === 'batch'
        ? await watchBatch(provider, handle.id, { ...waiting, again })
        : await watchTransaction(provider, handle.id, markOf(sent), waiting);
    ledger.drop(sent);
    return { transaction, keys };
  } catch (error) {
    if (error instanceof Undone || error instanceof Refusal) ledger.drop(sent);
    if (error instanceof Unseen) ledger.keep({ ...sent, told: true });
    throw error;
  }
}
