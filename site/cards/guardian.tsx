// The guardian's address comes from the Snap, without a dialog; until it is there nothing is asked of the wallet.
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import {
  type Guardianship,
  guardianIn,
  guardianshipOf,
  isGolemId,
  type Scene,
} from '../grant/guardianship';
import { refreshSnap } from '../owner/owner';
import * as store from '../owner/store';
import { guardianOf } from '../wallet/snap';
import { absenceWords, type SnapState } from '../wallet/snap-state';
import { pageWords } from '../words/page.words';
import { Tick } from './fields';
import { guardianWords } from './guardian.words';
import { Button, Note } from './kit';

export type Guarded = {
  state: ReadonlySignal<Guardianship>;
  again: () => void;
  accept: (yes: boolean) => void;
};

/** `golem` reads the id as it is typed; `told` is the control plane's word on its guardian. */
export function useGuardian(golem: () => string, reported: Hex | null | undefined): Guarded {
  const answer = useSignal<Scene['answer']>(null);
  const tries = useSignal(0);
  const accepted = useSignal(false);
  const kind = store.snap.value?.kind;
  const id = golem();
  const owner = store.owner.value;
  useEffect(() => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (reported === null || kind !== 'ready' || !wallet || !settings || !isGolemId(id)) return;
    let current = true;
    const hear = (guardian: Hex | null) => {
      if (current) answer.value = { golem: id, guardian };
    };
    const params = {
      golem: id,
      ...(owner ? { owner } : {}),
      ...(reported ? { known: reported } : {}),
    };
    guardianOf(wallet.provider, settings, params).then(hear, () => hear(null));
    return () => {
      current = false;
    };
  }, [id, owner, kind, reported, tries.value]);
  const state = useComputed(() =>
    guardianshipOf({
      golem: golem(),
      reported,
      snap: store.snap.value?.kind,
      answer: answer.value,
      accepted: accepted.value,
    }),
  );
  const again = () => {
    answer.value = null;
    tries.value += 1;
  };
  const accept = (yes: boolean) => {
    accepted.value = yes;
  };
  return { state, again, accept };
}

/** What is being waited for, or what stands in the way. Said beside the button that it holds back. */
export function GuardianNote({ guarded: { state, again, accept } }: { guarded: Guarded }) {
  const { value } = state;
  const late = useLong(value.kind === 'waiting');
  switch (value.kind) {
    case 'direct':
    case 'named':
    case 'nameless':
      return null;
    case 'waiting':
      return late ? <Note role="status">{guardianWords.waiting}</Note> : null;
    case 'absent':
      return <AbsentNote snap={value.snap} />;
    case 'unanswered':
      return (
        <Note tone="low" role="alert">
          <p>{guardianWords.unanswered}</p>
          <Button onClick={again}>{guardianWords.again}</Button>
        </Note>
      );
    case 'unguarded':
      return <UnguardedNote accepted={value.accepted} accept={accept} />;
    case 'other':
      return <OtherNote reported={value.reported} guardian={value.guardian} />;
  }
}

function AbsentNote({ snap }: { snap: SnapState['kind'] }) {
  return (
    <Note tone="low" role="alert">
      <p>{absenceWords({ kind: snap }) ?? guardianWords.absent}</p>
      {snap === 'unasked' ? <Button onClick={refreshSnap}>{pageWords.again}</Button> : null}
    </Note>
  );
}

function UnguardedNote({ accepted, accept }: { accepted: boolean; accept: Guarded['accept'] }) {
  return (
    <Note tone="bad" role="alert">
      <p>{guardianWords.unguarded}</p>
      <Tick id="guardian-none" checked={accepted} onChange={accept} label={guardianWords.accept} />
    </Note>
  );
}

function OtherNote({ reported, guardian }: { reported: Hex; guardian: Hex }) {
  return (
    <Note tone="bad" role="alert">
      <p>{guardianWords.other}</p>
      <p>
        {guardianWords.reported} <code>{reported}</code>
      </p>
      <p>
        {guardianWords.named} <code>{guardian}</code>
      </p>
    </Note>
  );
}

/** While an id is typed the Snap is asked again at every letter, and answers at once: no need to say so each time. */
const LONG_MS = 400;

function useLong(waiting: boolean): boolean {
  const long = useSignal(false);
  useEffect(() => {
    long.value = false;
    if (!waiting) return;
    const timer = setTimeout(() => {
      long.value = true;
    }, LONG_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && long.value;
}

/** The wallet may not be asked yet. */
export function isHeldBack({ value }: ReadonlySignal<Guardianship>): boolean {
  return guardianIn(value) === undefined && value.kind !== 'nameless';
}
