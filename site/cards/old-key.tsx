// What the key that a lease names can still do until a new lease takes its place.
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { capOf, endsAt } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import { Note } from './kit';
import { oldKeyWords } from './old-key.words';

export function OldKey({ standing }: { standing: Permission }) {
  const key = standing.lease?.sessionKey ?? null;
  if (key === null) return null;
  const cap = money(standing, capOf(standing), 'up');
  return (
    <Note tone="low">
      <p>{oldKeyWords.until(shortHex(key), cap, dateWords(endsAt(standing)))}</p>
    </Note>
  );
}
