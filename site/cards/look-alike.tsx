// A name that could be taken for another of the owner's: said wherever somebody is about to answer to it.
import { sameAddress, shortHex } from '../../src/core/chain/addresses';
import { lookAlikesOf } from '../../src/core/protocol/look-alike';
import { nameOf } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import { Note } from './kit';
import { lookAlikeWords } from './look-alike.words';

type Named = { id: string; name: string };
type Props = {
  golem: Named;
  /** Somebody asks under this name. Else the owner is choosing it. */
  requested: boolean;
  /** Who signed the request. */
  signer?: string;
};

export function LookAlikes({ golem, requested, signer }: Props) {
  const mine = lookAlikesOf(golem, store.golems.value.value?.golems ?? []);
  const requests = requested ? (store.requests.value.value?.requests ?? []) : [];
  const requesters = lookAlikesOf(
    golem,
    requests.map((one) => ({ id: one.golem, name: one.name })),
  );
  const lines = [
    ...otherKeys(golem, signer),
    ...mine.map((one) =>
      (requested ? lookAlikeWords.mine : lookAlikeWords.chosen)(nameOf(one), one.id),
    ),
    ...(mine.length > 0 ? [] : requesters.map((one) => lookAlikeWords.asks(nameOf(one), one.id))),
  ];
  if (lines.length === 0) return null;
  return (
    <Note tone={requested ? 'bad' : 'low'} role="status">
      {[...new Set(lines)].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Note>
  );
}

/** The owner's own Golem of this id, when the control plane knows it by another key. */
function otherKeys({ id }: Named, signer: string | undefined): string[] {
  const own = store.golems.value.value?.golems.find((one) => one.id === id);
  if (!signer || !own?.sessionKey || sameAddress(own.sessionKey, signer)) return [];
  return [lookAlikeWords.otherKey(nameOf(own), id, shortHex(own.sessionKey))];
}
