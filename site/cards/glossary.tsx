// All words in one place, for who wants to read them in a row.
import { glossary, glossaryWords } from './glossary.words';

export function GlossaryCard() {
  return (
    <details class="card more">
      <summary>{glossaryWords.all}</summary>
      <dl class="facts">
        {Object.values(glossary).map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <dfn>{word}</dfn>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
