/** @jsxImportSource preact */
// The Snap: its home page with working buttons, and the clock of its next heartbeat.
import { useEffect, useState } from 'preact/hooks';
import type { WalletView } from '../view';
import type { Link } from './link';
import { SnapScreen } from './snap-screen';

export function SnapTab({ view, link }: { view: WalletView; link: Link }) {
  const { snap, home } = view;
  useEffect(() => {
    if (snap.installed) link.act({ act: 'home' });
    return () => link.act({ act: 'close-home' });
  }, [snap.installed, link]);
  if (!snap.installed) {
    return (
      <>
        <h1>{snap.name}</h1>
        <p>It is not installed yet. Install it from the site, or here:</p>
        <button type="button" class="wide yes" onClick={() => link.act({ act: 'install' })}>
          {`Install ${snap.name}`}
        </button>
      </>
    );
  }
  return (
    <>
      <div class="card">
        <div class="line">
          <span>
            {`Next check `}
            <Countdown atMs={snap.nextCheckAtMs} />
          </span>
          <span>
            <button type="button" class="plain" onClick={() => link.act({ act: 'check' })}>
              Check now
            </button>{' '}
            <button type="button" class="plain" onClick={() => link.act({ act: 'home' })}>
              Reopen
            </button>
          </span>
        </div>
        <span class="soft">
          {`Version ${snap.version} · ${snap.checks} checks · ${snap.running ? 'running' : 'asleep (wakes when called)'}`}
        </span>
        {snap.fault ? <span class="fault">{snap.fault}</span> : null}
      </div>
      {home ? <SnapScreen screen={home} link={link} /> : <p class="soft">Opening …</p>}
    </>
  );
}

function Countdown({ atMs }: { atMs: number | null }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (atMs === null) return <b>never</b>;
  return <b>{`in ${Math.max(0, Math.ceil((atMs - now) / 1000))} s`}</b>;
}
