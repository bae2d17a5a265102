// How to be told in the places that people have: folded away until somebody asks.
import { alertHelpWords } from './alert-help.words';
import { Card } from './kit';

export function AlertHelp() {
  return (
    <Card title={alertHelpWords.heading}>
      {alertHelpWords.recipes.map(({ name, steps }) => (
        <details key={name} class="more">
          <summary>{name}</summary>
          <ol class="stack">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
      <p class="soft">{alertHelpWords.rules}</p>
    </Card>
  );
}
