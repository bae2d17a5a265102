/** @jsxImportSource preact */
// A screen of the Snap, drawn by the one renderer; its buttons go back to the Snap.
import { useState } from 'preact/hooks';
import type { SnapScreen as Screen } from '../view';
import type { Link } from './link';
import { render } from './render';

export function SnapScreen({ screen, link }: { screen: Screen; link: Link }) {
  const [copied, setCopied] = useState('');
  const onClick = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button');
    if (!button) return;
    const { copy } = button.dataset;
    if (copy !== undefined) {
      void navigator.clipboard?.writeText(copy).then(() => setCopied('Copied'));
      return;
    }
    if (button.name) link.act({ act: 'press', interfaceId: screen.interfaceId, name: button.name });
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of the buttons inside. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button turns keys into clicks by itself. */}
      <div
        class="box"
        onClick={onClick}
        // The renderer escapes every text.
        dangerouslySetInnerHTML={{ __html: drawn(screen.tree) }}
      />
      <span class="sr" role="status">
        {copied}
      </span>
    </>
  );
}

/** A component nobody drew yet must be seen, not swallowed. */
function drawn(tree: unknown): string {
  try {
    return render(tree as never);
  } catch (error) {
    const message = (error as Error).message.replace(/[&<>]/g, '');
    return `<div class="banner danger" role="alert"><b>Cannot be drawn</b>${message}</div>`;
  }
}
