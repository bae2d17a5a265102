/** @jsxImportSource preact */
// For a visitor: the shelf of things one could be asked to sign, and the tour.
import type { WalletView } from '../view';
import type { Link } from './link';
import { Tour } from './tour';

type Props = { view: WalletView; link: Link; onTab: (tab: 'snap' | 'notices') => void };

export function TryTab({ view, link, onTab }: Props) {
  return (
    <>
      <h1>What would you sign?</h1>
      <p class="soft">Press one: the real Snap reads it to you. Nothing is ever sent.</p>
      {view.samples.map((sample) => (
        <button
          key={sample.id}
          type="button"
          class="sample"
          onClick={() => link.act({ act: 'sample', sample: sample.id })}
        >
          <span class={`mark ${sample.kind}`}>{sample.kind}</span>
          <span>
            <b>{sample.title}</b>
            <span class="soft">{sample.text}</span>
          </span>
        </button>
      ))}
      <hr />
      <Tour view={view} link={link} onTab={onTab} />
    </>
  );
}
