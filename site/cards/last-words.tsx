// Why a Golem ended, in its own words where its key signed them: else nothing is shown as its own.
import { shortHex } from '../../src/core/chain/addresses';
import type { ResponseOf } from '../../src/core/protocol/api';
import { endingSigner, reasonParts } from '../../src/core/protocol/last-words';
import { nameOf } from '../../src/core/protocol/status';
import { isSignedKey } from '../grant/request-signer';
import * as store from '../owner/store';
import { endingCardWords } from './ending-card.words';

type Detail = ResponseOf<'golem'>;
type Ending = NonNullable<Detail['golem']['ending']>;

/** The control plane holds the words, but a chain of signatures from the owner's own leads to who signed them. */
export function signedEnding({ golem, contexts }: Detail): Ending | null {
  const owner = store.owner.value;
  const { ending, id, chainId } = golem;
  if (!ending || !owner) return null;
  const signer = endingSigner({ owner, golem: id, chainId }, ending);
  return signer && isSignedKey(signer, chainId, { owner, contexts })
    ? { ...ending, sessionKey: signer }
    : null;
}

export function LastWords({ detail }: { detail: Detail }) {
  const { golem } = detail;
  if (!golem.ending) return <p class="soft">{endingCardWords.noReason}</p>;
  const ending = signedEnding(detail);
  if (!ending) return <p class="soft">{endingCardWords.unproven}</p>;
  const { code, words } = reasonParts(ending.reason);
  const name = nameOf(golem);
  return (
    <div class="last-words">
      {code ? <p>{endingCardWords.reasons[code]}</p> : null}
      {words ? (
        <figure>
          <figcaption>{endingCardWords.ownWords(name)}</figcaption>
          <blockquote dir="auto">{plainLine(words)}</blockquote>
        </figure>
      ) : null}
      <p class="soft">
        {endingCardWords.signedBy(name)}{' '}
        <code title={ending.sessionKey ?? ''}>{shortHex(ending.sessionKey ?? '')}</code>
      </p>
    </div>
  );
}

/** What hides, or turns the text around it, is left out. */
function plainLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
