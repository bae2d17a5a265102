// What came of the owner's answer in a dialog. The real wallet closes the page that asked, so its outcome is told where
// it can be seen: in the list of notices, and first on the next home page.
import { markSent } from '../../core/watch/notices';
import { hasRoom, type Notice, withRefusal } from '../../core/watch/schedule';
import { nowSeconds } from '../../host/clock';
import { sendNotice } from '../../host/notify';
import { updateState } from '../../host/state';

/** `subject`: the button that was pressed. */
export async function tellOutcome(subject: string, words: string): Promise<void> {
  const at = nowSeconds();
  const state = await updateState((one) => ({
    ...one,
    outcome: { at, words: `${subject}: ${words}` },
  }));
  // Kept on the home page anyway: it takes no place that news may need.
  if (!hasRoom(state, ['inApp'], at)) return;
  const notice: Notice = {
    ...{ channel: 'inApp', keys: [], link: null, title: 'Your answer' },
    message: `${subject}: ${words}.`,
    page: ['Only the chain ends a permission. Its page in Bardo says how far it is.'],
  };
  const { taken, problem } = await sendNotice(notice, null);
  await updateState((one) =>
    withRefusal(taken ? markSent(one, [notice], at) : one, problem === null ? [] : [problem], at),
  );
}

/** Shown now, or overtaken by the next click. */
export function forgetOutcome() {
  return updateState((state) => {
    if (state.outcome === undefined) return state;
    const { outcome: _shown, ...rest } = state;
    return rest;
  });
}
