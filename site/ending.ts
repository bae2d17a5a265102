// Ending, as the page does it: one thing at a time, said aloud, and how far each grant came.
import { progressOf, type Revocation } from '../src/core/runway/revocation';
import type { Scope } from '../src/core/runway/revoke-plan';
import { renewEstate } from './estate';
import { working } from './owner';
import { endGrants, type Open } from './revoking';
import * as store from './store';
import { triggerRevoke } from './wallet/snap';
import { words } from './words';

export type SentSignal = { value: readonly Revocation[] };

export async function end(open: readonly Open[], scope: Scope, sent: SentSignal): Promise<void> {
  const [wallet, settings, owner] = [store.wallet.value, store.settings.value, store.account.value];
  if (!wallet || !settings || !owner) return;
  const report = (list: readonly Revocation[]) => {
    sent.value = list;
    const done = list.filter(({ step }) => step.state === 'proven').length;
    store.busy.value =
      done < list.length ? words.revoke.sending(done, list.length) : words.revoke.proving;
  };
  await working(words.revoke.proving, async () => {
    const { provider } = wallet;
    const ended = await endGrants(open, scope, {
      provider,
      plane: store.plane,
      settings,
      owner,
      now: () => store.now.value,
      report,
    });
    store.said.value = progressOf(ended).words;
  });
  renewEstate();
}

export async function stop(open: readonly Open[]): Promise<void> {
  await working(words.revoke.snapping, async () => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const golems = [...new Set(open.flatMap((grant) => [...grant.golems]))];
    const { approved, delivered } = await triggerRevoke(wallet.provider, settings, golems);
    store.said.value = approved
      ? words.revoke.snapped(delivered?.length ?? 0, golems.length)
      : words.revoke.snapRefused;
  });
  renewEstate();
}
