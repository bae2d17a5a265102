// What the buttons of the Snap's own pages do.
import type { Action } from '../../core/watch/action';
import { nameIn } from '../../core/watch/cause';
import { loadState, updateState } from '../../host/state';
import { updateInterface } from '../../host/ui';
import { runCheck } from '../check/check';
import { type RevokeResult, revoke } from '../guardian/revoke';
import { golemView } from './golem';
import { homeView } from './home';
import { forgetOutcome, tellOutcome } from './outcome';
import { sendTestNotice } from './test-notice';

/** Does what the button says and returns the page to show afterwards. */
export async function act(action: Action, id: string) {
  await forgetOutcome();
  switch (action.kind) {
    case 'home':
      return homeView(await loadState(), { page: action.page, outcome: null });
    case 'golem':
      return golemView(await loadState(), action.golem);
    case 'refresh':
      return afterRefresh(id);
    case 'dismiss':
      await putAway(action.golem, true);
      return home('Dismissed', { kind: 'restore', golem: action.golem });
    case 'restore':
      await putAway(action.golem, false);
      return home('Back on the list');
    case 'revoke':
      return afterRevoke([action.golem]);
    case 'revoke-all':
      return afterRevoke(null);
    case 'test-notice':
      return home(await sendTestNotice());
  }
}

async function home(outcome: string, undo: Action | null = null) {
  return homeView(await loadState(), { page: 1, outcome, undo });
}

/** Without a dialog the page is still there, and says it. */
async function afterRevoke(golems: readonly string[] | null) {
  const result = await revoke('Bardo', golems);
  const words = revokeWords(result);
  const subject = golems ? `Revoke ${nameIn(await loadState(), golems[0] ?? '')}` : 'Revoke all';
  if (result.kind !== 'nothing') await tellOutcome(subject, words);
  return home(words);
}

/** A check can take the plane's whole deadline: the button shows that it is under way. */
async function afterRefresh(id: string) {
  const waiting = homeView(await loadState(), { page: 1, outcome: null, refreshing: true });
  await updateInterface(id, waiting);
  const state = await runCheck('refresh');
  return homeView(state, { page: 1, outcome: state.failure ? null : 'Refreshed' });
}

/** Only the dead and the missing can be put away: a living Golem must stay in sight. */
async function putAway(golem: string, dismissed: boolean) {
  return updateState((state) => ({
    ...state,
    golems: state.golems.map((record) => {
      const gone = record.golem.phase === 'terminal' || record.listing === 'missing';
      return record.golem.id === golem && gone ? { ...record, dismissed } : record;
    }),
  }));
}

function revokeWords(result: RevokeResult): string {
  switch (result.kind) {
    case 'nothing':
      return 'Nothing to revoke: no live permission';
    case 'declined':
      return 'Nothing was changed';
    case 'confirmed':
      return revokedWords(result);
  }
}

/** Titles are short; the Golems' own pages say what is still open. */
function revokedWords({ golems, signed, delivered }: RevokeResult & { kind: 'confirmed' }): string {
  if (signed.length === 0) return 'Noted. Finish with your own transaction on the site';
  if (delivered.length === golems.length) return 'Signed and handed over. Waiting for the chain';
  if (delivered.length === 0) return 'Not handed over yet. End it on the site yourself';
  return `Handed over ${delivered.length} of ${golems.length}. End the rest on the site`;
}
