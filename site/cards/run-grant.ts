// Running the steps of a grant from this page: one tab at a time, from where it stands in storage, under its own account.
import { sameAddress } from '../../src/core/chain/addresses';
import { decodeContext } from '../../src/core/delegations/delegation';
import { type Draft, dropDraft, isSameDraft, loadDraft, saveDraft } from '../grant/draft';
import { fed } from '../grant/fed';
import { heirloomOf } from '../grant/heirloom';
import { draft as current, finished, moveTo } from '../grant/open-form';
import { endGrant } from '../grant/replace';
import { runSteps } from '../grant/run-steps';
import { unusedIn } from '../grant/unused';
import { refreshSnap } from '../owner/owner';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { type Turn, working } from '../owner/work';
import { go, route } from '../routes/routes';
import { errorWords, Trouble } from '../wallet/errors';
import { ledgerIn } from '../wallet/sent';
import { pageWords } from '../words/page.words';
import { sessionWords } from '../words/session.words';
import { runGrantWords } from './run-grant.words';

const same = (draft: Draft) => draft;

/** What another tab has begun is finished first: two at once would be two grants. */
export async function beginGrant(next: Draft): Promise<void> {
  const begun = loadDraft(localStorage, next.owner);
  if (begun) {
    current.value = begun;
    store.trouble.value = runGrantWords.begun(begun.ask.name);
    return;
  }
  saveDraft(localStorage, next);
  finished.value = null;
  current.value = next;
  moveTo(next);
  await continueGrant();
}

/** Goes on from where it stands, after the owner's change to it. */
export async function continueGrant(change: (draft: Draft) => Draft = same): Promise<void> {
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  const shown = current.value;
  if (!shown || !wallet || !settings) return;
  const done = await alone(shown, runGrantWords.working(stepWords(shown)), async (draft, turn) => {
    let latest = draft;
    const save = (next: Draft) => {
      latest = next;
      keep(next);
      // Another account is another person: the next step would be theirs.
      if (turn.signal.aborted || !sameAddress(next.owner, store.owner.value))
        throw new Trouble(sessionWords.switched);
      turn.doing(runGrantWords.working(stepWords(next)));
    };
    const changed = change(unstopped(draft));
    save(changed);
    await runSteps(changed, {
      provider: wallet.provider,
      plane: store.plane,
      settings,
      now: () => store.now.value,
      save,
      ledger: ledgerIn(localStorage),
      unused: unusedIn(localStorage),
      heirloom: (golem) => heirloomOf(localStorage, store.owner.value ?? '', golem),
      waiting: { signal: turn.signal },
    }).catch((error) => {
      if (!turn.signal.aborted) keep({ ...latest, stopped: errorWords(error).slice(0, 1000) });
      throw error;
    });
  });
  renewOwnerSnapshot();
  // What stopped it may have been a Snap that is gone: the page offers the way back at once.
  if (!done) await refreshSnap();
}

function unstopped({ stopped: _, ...draft }: Draft): Draft {
  return draft;
}

/** Nothing was granted, or by another account, which is shown it: the draft alone goes. */
export async function giveUp(shown: Draft): Promise<void> {
  if (await alone(shown, pageWords.working, async (draft) => forget(draft))) leave();
}

export async function endAndForget(shown: Draft): Promise<void> {
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  const ended = await alone(shown, runGrantWords.ending, async (draft, turn) => {
    const root = decodeContext(draft.context ?? '0x').at(-1);
    if (!wallet || !settings || !root) return;
    const about = { owner: draft.owner, golem: draft.ask.golem, chainId: draft.ask.chainId };
    const { provider } = wallet;
    const waiting = { signal: turn.signal };
    await endGrant(root, about, { provider, settings, ledger: ledgerIn(localStorage), waiting });
    forget(draft);
    turn.say(runGrantWords.ended);
  });
  if (ended) leave();
}

/** A request stays on its page and can be answered again; of a grant without one nothing is left to see there. */
function leave(): void {
  if (route.value.name === 'grant') go({ name: 'home' });
}

/** What this page shows may be older than what another tab has done since: then nothing is done but to show that. */
function alone(
  shown: Draft,
  doing: string,
  work: (draft: Draft, turn: Turn) => Promise<unknown>,
): Promise<boolean> {
  return working(doing, (turn) => {
    const name = `bardo.grant.${shown.owner}`;
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) throw new Trouble(runGrantWords.elsewhere);
      const kept = loadDraft(localStorage, shown.owner);
      if (!isSameDraft(kept, shown)) {
        current.value = kept;
        throw new Trouble(kept ? runGrantWords.moved : runGrantWords.gone);
      }
      await work(shown, turn);
    });
  });
}

/** Kept under its own owner, and shown only while that owner is signed in. */
function keep(next: Draft): void {
  saveDraft(localStorage, next);
  if (!sameAddress(next.owner, store.owner.value)) return;
  const isDone = next.step === 'done';
  if (isDone) {
    finished.value = next;
    if (next.ask.token !== null) fed.value = next.ask.golem;
  }
  current.value = isDone ? null : next;
}

function forget({ owner }: Draft): void {
  dropDraft(localStorage, owner);
  if (sameAddress(owner, store.owner.value)) current.value = null;
}

function stepWords({ step }: Draft): string {
  return runGrantWords.steps[step];
}
