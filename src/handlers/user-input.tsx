// Clicks on the home page and in insights. A closed page, a second click or a button of an older
// version does no harm.
import type { OnUserInputHandler, UserInputEventType } from '@metamask/snaps-sdk';
import { type Action, parseAction } from '../core/watch/action';
import { hasRoomForTest, markSent, type Notice, withRefusal } from '../core/watch/notices';
import { nowSeconds } from '../host/clock';
import { sendNotice } from '../host/notify';
import { loadState, updateState } from '../host/state';
import { updateInterface } from '../host/ui';
import { showDigests } from './digests';
import { golemView, homeView } from './home';
import { type RevokeResult, revoke } from './revoke';
import { tick } from './tick';

/** As text: the SDK's enum comes with a parser for every event there is. */
const CLICK: `${UserInputEventType.ButtonClickEvent}` = 'ButtonClickEvent';

/** Actions under way: the second click of a double click finds its twin here and is dropped. */
const underWay = new Set<string>();

export const onInput: OnUserInputHandler = async ({ id, event, context }) => {
  if (event.type !== CLICK || !event.name) return;
  const key = `${id}:${event.name}`;
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    if (event.name === 'digests') await showDigests(id, context);
    const action = parseAction(event.name);
    if (action) await updateInterface(id, await act(action, id));
  } finally {
    underWay.delete(key);
  }
};

/** Does what the button says and returns the page to show afterwards. */
async function act(action: Action, id: string) {
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
      return home(revokeWords(await revoke('Bardo', [action.golem])));
    case 'revoke-all':
      return home(revokeWords(await revoke('Bardo', null)));
    case 'test-notice':
      return home(await sendTestNotice());
  }
}

async function home(outcome: string, undo: Action | null = null) {
  return homeView(await loadState(), { page: 1, outcome, undo });
}

/** A visit can take the plane's whole deadline: the button shows that it is under way. */
async function afterRefresh(id: string) {
  const waiting = homeView(await loadState(), { page: 1, outcome: null, refreshing: true });
  await updateInterface(id, waiting);
  const state = await tick('refresh');
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

const NO_ROOM = 'Too many notices just now. Try again in 5 min';

const TESTS: Pick<Notice, 'channel' | 'message'>[] = [
  { channel: 'native', message: 'Bardo can reach you: a test' },
  { channel: 'inApp', message: 'Bardo can reach you here. This is the test you asked for.' },
];

async function sendTestNotice(): Promise<string> {
  if (!hasRoomForTest(await loadState(), nowSeconds())) return NO_ROOM;
  const page = ['Nothing happened to your Golems.'];
  const taken: Notice[] = [];
  const problems: string[] = [];
  for (const test of TESTS) {
    const notice = { ...test, keys: [], title: 'Test', page, golem: null };
    const sent = await sendNotice(notice, null);
    if (sent.taken) taken.push(notice);
    if (sent.problem !== null) problems.push(sent.problem);
  }
  const now = nowSeconds();
  await updateState((state) => withRefusal(markSent(state, taken, now), problems, now));
  // The banner below it says why.
  if (problems.length > 0) return 'MetaMask refused a test notice';
  if (taken.length === TESTS.length) return 'Test sent. Nothing seen? Check system settings';
  return NO_ROOM;
}
