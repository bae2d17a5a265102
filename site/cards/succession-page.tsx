// After a death: what it leaves, what is still open, the certificate, and a successor.

import { dateWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import { capOf } from '../../src/core/runway/health';
import { lifeContext, money } from '../golem/golem-view';
import { presentOf } from '../grant/choices';
import { bequeath } from '../grant/heirloom';
import { show } from '../grant/open-form';
import { successionForm } from '../grant/prefill';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { plural } from '../words/plural';
import { CertificateCard } from './certificate';
import { useChainFacts } from './chain-facts';
import { DeathSteps } from './death';
import { EndingCard } from './ending-card';
import { Button, Card, Fact, Lost, Waiting } from './kit';
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
        {value.knowledgeRecord ? (
          <p>{successionPageWords.inherits(value.knowledgeRecord)}</p>
        ) : null}
        <Button kind="main" onClick={() => succeed(value, known, name)}>
          {successionPageWords.begin}
        </Button>
      </Card>
      {known ? <EndingCard detail={known} facts={facts.value} left={value} quiet /> : null}
      <CertificateCard id={id} />
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
  const form = successionForm({ ...about, rules, taken });
  // The successor starts with what the dead one learned.
  const heir = { owner: store.owner.value ?? '', golem: form.fields.golem };
  bequeath(localStorage, { ...heir, record: value.knowledgeRecord });
  show(form);
}

function LifeFacts({ value, lastCap }: { value: Succession; lastCap: bigint }) {
  return (
    <dl class="facts">
      <Fact label={successionPageWords.lastCap}>{money(value, lastCap, 'up')}</Fact>
      <Fact label={successionPageWords.days}>{plural(value.days, 'day')}</Fact>
    </dl>
  );
}
