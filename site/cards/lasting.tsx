// How long a Golem lasts: which end comes first, its pace, and each bound by itself.
import { boundsWords, burnWords, lastsWords } from '../../src/core/runway/lasting-words';
import { type GolemView, lastingNow, money } from '../golem/golem-view';
import * as store from '../owner/store';
import { Fact } from './kit';
import { lastingCardWords } from './lasting.words';

/** `held`: what the owner's own wallet read from the chain; null = it could not. */
export function LastingLines({ view, held }: { view: GolemView; held: bigint | null }) {
  const now = store.now.value;
  const lasting = lastingNow(view, now, held);
  const { runway } = view;
  if (!lasting || !runway) return null;
  return (
    <section class="lasting" aria-label={lastingCardWords.heading}>
      <p>
        <b>{lastsWords(lasting, now)}</b>{' '}
        {burnWords(lasting.burn, (amount) => money(runway, amount, 'up'))}
      </p>
      <details>
        <summary>{lastingCardWords.each}</summary>
        <dl class="facts two">
          {boundsWords(lasting).map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </dl>
        <small>{lastingCardWords.source(held !== null)}</small>
      </details>
    </section>
  );
}
