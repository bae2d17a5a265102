// The ways to end permissions: without gas through the Snap, by the owner's own transactions, and the two
// switches for everything.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { planRevoke } from '../../src/core/runway/revoke-plan';
import { end, type SentSignal, stop } from '../ending/ending';
import type { Open } from '../ending/revoking';
import * as store from '../owner/store';
import { type Batching, batchingOf } from '../wallet/batch';
import { isPhone, phoneLink } from '../wallet/mobile';
import { ConnectButton } from './connect';
import { Badge, Button, Note } from './kit';
import { revokeWaysWords } from './revoke-ways.words';

export function Ways({ open, sent }: { open: readonly Open[]; sent: SentSignal }) {
  const batching = useBatching(open);
  if (!store.account.value) {
    return (
      <>
        <ConnectButton />
        <PhoneWay />
      </>
    );
  }
  const survivors = planRevoke(open, {
    account: store.account.value,
    scope: { kind: 'all' },
  }).survivors;
  const leased = store.snap.value?.kind === 'ready' ? open.filter(hasLease) : [];
  const failed = sent.value.some(({ step }) => step.state === 'failed');
  return (
    <>
      <div class="ways">
        <Way
          title={revokeWaysWords.chainTitle}
          text={revokeWaysWords.chainText}
          recommended={leased.length > 0}
        >
          <Button kind="danger" onClick={() => end(open, { kind: 'all' }, sent)}>
            {failed ? revokeWaysWords.retry : revokeWaysWords.all(open.length)}
          </Button>
        </Way>
        {leased.length > 0 ? (
          <Way title={revokeWaysWords.snapTitle} text={revokeWaysWords.snapText}>
            <Button onClick={() => stop(leased)}>{revokeWaysWords.snap}</Button>
          </Way>
        ) : null}
      </div>
      {open.length > 1 && batching.value !== null ? (
        <p class="soft">
          {batching.value === 'yes' ? revokeWaysWords.batch : revokeWaysWords.single}
        </p>
      ) : null}
      {survivors.length > 0 ? (
        <Note tone="bad">
          <p>{revokeWaysWords.survivors}</p>
          {survivors.map(({ hash, reason }) => (
            <p key={hash}>{reason}</p>
          ))}
        </Note>
      ) : null}
    </>
  );
}

type WayProps = {
  title: string;
  text: string;
  recommended?: boolean;
  children: ComponentChildren;
};

/** One of two ways, with what it does and what it leaves. */
function Way({ title, text, recommended = false, children }: WayProps) {
  return (
    <section class={recommended ? 'way first' : 'way'}>
      <h2>
        {title} {recommended ? <Badge tone="good">{revokeWaysWords.recommended}</Badge> : null}
      </h2>
      <p>{text}</p>
      {children}
    </section>
  );
}

/** Without a guardian there is no lease that the Snap could end; one that has ended cannot be ended again. */
function hasLease({ golems, permission }: Open): boolean {
  const snapshot = store.golems.value.value;
  const guarded = (snapshot?.golems ?? []).some(
    ({ id, guardian }) => guardian !== null && golems.includes(id),
  );
  const lease = snapshot?.permissions.find(({ id }) => id === permission)?.lease ?? null;
  return guarded && lease !== null && lease.expiresAt > store.now.value;
}

/** Whether the wallet sends several together; null while it has not said. */
function useBatching(open: readonly Open[]) {
  const batching = useSignal<Batching | null>(null);
  const [wallet, account] = [store.wallet.value, store.account.value];
  const chainId = open[0]?.chainId;
  useEffect(() => {
    batching.value = null;
    if (!wallet || !account || chainId === undefined) return undefined;
    let over = false;
    void batchingOf(wallet.provider, account, chainId).then((answer) => {
      if (!over) batching.value = answer;
    });
    return () => {
      over = true;
    };
  }, [wallet, account, chainId]);
  return batching;
}

function PhoneWay() {
  return isPhone(navigator.userAgent) ? (
    <a class="button" href={phoneLink(location.href)}>
      {revokeWaysWords.phone}
    </a>
  ) : null;
}

/** Panic and all leases: explained before, because neither can be taken back. */
export function Switches({ open, sent }: { open: readonly Open[]; sent: SentSignal }) {
  const account = store.account.value;
  if (!account) return null;
  const notes = (kind: 'panic' | 'leases') =>
    planRevoke(open, { account, scope: { kind } }).plans[0]?.notes ?? [];
  return (
    <details class="card more">
      <summary>{revokeWaysWords.other}</summary>
      <div class="stack">
        <h2>{revokeWaysWords.panic}</h2>
        {notes('panic').map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Button kind="danger" onClick={() => end(open, { kind: 'panic' }, sent)}>
          {revokeWaysWords.panicButton}
        </Button>
        <h2>{revokeWaysWords.leases}</h2>
        {notes('leases').map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Button onClick={() => end(open, { kind: 'leases' }, sent)}>
          {revokeWaysWords.leases}
        </Button>
      </div>
    </details>
  );
}
