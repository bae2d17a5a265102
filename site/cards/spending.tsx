// What was spent day by day: of one Golem and its Replicants, or of all of the owner's Golems beside each other.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Golem, Permission } from '../../src/core/protocol/status';
import { dayBounds } from '../golem/days';
import { type Spending, spendingsOf, spentWords } from '../golem/spending';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { Chart, SpendingTable } from './chart';
import { chartWords } from './chart.words';
import { Card, Note, Waiting } from './kit';

const RANGES = [7, 30] as const;
const EVERY_MS = 15_000;

type Props = {
  golems: readonly Golem[];
  permissions: readonly Permission[];
  /** Ids of those that are shown; null = all. */
  only: readonly string[] | null;
  title: string;
  /** What one Golem may spend in a day. */
  cap?: { chainId: number; token: string | null; amount: bigint } | null;
};

/** As high before it is read as after: what stands below it stays where it is. */
export function SpendingCard(props: Props) {
  return (
    <div class="spending">
      <Content {...props} />
    </div>
  );
}

function Content({ golems, permissions, only, title, cap = null }: Props) {
  const days = useSignal<number>(RANGES[0]);
  const chosen = useSignal(0);
  const bounds = dayBounds(store.now.value, days.value).join();
  const answer = useApi('spending', '', EVERY_MS, `bounds=${bounds}`);
  const { value: latest, failure } = answer.value;
  // Another range keeps what is shown until it is there.
  const kept = useRef(latest);
  kept.current = latest ?? kept.current;
  const value = kept.current;
  if (!value) {
    return failure ? (
      <Card title={title}>
        <p role="status">{chartWords.unread}</p>
      </Card>
    ) : (
      <Waiting label={title} lines={6} />
    );
  }
  const moneys = spendingsOf(value, { golems, permissions }, only);
  const spending = moneys[Math.min(chosen.value, moneys.length - 1)];
  return (
    <Card title={title} aside={<Ranges days={days} />}>
      {spending ? (
        <figure class="chart">
          {moneys.length > 1 ? <Moneys moneys={moneys} chosen={chosen} /> : null}
          <Chart key={spending.bars.length} spending={spending} cap={capIn(spending, cap)} />
          <Legend spending={spending} />
          <figcaption>
            {chartWords.total(spentWords(spending, spending.total), spending.payments, days.value)}
            <br />
            {chartWords.source}
          </figcaption>
          <SpendingTable spending={spending} />
        </figure>
      ) : (
        <p class="soft">{chartWords.none(value.bounds.length - 1)}</p>
      )}
      {value.truncated ? <Note tone="low">{chartWords.truncated}</Note> : null}
    </Card>
  );
}

function capIn({ chainId, token }: Spending, cap: Props['cap']): bigint | null {
  return cap && cap.chainId === chainId && cap.token === token ? cap.amount : null;
}

function Ranges({ days }: { days: { value: number } }) {
  return (
    <fieldset class="choice" aria-label={chartWords.ranges}>
      {RANGES.map((range) => (
        <button
          key={range}
          type="button"
          class="bare"
          aria-pressed={days.value === range}
          onClick={() => {
            days.value = range;
          }}
        >
          {chartWords.range(range)}
        </button>
      ))}
    </fieldset>
  );
}

function Moneys({ moneys, chosen }: { moneys: readonly Spending[]; chosen: { value: number } }) {
  return (
    <fieldset class="choice" aria-label={chartWords.money}>
      {moneys.map((one, index) => (
        <button
          key={`${one.chainId} ${one.token}`}
          type="button"
          class="bare"
          aria-pressed={chosen.value === index}
          onClick={() => {
            chosen.value = index;
          }}
        >
          {spentWords(one, one.total)}
        </button>
      ))}
    </fieldset>
  );
}

/** Colours with their names and figures: colour alone says nothing. */
function Legend({ spending }: { spending: Spending }) {
  if (spending.series.length < 2) return null;
  return (
    <ul class="legend">
      {spending.series.map(({ golem, name, total }, index) => (
        <li key={golem}>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <rect class={`bar-fill part-${Math.min(index, 5)}`} width="10" height="10" rx="2" />
          </svg>{' '}
          {name} {spentWords(spending, total)}
        </li>
      ))}
    </ul>
  );
}
