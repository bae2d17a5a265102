// What is live already, and the worst case of what is being asked for on top of it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address, Hex } from 'viem';
import { dateWords } from '../../src/core/chain/time';
import { capOf, endsAt, isLive } from '../../src/core/permissions/health';
import { money } from '../golem-view';
import type { Opening } from '../grant/desk';
import { riskLines } from '../grant/risk';
import * as store from '../store';
import { words } from '../words';
import type { FormState } from './form-state';
import { Note } from './kit';

export function ExistingGrant({ opening }: { opening: Opening }) {
  const { value } = store.golems.value;
  if (opening.lease) return null;
  const live = (value?.permissions ?? []).filter(
    (one) => one.golem === opening.wish.golem && one.token !== null && isLive(one, store.now.value),
  );
  return live.length === 0 ? null : (
    <Note tone="low">
      <strong>{words.wish.existing}</strong>
      {live.map((one) => (
        <p key={one.id}>
          {words.wish.existingLine(money(one, capOf(one), 'up'), dateWords(endsAt(one)))}
        </p>
      ))}
    </Note>
  );
}

/** Contexts of everything else that is live on this chain, asked for once. */
function useBeside(opening: Opening) {
  const beside = useSignal<{ contexts: Hex[]; guardians: Address[] } | null>(null);
  useEffect(() => {
    const { value } = store.golems.value;
    const live = (value?.permissions ?? []).filter(
      (one) =>
        one.chainId === opening.chainId &&
        one.id !== opening.replaces &&
        isLive(one, store.now.value),
    );
    const golems = [...new Set(live.map(({ golem }) => golem))];
    void Promise.all(golems.map((id) => store.plane.ask('golem', { id }))).then((answers) => {
      const told = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
      const contexts = told
        .flatMap((one) => one.contexts)
        .filter(({ permission }) => live.some(({ id }) => id === permission));
      const guardians = told.flatMap(({ golem }) =>
        golem.guardian ? [golem.guardian as Address] : [],
      );
      beside.value = { contexts: contexts.map(({ context }) => context as Hex), guardians };
    });
  }, [opening]);
  return beside;
}

export function WorstCase({ state }: { state: FormState }) {
  const { opening, reading, guardian } = state;
  const beside = useBeside(opening);
  const read = reading.value;
  const owner = store.owner.value;
  if (opening.lease) return null;
  const ready = read.ok && owner && guardian.value !== undefined && beside.value;
  const lines = ready
    ? riskLines({
        owner,
        ask: read.ask,
        guardian: guardian.value ?? null,
        now: Math.floor(store.now.peek() / 60) * 60,
        beside: beside.value?.contexts ?? [],
        guardians: beside.value?.guardians ?? [],
        holdings: [],
      })
    : [read.ok ? words.wish.riskGuardian : words.wish.riskWait];
  return (
    <section class="risk" aria-label={words.wish.risk}>
      <h3>{words.wish.risk}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}
