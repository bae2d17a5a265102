/** @jsxImportSource preact */
// Native notifications: by the browser where the visitor allowed it, and always as a picture of one.
import { useEffect, useState } from 'preact/hooks';
import type { Link } from './link';

const SHOWN_MS = 12_000;

type Toast = { id: number; message: string };

export function Toasts({ link }: { link: Link }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const drop = (id: number) => setToasts((now) => now.filter((one) => one.id !== id));
  useEffect(() => {
    let count = 0;
    link.onNative((message) => {
      count += 1;
      const id = count;
      setToasts((now) => [...now, { id, message }]);
      setTimeout(() => drop(id), SHOWN_MS);
      showOnDesktop(message);
    });
  }, [link]);
  return (
    <div class="toasts">
      {toasts.map(({ id, message }) => (
        <div key={id} class="toast" role="alert">
          <p>
            <small>Desktop notification · Bardo (demo wallet)</small>
            {message}
          </p>
          <button type="button" aria-label="Dismiss the notification" onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

/** With several tabs open each would show it: the tag makes the browser replace instead of repeat. */
function showOnDesktop(message: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    new Notification('Bardo (demo wallet)', { body: message, tag: message });
  } catch {
    // Phones forbid it outside a service worker; the picture is there.
  }
}
