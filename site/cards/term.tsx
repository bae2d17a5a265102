// A word that is explained where it stands: by click, by key and by screen reader, and closed again by Escape.
import { useId } from 'preact/hooks';
import { type GlossaryWord, glossary, glossaryWords } from './glossary.words';

export function Term({ of }: { of: GlossaryWord }) {
  const id = `term-${useId()}`;
  const [word, meaning] = glossary[of];
  return (
    <>
      <button type="button" class="term" popovertarget={id} aria-label={glossaryWords.what(word)}>
        ?
      </button>
      <span id={id} popover="auto" class="meaning">
        <dfn>{word}:</dfn> {meaning}
      </span>
    </>
  );
}
