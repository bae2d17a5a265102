import { BOTH_CHANNELS } from '../../core/watch/cause';
import { markSent } from '../../core/watch/notices';
import { hasRoom, type Notice, withRefusal } from '../../core/watch/schedule';
import { nowSeconds } from '../../host/clock';
import { sendNotice } from '../../host/notify';
import { loadState, updateState } from '../../host/state';

const NO_ROOM = 'Too many notices just now. Try again in 5 min';

const TESTS: Pick<Notice, 'channel' | 'message'>[] = [
  { channel: 'native', message: 'Bardo can reach you: a test' },
  { channel: 'inApp', message: 'Bardo can reach you here. This is the test you asked for.' },
];

/** One notice through each channel; answers with what became of them. */
export async function sendTestNotice(): Promise<string> {
  if (!hasRoom(await loadState(), BOTH_CHANNELS, nowSeconds())) return NO_ROOM;
  const page = ['Nothing happened to your Golems.'];
  const taken: Notice[] = [];
  const problems: string[] = [];
  for (const test of TESTS) {
    const notice = { ...test, keys: [], title: 'Test', page, link: null };
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
