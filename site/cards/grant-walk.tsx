// One grant from its terms to the end, on a page of its own: what is being filled in, the grant in the making, or what
// stands since it was carried through.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Ask } from '../grant/draft';
import { draft, finished, pageOf } from '../grant/open-form';
import * as store from '../owner/store';
import { pathOf } from '../routes/routes';
import { ConnectButton } from './connect';
import { GrantFinished } from './grant-finished';
import { GrantProgress } from './grant-progress';
import { grantWalkWords } from './grant-walk.words';
import { Happening } from './happening';
import { Card, Note } from './kit';
import { SnapNeeded } from './snap-badge';

type Props = {
  /** Whether a grant in the making is the one of this page. */
  isOwn: (ask: Ask) => boolean;
  /** Before anything was begun. */
  children: ComponentChildren;
};

export function GrantWalk({ isOwn, children }: Props) {
  const making = draft.value;
  const done = finished.value;
  if (!store.account.value) return <Unconnected />;
  if (making && isOwn(making.ask)) {
    return (
      <>
        {making.guardian === null ? null : <SnapNeeded />}
        <GrantProgress draft={making} />
      </>
    );
  }
  if (making) return <OtherFirst name={making.ask.name} path={pathOf(pageOf(making))} />;
  if (done && isOwn(done.ask)) return <GrantFinished draft={done} />;
  return <>{children}</>;
}

function Unconnected() {
  return store.arrived.value ? (
    <Card title={grantWalkWords.connect}>
      <p>{grantWalkWords.connectText}</p>
      <ConnectButton />
      <Happening />
    </Card>
  ) : null;
}

/** Two at once would be two grants. */
function OtherFirst({ name, path }: { name: string; path: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Note tone="low">
        <p>{grantWalkWords.otherFirst(name)}</p>
        <a class="button" href={path}>
          {grantWalkWords.toOther(name)}
        </a>
      </Note>
    </div>
  );
}
