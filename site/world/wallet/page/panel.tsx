/** @jsxImportSource preact */
// The wallet's window at the side of the page. A question opens it; otherwise it stays as the visitor left it.
import { useEffect, useState } from 'preact/hooks';
import type { WalletView } from '../view';
import type { Link } from './link';
import { NoticesTab } from './notices-tab';
import { onOtherConnected } from './others';
import { SnapTab } from './snap-tab';
import { type InsideProps, type Tab, TabBar } from './tab-bar';
import { Toasts } from './toasts';
import { TourBar, TourHint } from './tour';
import { useTour } from './touring';
import { TryTab } from './try-tab';
import { LockScreen, WalletTab } from './wallet-tab';
import { WindowScreen } from './window-screen';

export function Panel({ link }: { link: Link }) {
  const [view, setView] = useState<WalletView | null>(null);
  const [gone, setGone] = useState(false);
  const [open, setOpen] = useState(remembered('open') !== 'no');
  const [tab, setTab] = useState<Tab>((remembered('tab') as Tab | null) ?? 'try');
  const tour = useTour(view, { link, onTab: setTab });
  useEffect(() => link.onView(setView), [link]);
  useEffect(() => link.onLine((connected) => setGone(!connected)), [link]);
  useEffect(() => remember('open', open ? 'yes' : 'no'), [open]);
  useEffect(() => remember('tab', tab), [tab]);
  const asked = view ? view.windows.length > 0 || view.unlockWanted : false;
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  const [passedBy, setPassedBy] = useState(0);
  useEffect(() => onOtherConnected(() => setPassedBy((count) => count + 1)), []);
  // Who plays with this wallet as well is not left without it.
  const unused = view !== null && !asked && view.sites.length === 0;
  useEffect(() => {
    if (passedBy > 0 && unused) setOpen(false);
  }, [passedBy, unused]);
  useEffect(() => {
    const settle = () => makeRoom(open);
    settle();
    addEventListener('resize', settle);
    return () => removeEventListener('resize', settle);
  }, [open]);
  if (!view) return null;
  return (
    <>
      {open ? (
        <Open {...{ view, link, tab, tour, gone }} onTab={setTab} onFold={() => setOpen(false)} />
      ) : (
        <Folded view={view} onOpen={() => setOpen(true)} />
      )}
      <Toasts link={link} />
    </>
  );
}

type OpenProps = InsideProps & { gone: boolean; onFold: () => void };

function Open({ gone, onFold, ...inside }: OpenProps) {
  const [window] = inside.view.windows;
  return (
    <aside class="snap" aria-label="Demo wallet, not MetaMask">
      <header class="stripes">
        <p>
          Demo wallet, not MetaMask
          <small>Play money. Its key is known to everybody.</small>
        </p>
        <button type="button" aria-label="Fold the demo wallet away" onClick={onFold}>
          Fold
        </button>
      </header>
      {gone ? (
        <p class="gone" role="alert">
          The demo world does not answer. Start it again with <code>npm start</code>; this page
          finds it by itself.
        </p>
      ) : null}
      <Inside {...inside} />
      <span class="sr" role="status">
        {window ? `${window.title} from ${window.origin}` : ''}
      </span>
    </aside>
  );
}

function Inside({ view, link, tab, tour, onTab }: InsideProps) {
  const [window] = view.windows;
  if (view.locked) {
    return (
      <div class="scroll">
        <LockScreen view={view} link={link} />
      </div>
    );
  }
  if (window) {
    const waiting = view.windows.length - 1;
    return (
      <WindowScreen
        key={window.id}
        window={window}
        waiting={waiting}
        snapName={view.snap.name}
        hint={<TourHint view={view} tour={tour} />}
        link={link}
      />
    );
  }
  return (
    <>
      <TabBar view={view} tab={tab} onTab={onTab} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div class="scroll" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'try' ? <TryTab view={view} link={link} tour={tour} /> : null}
        {tab === 'wallet' ? <WalletTab view={view} link={link} /> : null}
        {tab === 'snap' ? <SnapTab view={view} link={link} /> : null}
        {tab === 'notices' ? (
          <NoticesTab view={view} link={link} onHome={() => onTab('snap')} />
        ) : null}
      </div>
      {tab === 'try' ? null : <TourBar view={view} tour={tour} />}
    </>
  );
}

function Folded({ view, onOpen }: { view: WalletView; onOpen: () => void }) {
  const unread = view.notices.filter((notice) => !notice.read).length;
  return (
    <div class="snap folded">
      <button type="button" class="unfold" onClick={onOpen}>
        {`Demo wallet${unread > 0 ? ` (${unread})` : ''}`}
      </button>
    </div>
  );
}

/** The site moves aside on wide screens and up on phones, instead of lying under the panel. */
function makeRoom(open: boolean): void {
  const { style } = document.documentElement;
  const is = (query: string) => open && matchMedia(query).matches;
  style.marginRight = is('(min-width: 1000px)') ? '400px' : '';
  style.paddingBottom = is('(max-width: 699px)') ? '66vh' : '';
}

function remembered(name: string): string | null {
  return sessionStorage.getItem(`demo-wallet-${name}`);
}

function remember(name: string, value: string): void {
  sessionStorage.setItem(`demo-wallet-${name}`, value);
}
