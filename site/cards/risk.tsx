// What is live already, and the worst case of what is being asked for on top of it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address, Hex } from 'viem';
import { DAY, dateWords, periodWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { capOf, endsAt, isLive } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import type { Ask } from '../grant/draft';
import type { OpenRunwayForm } from '../grant/open-form';
import { riskLines } from '../grant/risk';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { Note } from './kit';
import { riskWords } from './risk.words';

export function ExistingGrant({ openForm }: { openForm: OpenRunwayForm }) {
  const { value } = store.golems.value;
  if (openForm.lease) return null;
  const live = (value?.permissions ?? []).filter(
    (one) =>
      one.golem === openForm.fields.golem && one.token !== null && isLive(one, store.now.value),
  );
  return live.length === 0 ? null : (
    <Note tone="low">
      <strong>{riskWords.existing}</strong>
      {live.map((one) => (
        <p key={one.id}>
          {riskWords.existingLine(
            money(one, one.periodSeconds === DAY ? capOf(one) : BigInt(one.cap), 'up'),
            periodWords(BigInt(one.periodSeconds)),
            dateWords(endsAt(one)),
          )}
        </p>
      ))}
    </Note>
  );
}

type Scope = { chainId: number; replaces: string | null };

/** The owner's other live permissions on this chain; null while nobody has said which there are. */
function othersIn({ chainId, replaces }: Scope): readonly Permission[] | null {
  const { value } = store.golems.value;
  if (!value) return null;
  return value.permissions.filter(
    (one) => one.chainId === chainId && one.id !== replaces && isLive(one, store.now.value),
  );
}

/** Contexts of everything else that is live on this chain, asked for whenever that is something else. */
function useOthers(scope: Scope) {
  const others = useSignal<{ contexts: Hex[]; guardians: Address[] } | 'unknown' | null>(null);
  const live = othersIn(scope);
  useEffect(() => {
    let over = false;
    others.value = null;
    if (!live) return undefined;
    const golems = [...new Set(live.map(({ golem }) => golem))];
    void Promise.all(golems.map((id) => store.plane.ask('golem', { id }))).then((answers) => {
      if (over) return;
      const told = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
      // A grant that is left out would make the worst case look better than it is.
      if (told.length < answers.length) {
        others.value = 'unknown';
        return;
      }
      const contexts = told
        .flatMap((one) => one.contexts)
        .filter(({ permission }) => live.some(({ id }) => id === permission));
      const guardians = told.flatMap(({ golem }) => (golem.guardian ? [golem.guardian] : []));
      others.value = { contexts: contexts.map(({ context }) => context), guardians };
    });
    return () => {
      over = true;
    };
  }, [live?.map((one) => `${one.id} ${one.lease?.generation}`).join()]);
  return others;
}

type WorstProps = Scope & {
  /** null while the form is not complete. */
  ask: Ask | null;
  /** undefined = not known yet, null = without a Snap. */
  guardian: Hex | null | undefined;
  /** The grant that stays, where only the lease on it is new. */
  grant?: Hex | null;
};

export function WorstCase({ ask, guardian, grant = null, ...scope }: WorstProps) {
  const others = useOthers(scope);
  const owner = store.owner.value;
  const lines = linesOf();
  function linesOf(): string[] {
    if (!ask || !owner) return [riskWords.incomplete];
    if (others.value === 'unknown') return [riskWords.unknown];
    if (guardian === undefined) return [riskWords.noGuardian];
    if (others.value === null) return [pageWords.working];
    const { contexts, guardians } = others.value;
    const now = Math.floor(store.now.peek() / 60) * 60;
    return riskLines({
      owner,
      ask,
      guardian,
      now,
      others: contexts,
      guardians,
      grant,
      holdings: [],
    });
  }
  return (
    <section class="risk" aria-label={riskWords.heading}>
      <h3>{riskWords.heading}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}
