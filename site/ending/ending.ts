// Ending, as the page does it: one thing at a time, said aloud, and how far each grant came.
import type { Golem } from '../../src/core/protocol/status';
import { progressOf, type Revocation } from '../../src/core/runway/revocation';
import type { Scope } from '../../src/core/runway/revoke-plan';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { Trouble } from '../wallet/errors';
import { ledgerIn } from '../wallet/sent';
import { triggerRevoke } from '../wallet/snap';
import { closingCalls } from './closing';
import { endingWords } from './ending.words';
import { endGrants, type Open } from './revoking';

export type SentSignal = { value: readonly Revocation[] };

export async function end(open: readonly Open[], scope: Scope, sent: SentSignal): Promise<void> {
  const [wallet, settings, owner] = [store.wallet.value, store.settings.value, store.account.value];
  if (!wallet || !settings || !owner) return;
  await working(endingWords.proving, async (turn) => {
    const { provider } = wallet;
    const report = (list: readonly Revocation[]) => {
      sent.value = list;
      const done = list.filter(({ step }) => step.state === 'proven').length;
      turn.doing(done < list.length ? endingWords.sending(done, list.length) : endingWords.proving);
    };
    const ended = await endGrants(open, scope, {
      provider,
      plane: store.plane,
      settings,
      owner,
      now: () => store.now.value,
      report,
      ledger: ledgerIn(localStorage),
      waiting: { signal: turn.signal },
      closing: async (chainId) =>
        scope.kind === 'one' || scope.kind === 'all'
          ? closingCalls(golemsOf(open), chainId, { provider, owner, storage: localStorage })
          : [],
    });
    turn.say(progressOf(ended).words);
  });
  renewOwnerSnapshot();
}

function golemsOf(open: readonly Open[]): Golem[] {
  const ids = open.flatMap(({ golems }) => golems);
  return (store.golems.value.value?.golems ?? []).filter(({ id }) => ids.includes(id));
}

export async function stop(open: readonly Open[]): Promise<void> {
  await working(endingWords.snapping, async (turn) => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const golems = [...new Set(open.flatMap((grant) => [...grant.golems]))];
    const { approved, delivered, reason } = await triggerRevoke(wallet.provider, settings, golems);
    if (!approved) {
      // An alert: what is only said is heard, and not seen.
      throw new Trouble(reason === 'nothing' ? endingWords.snapUnaware : endingWords.snapRefused);
    }
    turn.say(endingWords.snapped(delivered?.length ?? 0, golems.length));
  });
  renewOwnerSnapshot();
}
