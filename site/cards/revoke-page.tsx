// Ending permissions: what ends, the ways to end it, and how far each one came.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { hashDelegation } from '../../src/core/delegations/delegation';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import { endingsOf } from '../../src/core/runway/endings';
import { isLive } from '../../src/core/runway/health';
import { progressOf, type Revocation } from '../../src/core/runway/revocation';
import { type Open, openGrants } from '../ending/revoking';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { Badge, Card, Lost, Note, type Tone, Waiting } from './kit';
import { OrphansCard, useOrphans } from './orphans';
import { revokePageWords } from './revoke-page.words';
import { Switches, Ways } from './revoke-ways';

export function RevokePage({ id }: { id: string }) {
  const details = useDetails(id);
  const sent = useSignal<readonly Revocation[]>([]);
  const orphans = useOrphans(true);
  const snapshot = store.golems.value.value;
  if (details.value === 'unknown') {
    return (
      <Note tone="bad" role="status">
        {revokePageWords.unknown}
      </Note>
    );
  }
  if (!snapshot || details.value === null) return <Waiting label={pageWords.loadingGolems} />;
  const one = snapshot.golems.find((golem) => golem.id === id);
  if (id !== '' && !one)
    return <Lost title={pageWords.unknownTitle} text={pageWords.unknownGolem} />;
  // What the chain has shown ended is over, though the control plane may not have seen it yet.
  const proven = sent.value.filter(({ step }) => step.state === 'proven').map(({ hash }) => hash);
  const open = openGrants(details.value, store.now.value).filter(
    ({ root }) => !proven.includes(hashDelegation(root)),
  );
  const title = one ? revokePageWords.heading(nameOf(one)) : revokePageWords.headingAll;
  return (
    <>
      <p class="crumb">
        <a href={one ? linkTo('golem', id) : '/'}>{one ? nameOf(one) : pageWords.back}</a>
      </p>
      <Card title={title} level={1}>
        {open.length + orphans.value.length + sent.value.length === 0 ? (
          <p>{revokePageWords.nothing}</p>
        ) : null}
        {open.length === 0 && orphans.value.length > 0 ? <p>{revokePageWords.unusedOnly}</p> : null}
        {open.length > 0 ? <Endings open={open} /> : null}
        {open.length > 0 ? <Ways open={open} sent={sent} /> : null}
        <Sent list={sent.value} />
      </Card>
      <OrphansCard found={orphans} />
      {open.length > 0 && store.account.value ? <Switches open={open} sent={sent} /> : null}
    </>
  );
}

/**
 * Every Golem's contexts: without them nothing can be ended. Renewed with the owner's snapshot. One that does not come
 * leaves the last whole answer as it is: "nothing to revoke" is said only of what was seen whole.
 */
function useDetails(id: string) {
  const details = useSignal<ResponseOf<'golem'>[] | 'unknown' | null>(null);
  const ids =
    id === '' ? (store.golems.value.value?.golems ?? []).map((golem) => golem.id).join() : id;
  const { at: beat, failure } = store.golems.value;
  const turns = useRef({ asked: 0, heard: 0, ids });
  turns.current.ids = ids;
  useEffect(() => {
    if (ids === '' && beat === null) return;
    turns.current.asked += 1;
    const turn = turns.current.asked;
    const asked = ids === '' ? [] : ids.split(',');
    void Promise.all(asked.map((golem) => store.plane.ask('golem', { id: golem }))).then(
      (answers) => {
        // Slow answers are heard, but none after a newer one, or about other Golems than those shown.
        if (turn < turns.current.heard || turns.current.ids !== ids) return;
        turns.current.heard = turn;
        const missing = answers.some((one) => !one.ok && one.failure.code !== 'not_found');
        if (!missing) details.value = answers.flatMap((one) => (one.ok ? [one.value] : []));
        else if (details.value === null) details.value = 'unknown';
      },
    );
  }, [ids, beat, failure]);
  return details;
}

/** One line for each grant that ends, with the Replicants that end with it: they live on their parent's grant. */
function Endings({ open }: { open: readonly Open[] }) {
  const snapshot = store.golems.value.value;
  if (!snapshot) return null;
  const { golems, permissions } = snapshot;
  const listed = permissions.filter(({ id }) => open.some(({ permission }) => permission === id));
  const endings = endingsOf(golems, listed, store.now.value);
  return endings.length === 0 ? null : (
    <div class="stack">
      <strong>{revokePageWords.ends}</strong>
      <ul>
        {endings.flatMap(({ golem, name, lines }) =>
          lines.map((line) => (
            <li key={`${golem} ${line}`}>
              {name}: {line}
              {replicantsOf(golem).map((child) => (
                <small key={child}> {revokePageWords.withIt(child)}</small>
              ))}
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

function replicantsOf(id: string): string[] {
  const { golems = [], permissions = [] } = store.golems.value.value ?? {};
  return golems
    .filter(({ parent }) => parent === id)
    .filter((child) =>
      permissions.some((one) => one.golem === child.id && isLive(one, store.now.value)),
    )
    .map(nameOf);
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
  const refused = refusedAlike(list);
  if (refused !== null) {
    return (
      <p role="status">
        {refused} {revokePageWords.stillOpen(list.length)}
      </p>
    );
  }
  return (
    <section class="stack" aria-live="polite">
      <strong>{progressOf(list).words}</strong>
      <ul class="rows">
        {list.map(({ hash, golem, step }) => (
          <li key={hash}>
            <Badge tone={TONES[step.state]}>
              {calledOf(golem)}: {revokePageWords.states[step.state]}
              {step.state === 'failed' ? ` ${step.reason}` : ''}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing ended, and for one reason: that is one sentence, not one alarm for each grant. */
function refusedAlike(list: readonly Revocation[]): string | null {
  const reasons = list.map(({ step }) => (step.state === 'failed' ? step.reason : null));
  const [first = null] = reasons;
  return reasons.every((reason) => reason === first) ? first : null;
}

function calledOf(id: string): string {
  const golem = store.golems.value.value?.golems.find((one) => one.id === id);
  return golem ? nameOf(golem) : id;
}
