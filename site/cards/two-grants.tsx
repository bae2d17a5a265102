// While a grant takes another's place: which of the two can be spent just now, and what both come to together.
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { endsAt, isLive } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import type { Draft } from '../grant/draft';
import { everyWords, limitOf, limitTogether } from '../grant/limits';
import * as store from '../owner/store';
import { Note } from './kit';
import { twoGrantsWords } from './two-grants.words';

export function TwoGrants({ draft }: { draft: Draft }) {
  const { replaces } = draft.ask;
  if (replaces === null) return null;
  const known = store.golems.value.value?.permissions;
  const old = known?.find(({ id }) => id === replaces);
  return (
    <Note tone={isNewLive(draft) ? 'low' : 'calm'} role="status">
      <p>{old ? wordsOf(draft, old) : twoGrantsWords.unknown(shortHex(replaces))}</p>
    </Note>
  );
}

function wordsOf(draft: Draft, old: Permission): string {
  const limit = limitOf(old);
  const cap = `${money(old, limit.amount, 'up')} ${everyWords(limit.seconds)}`;
  if (!isLive(old, store.now.value)) return twoGrantsWords.oldOver;
  const until = dateWords(endsAt(old));
  if (draft.context === null) return twoGrantsWords.onlyOld(cap, until);
  if (!isNewLive(draft)) return twoGrantsWords.notLeased(cap, until);
  const both = limitTogether(draft, old);
  if (both === null) return twoGrantsWords.bothApart;
  return twoGrantsWords.both(`${money(old, both.amount, 'up')} ${everyWords(both.seconds)}`);
}

/** Without a lease nobody but the guardian can spend from a grant to it. */
function isNewLive({ context, guardian, lease }: Draft): boolean {
  return context !== null && (guardian === null || lease !== null);
}
