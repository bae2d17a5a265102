/** @jsxImportSource preact */
// Notifications, newest first; an expanded one opens in place.
import { useEffect } from 'preact/hooks';
import type { Notice, WalletView } from '../view';
import type { Link } from './link';
import { SnapScreen } from './snap-screen';

type Props = { view: WalletView; link: Link; onHome: () => void };

export function NoticesTab({ view, link, onHome }: Props) {
  // What was listed while this was open counts as read.
  useEffect(() => () => link.act({ act: 'read-notices' }), [link]);
  const listed = view.notices.toReversed();
  return (
    <>
      <h1>Notifications</h1>
      <NativePermission />
      {listed.length === 0 ? <p class="soft">None yet.</p> : null}
      {listed.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} link={link} onHome={onHome} />
      ))}
    </>
  );
}

function NoticeCard({ notice, link, onHome }: { notice: Notice; link: Link; onHome: () => void }) {
  const { channel, message, title, screen, footer, read } = notice;
  return (
    <article class="card">
      <div class="line soft">
        <span>{channel === 'native' ? 'On your desktop' : 'In the wallet'}</span>
        <time>{new Date(notice.atMs).toLocaleTimeString()}</time>
      </div>
      <p class={read ? '' : 'unread'}>{message}</p>
      {screen ? (
        <details>
          <summary>{title ?? 'More'}</summary>
          <SnapScreen screen={screen} link={link} />
          {footer ? <FooterLink footer={footer} onHome={onHome} /> : null}
        </details>
      ) : null}
    </article>
  );
}

function FooterLink({
  footer,
  onHome,
}: {
  footer: { href: string; text: string };
  onHome: () => void;
}) {
  if (footer.href.startsWith('metamask://snap/')) {
    return (
      <button type="button" onClick={onHome}>
        {footer.text}
      </button>
    );
  }
  return (
    <a href={footer.href} target="_blank" rel="noreferrer">
      {footer.text}
    </a>
  );
}

function NativePermission() {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return null;
  return (
    <button type="button" class="wide" onClick={() => void Notification.requestPermission()}>
      Also show them on my desktop
    </button>
  );
}
