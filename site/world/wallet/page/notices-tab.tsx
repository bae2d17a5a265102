/** @jsxImportSource preact */
// Notifications, newest first; an expanded one opens in place.
import { useEffect, useState } from 'preact/hooks';
import type { Notice, NoticeBudget, WalletView } from '../view';
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
      <Desktop budget={view.desktop} />
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
    <article class={`card ${read ? '' : 'unread'}`}>
      <div class="line soft">
        <span>
          {channel === 'native' ? 'On your desktop' : 'In the wallet'}
          {read ? null : <span class="sr"> (new)</span>}
        </span>
        <time dateTime={new Date(notice.atMs).toISOString()}>{timeOf(notice.atMs)}</time>
      </div>
      {title ? <b>{title}</b> : null}
      <p>{message}</p>
      {screen ? (
        <details>
          <summary>Open</summary>
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

/** The wallet takes two in five minutes; what is over that waits in Bardo, and stands in the list meanwhile. */
function Desktop({ budget }: { budget: NoticeBudget }) {
  const { most, left, freeAtMs } = budget;
  return (
    <div class="card">
      <span class="soft">
        {freeAtMs === null
          ? `Desktop: ${left} of ${most} notices left for these five minutes, as in MetaMask.`
          : `Desktop: both notices of these five minutes are used, as in MetaMask. What is urgent waits in Bardo until ${timeOf(freeAtMs)}; the list below has it at once.`}
      </span>
      <BrowserPermission />
    </div>
  );
}

/** Asked only by the visitor's own press; a browser that said no is not asked again. */
function BrowserPermission() {
  const [permission, setPermission] = useState(
    typeof Notification === 'undefined' ? 'absent' : Notification.permission,
  );
  if (permission === 'granted') return <span class="soft">This browser shows them, too.</span>;
  if (permission !== 'default') {
    return <span class="soft">This browser shows none; the page draws them instead.</span>;
  }
  return (
    <button
      type="button"
      class="wide"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      Show them on my desktop, too
    </button>
  );
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleTimeString([], { hour12: false });
}
