/** @jsxImportSource preact */
// A native notification: by the browser where the visitor allowed it, and always as a picture of one.
import { useEffect, useState } from 'preact/hooks';
import type { Link } from './link';

const SHOWN_MS = 12_000;

export function Toasts({ link }: { link: Link }) {
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    link.onNative((said) => {
      setMessage(said);
      setTimeout(() => setMessage((now) => (now === said ? null : now)), SHOWN_MS);
      if (typeof Notification !== 'undefined' && Notification.permission === 'granted') {
        new Notification('Bardo (demo wallet)', { body: said });
      }
    });
  }, [link]);
  if (message === null) return null;
  return (
    <div class="toast" role="alert">
      <small>Desktop notification · Bardo (demo wallet)</small>
      {message}
    </div>
  );
}
