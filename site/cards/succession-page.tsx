// After a death: what it leaves, what is still open, the certificate, and a successor.

import { dateWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import { capOf } from '../../src/core/runway/health';
import { lifeContext, money } from '../golem/golem-view';
import { presentOf } from '../grant/choices';
import { show } from '../grant/open-form';
import { successionForm } from '../grant/prefill';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { plural } from '../words/plural';
import { useChainFacts } from './chain-facts';
import { DeathSteps } from './death';
import { save } from './download';
import { Button, Card, Fact, Lost, Note, Waiting } from './kit';
import { successionPageWords } from './succession-page.words';

export function SuccessionPage({ id }: { id: string }) {
  const polled = useApi('succession', id, 10_000);
  const detail = useApi('golem', id);
  const history = useApi('history', id, 10_000);
  const known = detail.value.value;
  const facts = useChainFacts(known?.golem ?? null, known ? lifeContext(known, null) : null);
  const { value, failure } = polled.value;
  if (failure?.code === 'not_found')
    return <Lost title={pageWords.unknownTitle} text={pageWords.unknownGolem} />;
  if (failure?.code === 'conflict')
    return <Lost title={successionPageWords.aliveTitle} text={successionPageWords.alive} />;
  // Together, or what comes late would push down what is being read.
  const ready = [detail, history].every((one) => one.value.value || one.value.failure);
  if (!value || !ready) return <Waiting label={pageWords.loadingGolems} />;
  const name = nameOf({ id: value.golem, name: value.name });
  return (
    <>
      <p class="crumb">
        <a href={linkTo('golem', id)}>{name}</a>
      </p>
      <Card title={successionPageWords.heading(name)} level={1}>
        <p>{successionPageWords.died(dateWords(value.diedAt))}</p>
        {known ? (
          <DeathSteps
            detail={known}
            facts={facts.value}
            history={history.value.value?.history ?? []}
          />
        ) : null}
        <LifeFacts value={value} lastCap={lastCapOf(value, known)} />
      </Card>
      <Card title={successionPageWords.begin}>
        <p>{successionPageWords.beginText}</p>
        <Button kind="main" onClick={() => succeed(value, known, name)}>
          {successionPageWords.begin}
        </Button>
      </Card>
      <Certificate id={id} />
    </>
  );
}

type Succession = ResponseOf<'succession'>;
type Known = ResponseOf<'golem'> | null;

/** What it could spend a day when it lived: its lease may have allowed less than the grant above it. */
function lastCapOf({ lastCap }: Succession, known: Known): bigint {
  const last = lastRunway(known);
  return last ? capOf(last) : BigInt(lastCap);
}

function lastRunway(known: Known) {
  const runways = (known?.permissions ?? []).filter(({ token }) => token !== null);
  return [...runways].sort((a, b) => b.startAt - a.startAt)[0] ?? null;
}

function succeed(value: Succession, known: Known, name: string): void {
  const taken = (store.golems.value.value?.golems ?? []).map(({ id }) => id);
  const rules = known ? (presentOf(known, lastRunway(known))?.rules ?? null) : null;
  const { chainId, days } = value;
  const about = { name, chainId, days, cap: lastCapOf(value, known), last: lastRunway(known) };
  show(successionForm({ ...about, rules, taken }));
}

function LifeFacts({ value, lastCap }: { value: Succession; lastCap: bigint }) {
  const { open, spent, days, knowledgeRecord } = value;
  return (
    <>
      {open.length > 0 ? (
        <Note tone="bad">
          <p>{successionPageWords.open}</p>
          <a class="button danger" href={linkTo('revoke', value.golem)}>
            {successionPageWords.end}
          </a>
        </Note>
      ) : null}
      <dl class="facts">
        <Fact label={successionPageWords.spent}>{money(value, BigInt(spent))}</Fact>
        <Fact label={successionPageWords.lastCap}>{money(value, lastCap, 'up')}</Fact>
        <Fact label={successionPageWords.days}>{plural(days, 'day')}</Fact>
        <Fact label={successionPageWords.knowledge}>
          {knowledgeRecord ?? successionPageWords.none}
        </Fact>
      </dl>
    </>
  );
}

function Certificate({ id }: { id: string }) {
  return (
    <Card title={successionPageWords.certificate}>
      <p class="soft">{successionPageWords.certificateText}</p>
      <Button onClick={() => download(id)}>{successionPageWords.download}</Button>
    </Card>
  );
}

function download(id: string): Promise<boolean> {
  return working(successionPageWords.downloading, async () => {
    const certificate = answered(
      await store.plane.ask('certificate', { id, owner: store.owner.value ?? '' }),
    );
    save(`${id}-death-certificate.json`, certificate);
  });
}
