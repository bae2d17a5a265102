// A Golem in its last phase: which steps the chain shows, what comes next, and until when the worst is over.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { agoWords, dateWords, durationWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type HistoryEntry, nameOf } from '../../src/core/protocol/status';
import { endsAt, isLive } from '../../src/core/runway/health';
import { deathStepsOf } from '../ending/death-steps';
import { leaseRules } from '../golem/golem-tree';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import type { ChainFacts } from '../wallet/reads';
import { deathToldAt } from '../wallet/snap';
import { deathWords } from './death.words';
import { Transaction } from './history';
import { Badge, Button } from './kit';
import { LastWords } from './last-words';

type Detail = ResponseOf<'golem'>;
type Props = { detail: Detail; facts: ChainFacts | null; history: readonly HistoryEntry[] };

/** Open while it is in its last phase and the chain does not yet show that it can spend nothing. */
export function DeathOverlay(props: Props) {
  const { detail, facts } = props;
  const hidden = useSignal(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const watched = useRef(false);
  const over = facts
    ? facts.phase === 4 || facts.leaseEnded === true || facts.grantEnded
    : detail.diedAt !== null;
  const dying = detail.golem.phase === 'terminal';
  // A death that the chain shows at once is told to whoever saw it live; one whose dying was seen closes by itself.
  const told = over && watched.current;
  const open = dying && (!over || told) && !hidden.value;
  useEffect(() => {
    watched.current = !dying || (watched.current && over);
  }, [dying, over]);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  if (!dying) return null;
  return (
    <dialog
      ref={dialog}
      class="overlay"
      aria-labelledby="death-title"
      onClose={() => {
        hidden.value = true;
      }}
    >
      <h2 id="death-title">
        {(told ? deathWords.headingOver : deathWords.heading)(nameOf(detail.golem))}
      </h2>
      <p>{deathWords.text}</p>
      <LastWords detail={detail} />
      <DeathSteps {...props} />
      {over ? null : <Countdown {...props} />}
      <SnapTold id={detail.golem.id} />
      <div class="row">
        <a class="button main" href={linkTo('revoke', detail.golem.id)}>
          {deathWords.end}
        </a>
        <a class="button" href={linkTo('succession', detail.golem.id)}>
          {deathWords.succeed}
        </a>
        <Button
          onClick={() => {
            hidden.value = true;
          }}
        >
          {deathWords.hide}
        </Button>
      </div>
    </dialog>
  );
}

export function DeathSteps({ detail, facts, history }: Props) {
  const steps = deathStepsOf({ detail, facts, history, now: store.now.value });
  const reading = isReading(detail, facts);
  const lacks = {
    terminal: reading ? deathWords.reading : deathWords.waiting,
    ended: deathWords.yours,
    disabled: deathWords.yours,
  };
  return (
    <ol class="step-list">
      {steps.map(({ name, stands, transaction }) => (
        <li key={name} class={stands === 'open' ? 'next' : 'past'}>
          {deathWords.steps[name]}{' '}
          <Badge tone={stands === 'proven' ? 'good' : stands === 'told' ? 'calm' : 'low'}>
            {stands === 'open' ? lacks[name] : deathWords[stands]}
          </Badge>{' '}
          {stands === 'open' ? null : (
            <Transaction chainId={detail.golem.chainId} hash={transaction} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** The wallet can say, and has not yet. */
function isReading({ golem }: Detail, facts: ChainFacts | null): boolean {
  if (facts !== null) return false;
  const here = store.wallet.value !== null && store.walletChain.value === golem.chainId;
  return here || !store.arrived.value;
}

/** The lease stops by itself at its end, or after so much silence on chain: whichever is first. */
function Countdown({ detail, facts }: Props) {
  const now = store.now.value;
  const live = detail.permissions.filter((one) => isLive(one, now) && one.lease);
  const stops = live.map((one) => {
    const context = detail.contexts.find(({ permission }) => permission === one.id)?.context;
    const rules = context ? leaseRules(context, one.chainId) : null;
    const silence = rules && facts?.reportedAt ? facts.reportedAt + rules.maxAge : null;
    return silence !== null && silence < endsAt(one)
      ? { at: silence, by: 'silence' as const }
      : { at: endsAt(one), by: 'ends' as const };
  });
  const last = stops.sort((a, b) => b.at - a.at)[0];
  if (!last) return null;
  // Until the chain has answered nobody knows which end comes first, nor whether it has come.
  if (isReading(detail, facts)) {
    return (
      <p class="countdown">
        <span role="status">{deathWords.reading}</span>
      </p>
    );
  }
  if (last.at <= now) return <p>{deathWords.past(dateWords(last.at))}</p>;
  return (
    <p class="countdown">
      <time dateTime={new Date(last.at * 1000).toISOString()}>
        {clockFace(Math.max(0, last.at - now))}
      </time>
      <span>{deathWords[last.by](dateWords(last.at))}</span>
    </p>
  );
}

function clockFace(seconds: number): string {
  if (seconds >= 86_400) return durationWords(seconds);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
}

function SnapTold({ id }: { id: string }) {
  const told = useSignal<number | null | undefined>(undefined);
  const ready = store.snap.value?.kind === 'ready';
  useEffect(() => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!ready || !wallet || !settings) return;
    deathToldAt(wallet.provider, settings, id).then(
      (at) => {
        told.value = at;
      },
      () => undefined,
    );
  }, [ready, id, store.golems.value.at]);
  if (!ready) return <p class="soft">{deathWords.snapNone}</p>;
  if (told.value === undefined) return null;
  return (
    <p class="soft">
      {told.value === null
        ? deathWords.snapSilent
        : deathWords.snapTold(agoWords(told.value, store.clock.value))}
    </p>
  );
}
