/** @jsxImportSource preact */
// For a visitor: the tour, and the shelf of things one could be asked to sign.
import type { WalletView } from '../view';
import type { Link } from './link';
import { Tour } from './tour';
import type { Touring } from './touring';

type Props = { view: WalletView; link: Link; tour: Touring };

export function TryTab({ view, link, tour }: Props) {
  return (
    <>
      <Tour view={view} tour={tour} />
      <hr />
      <h1>Or: what would you sign?</h1>
      <p class="soft">Press one: the real Snap reads it to you. Nothing is ever sent.</p>
      {view.samples.map((sample) => (
        <button
          key={sample.id}
          type="button"
          class="sample"
          disabled={sample.missing}
          onClick={() => link.act({ act: 'sample', sample: sample.id })}
        >
          <span class={`mark ${sample.kind}`}>{sample.kind}</span>
          <span>
            <b>{sample.title}</b>
            <span class="soft">{sample.text}</span>
          </span>
        </button>
      ))}
    </>
  );
}
