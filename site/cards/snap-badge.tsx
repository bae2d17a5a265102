// Whether Bardo is in the wallet, and how it gets there. What it does is said before the wallet asks.

import { sameAddress } from '../../src/core/chain/addresses';
import { agoWords } from '../../src/core/chain/time';
import { refreshSnap } from '../owner/owner';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { Trouble } from '../wallet/errors';
import { handOverToken } from '../wallet/snap';
import { installSnap, type SnapState } from '../wallet/snap-state';
import { pageWords } from '../words/page.words';
import { Badge, Button, Card, type Tone } from './kit';
import { snapBadgeWords } from './snap-badge.words';

export function SnapBadge() {
  const state = store.snap.value;
  if (!store.wallet.value && store.arrived.value) return null;
  if (!state) return <Line tone="calm" text={snapBadgeWords.looking} />;
  const settled = ['unable', 'off', 'blocked'].includes(state.kind) || isWatching(state);
  if (settled) return <Line tone={toneOf(state)} text={textOf(state)} />;
  return (
    <Card
      title={snapBadgeWords.heading}
      aside={<Badge tone={toneOf(state)}>{textOf(state)}</Badge>}
    >
      {state.kind === 'missing' || state.kind === 'old' ? <Why /> : null}
      <Act state={state} />
    </Card>
  );
}

/** Where it is needed and not on the first page: nothing while all is well. */
export function SnapNeeded() {
  const { kind } = store.snap.value ?? { kind: 'ready' };
  return kind === 'ready' || kind === 'unable' ? null : <SnapBadge />;
}

/** One quiet line when there is nothing to do. */
function Line({ tone, text }: { tone: Tone; text: string }) {
  return (
    <p class="snap-line">
      <strong>{snapBadgeWords.heading}</strong> <Badge tone={tone}>{text}</Badge>
    </p>
  );
}

function Why() {
  return (
    <>
      <ul class="why">
        {snapBadgeWords.why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p class="soft">{snapBadgeWords.cannot}</p>
    </>
  );
}

function Act({ state }: { state: SnapState }) {
  switch (state.kind) {
    case 'missing':
      return (
        <Button kind="main" onClick={install}>
          {snapBadgeWords.install}
        </Button>
      );
    case 'old':
      return (
        <Button kind="main" onClick={install}>
          {snapBadgeWords.update}
        </Button>
      );
    case 'ready':
      return (
        <Button kind="main" onClick={handOver} disabled={!store.owner.value}>
          {snapBadgeWords.connect}
        </Button>
      );
    case 'unasked':
    case 'silent':
      return <Button onClick={refreshSnap}>{pageWords.again}</Button>;
    case 'unable':
    case 'off':
    case 'blocked':
      return null;
  }
}

function isWatching(state: SnapState): boolean {
  if (state.kind !== 'ready') return false;
  return state.handshake.connected && sameAddress(state.handshake.owner, store.owner.value);
}

function toneOf(state: SnapState): Tone {
  if (isWatching(state)) return 'good';
  return state.kind === 'missing' || state.kind === 'unable' ? 'calm' : 'low';
}

function textOf(state: SnapState): string {
  switch (state.kind) {
    case 'unasked':
    case 'unable':
    case 'missing':
    case 'off':
    case 'blocked':
      return snapBadgeWords[state.kind];
    case 'old':
      return snapBadgeWords.old(state.version, store.settings.value?.snapVersion ?? '');
    case 'silent':
      return snapBadgeWords.silent(state.version);
    case 'ready': {
      if (!isWatching(state)) return snapBadgeWords.unconnected(state.version);
      const { lastFetchAt } = state.handshake;
      const check =
        lastFetchAt === null
          ? snapBadgeWords.noCheck
          : snapBadgeWords.check(agoWords(lastFetchAt, store.clock.value));
      return `${snapBadgeWords.ready(state.version)}, ${check}`;
    }
  }
}

async function install(): Promise<void> {
  const done = await working(snapBadgeWords.installing, async () => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    await installSnap(wallet.provider, settings);
    await refreshSnap();
  });
  const state = store.snap.value;
  if (done && state?.kind === 'ready' && store.owner.value && !isWatching(state)) await handOver();
}

/** A token that may only read; the Snap tries it before it keeps it, and changes it at every check. */
async function handOver(): Promise<void> {
  await working(snapBadgeWords.connecting, async (turn) => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const { token } = answered(await store.plane.ask('watchToken'));
    const { accepted } = await handOverToken(wallet.provider, settings, token);
    await refreshSnap();
    if (!accepted) throw new Trouble(snapBadgeWords.refused);
    turn.announce(snapBadgeWords.installed);
  });
}
