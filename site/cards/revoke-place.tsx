// Ending permissions: what ends, the way without gas through the Snap, the owner's own transactions, and the
// two switches for everything.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hashDelegation } from '../../src/core/permissions/delegation';
import { endingsOf } from '../../src/core/permissions/endings';
import { progressOf, type Revocation } from '../../src/core/permissions/revocation';
import { planRevoke, type Scope } from '../../src/core/permissions/revoke-plan';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import { renewEstate } from '../estate';
import { working } from '../owner';
import { endGrants, type Open, openGrants } from '../revoking';
import * as store from '../store';
import { isPhone, phoneLink } from '../wallet/mobile';
import { triggerRevoke } from '../wallet/snap';
import { words } from '../words';
import { ConnectButton } from './connect';
import { Badge, Button, Card, Lost, Note, type Tone, Waiting } from './kit';

export function RevokePlace({ id }: { id: string }) {
  const details = useDetails(id);
  const sent = useSignal<readonly Revocation[]>([]);
  const estate = store.golems.value.value;
  if (!estate || details.value === null) return <Waiting label={words.golems.loading} />;
  const one = estate.golems.find((golem) => golem.id === id);
  if (id !== '' && !one) return <Lost text={words.golems.unknown} />;
  // What the chain has shown ended is over, though the control plane may not have seen it yet.
  const proven = sent.value.filter(({ step }) => step.state === 'proven').map(({ hash }) => hash);
  const open = openGrants(details.value, store.now.value).filter(
    ({ root }) => !proven.includes(hashDelegation(root)),
  );
  const title = one ? words.revoke.heading(nameOf(one)) : words.revoke.headingAll;
  return (
    <>
      <p class="crumb">
        <a href={one ? `/golem/${id}` : '/'}>{one ? nameOf(one) : words.back}</a>
      </p>
      <Card title={title} level={1}>
        {open.length === 0 && sent.value.length === 0 ? <p>{words.revoke.nothing}</p> : null}
        {open.length > 0 ? <Endings id={id} /> : null}
        {open.length > 0 ? <Ways open={open} sent={sent} /> : null}
        <Sent list={sent.value} />
      </Card>
      {open.length > 0 && store.account.value ? <Switches open={open} sent={sent} /> : null}
    </>
  );
}

/** Every Golem's contexts: without them nothing can be ended. Renewed with the estate. */
function useDetails(id: string) {
  const details = useSignal<ResponseOf<'golem'>[] | null>(null);
  const ids =
    id === '' ? (store.golems.value.value?.golems ?? []).map((golem) => golem.id).join() : id;
  const beat = store.golems.value.at;
  useEffect(() => {
    if (ids === '' && beat === null) return;
    const asked = ids === '' ? [] : ids.split(',');
    void Promise.all(asked.map((golem) => store.plane.ask('golem', { id: golem }))).then(
      (answers) => {
        details.value = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
      },
    );
  }, [ids, beat]);
  return details;
}

function Endings({ id }: { id: string }) {
  const estate = store.golems.value.value;
  const endings = estate ? endingsOf(estate.golems, estate.permissions, store.now.value) : [];
  const shown = endings.filter(({ golem }) => id === '' || golem === id);
  return shown.length === 0 ? null : (
    <div class="stack">
      <strong>{words.revoke.ends}</strong>
      <ul>
        {shown.flatMap(({ golem, name, lines }) =>
          lines.map((line) => (
            <li key={`${golem} ${line}`}>
              {name}: {line}
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

type SentSignal = { value: readonly Revocation[] };

function Ways({ open, sent }: { open: readonly Open[]; sent: SentSignal }) {
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
  const failed = sent.value.some(({ step }) => step.state === 'failed');
  return (
    <>
      <div class="row">
        <Button kind="danger" onClick={() => end(open, { kind: 'all' }, sent)}>
          {failed ? words.revoke.retry : words.revoke.all(open.length)}
        </Button>
        {store.snap.value?.kind === 'ready' ? (
          <Button onClick={() => stop(open)}>{words.revoke.snap}</Button>
        ) : null}
      </div>
      {store.snap.value?.kind === 'ready' ? <p class="soft">{words.revoke.snapText}</p> : null}
      {open.length > 1 ? <p class="soft">{words.revoke.single}</p> : null}
      {survivors.length > 0 ? (
        <Note tone="bad">
          <p>{words.revoke.survivors}</p>
          {survivors.map(({ hash, reason }) => (
            <p key={hash}>{reason}</p>
          ))}
        </Note>
      ) : null}
    </>
  );
}

function PhoneWay() {
  return isPhone(navigator.userAgent) ? (
    <a class="button" href={phoneLink(location.href)}>
      {words.revoke.phone}
    </a>
  ) : null;
}

const TONES: Record<Revocation['step']['state'], Tone> = {
  wanted: 'calm',
  signed: 'calm',
  relayed: 'low',
  proven: 'good',
  failed: 'bad',
};

function Sent({ list }: { list: readonly Revocation[] }) {
  if (list.length === 0) return null;
  return (
    <section class="stack" aria-live="polite">
      <strong>{progressOf(list).words}</strong>
      <ul class="rows">
        {list.map(({ hash, golem, step }) => (
          <li key={hash}>
            <Badge tone={TONES[step.state]}>
              {golem}: {words.revoke.states[step.state]}
              {step.state === 'failed' ? ` ${step.reason}` : ''}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Panic and all leases: explained before, because neither can be taken back. */
function Switches({ open, sent }: { open: readonly Open[]; sent: SentSignal }) {
  const account = store.account.value;
  if (!account) return null;
  const notes = (kind: 'panic' | 'leases') =>
    planRevoke(open, { account, scope: { kind } }).plans[0]?.notes ?? [];
  return (
    <details class="card more">
      <summary>{words.revoke.other}</summary>
      <div class="stack">
        <h3>{words.revoke.panic}</h3>
        {notes('panic').map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Button kind="danger" onClick={() => end(open, { kind: 'panic' }, sent)}>
          {words.revoke.panicButton}
        </Button>
        <h3>{words.revoke.leases}</h3>
        {notes('leases').map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Button onClick={() => end(open, { kind: 'leases' }, sent)}>{words.revoke.leases}</Button>
      </div>
    </details>
  );
}

async function end(open: readonly Open[], scope: Scope, sent: SentSignal): Promise<void> {
  const [wallet, settings, owner] = [store.wallet.value, store.settings.value, store.account.value];
  if (!wallet || !settings || !owner) return;
  const report = (list: readonly Revocation[]) => {
    sent.value = list;
    const done = list.filter(({ step }) => step.state === 'proven').length;
    store.busy.value =
      done < list.length ? words.revoke.sending(done, list.length) : words.revoke.proving;
  };
  await working(words.revoke.proving, async () => {
    const { provider } = wallet;
    const ended = await endGrants(open, scope, {
      provider,
      plane: store.plane,
      settings,
      owner,
      now: () => store.now.value,
      report,
    });
    store.said.value = progressOf(ended).words;
  });
  renewEstate();
}

async function stop(open: readonly Open[]): Promise<void> {
  await working(words.revoke.snapping, async () => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const golems = [...new Set(open.flatMap((grant) => [...grant.golems]))];
    const { approved, delivered } = await triggerRevoke(wallet.provider, settings, golems);
    store.said.value = approved
      ? words.revoke.snapped(delivered?.length ?? 0, golems.length)
      : words.revoke.snapRefused;
  });
  renewEstate();
}
