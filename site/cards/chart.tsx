// Seven days of redemptions, as bars and as words.
import { dateWords } from '../../src/core/chain/time';
import type { HistoryEntry, Permission } from '../../src/core/protocol/status';
import { barsOf, heightOf } from '../golem/chart';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { chartWords } from './chart.words';

const WIDTH = 280;
const HEIGHT = 72;

export function Chart({
  history,
  runway,
}: {
  history: readonly HistoryEntry[];
  runway: Permission;
}) {
  const now = Math.floor(store.now.value / 60) * 60;
  const bars = barsOf(history, [runway.id], now);
  const total = bars.reduce((sum, { amount }) => sum + amount, 0n);
  const text = chartWords.total(
    money(runway, total),
    bars.reduce((sum, { count }) => sum + count, 0),
  );
  if (total === 0n) return <p class="soft">{chartWords.none}</p>;
  const step = WIDTH / bars.length;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        {bars.map((bar, index) => {
          const height = Math.max(1, (heightOf(bar, bars) * (HEIGHT - 4)) / 100);
          return (
            <rect
              key={bar.startAt}
              class="bar-fill"
              x={index * step + 4}
              width={step - 8}
              y={HEIGHT - height}
              height={height}
              rx="3"
            >
              <title>{`${dateWords(bar.startAt)}: ${money(runway, bar.amount)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
