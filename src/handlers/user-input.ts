// Clicks on the home page and in insights. A closed page, a second click or a button of an older
// version does no harm.
import type { OnUserInputHandler, UserInputEventType } from '@metamask/snaps-sdk';
import { parseAction } from '../core/watch/action';
import { updateInterface } from '../host/ui';
import { showDigests } from './insight/digests';
import { act } from './pages/actions';

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
