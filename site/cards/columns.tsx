// Two columns where the page is wide enough, one below the other elsewhere: what is looked at first stands in `main`.
import type { ComponentChildren } from 'preact';

export function Columns({ main, beside }: { main: ComponentChildren; beside: ComponentChildren }) {
  return (
    <div class="columns">
      <div class="column">{main}</div>
      <div class="column">{beside}</div>
    </div>
  );
}
