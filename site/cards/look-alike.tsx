// A name that could be taken for another of the owner's: said wherever somebody is about to answer to it.
import { lookAlikesOf } from '../../src/core/protocol/look-alike';
import { nameOf } from '../../src/core/protocol/status';
import * as store from '../store';
import { words } from '../words';
import { Note } from './kit';

type Named = { id: string; name: string };

/** `asked`: somebody asks under this name. Else the owner is choosing it. */
export function LookAlikes({ golem, asked }: { golem: Named; asked: boolean }) {
  const mine = lookAlikesOf(golem, store.golems.value.value?.golems ?? []);
  const requests = asked ? (store.requests.value.value?.requests ?? []) : [];
  const askers = lookAlikesOf(
    golem,
    requests.map((one) => ({ id: one.golem, name: one.name })),
  );
  const lines = [
    ...mine.map((one) => (asked ? words.alike.mine : words.alike.wish)(nameOf(one), one.id)),
    ...(mine.length > 0 ? [] : askers.map((one) => words.alike.asks(nameOf(one), one.id))),
  ];
  if (lines.length === 0) return null;
  return (
    <Note tone={asked ? 'bad' : 'low'} role="status">
      {[...new Set(lines)].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Note>
  );
}
