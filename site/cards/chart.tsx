// Spending by day: bars with a readable axis, the value of a day for whoever points at it or goes there by keyboard,
// and the same as a table.
import { useSignal } from '@preact/signals';
import { type DrawnBar, drawingOf } from '../golem/chart';
import { type Spending, spentWords } from '../golem/spending';
import { timeWords } from '../words/time';
import { chartWords } from './chart.words';

const FRAME = { width: 300, height: 130 };
/** Room for the figures at the left and the days below. */
const LEFT = 70;
const BELOW = 24;
/** Beyond these the eye tells no colours apart. */
const COLOURS = 6;

type Props = { spending: Spending; cap: bigint | null };

export function Chart({ spending, cap }: Props) {
  const { bars } = spending;
  const shown = useSignal(bars.length - 1);
  const place = Math.min(shown.value, bars.length - 1);
  return (
    <>
      <div
        class="chart-drawing"
        role="slider"
        tabIndex={0}
        aria-label={chartWords.chart}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={place}
        aria-valuetext={dayWords(spending, place)}
        onKeyDown={(event) => {
          const by = STEPS[event.key];
          if (by === undefined) return;
          event.preventDefault();
          shown.value = Math.max(0, Math.min(bars.length - 1, place + by));
        }}
      >
        <Picture spending={spending} cap={cap} place={place} shown={shown} />
      </div>
      <p class="chart-day">{dayWords(spending, place)}</p>
      {cap === null ? null : (
        <p class="chart-cap soft">{chartWords.cap(spentWords(spending, cap))}</p>
      )}
    </>
  );
}

/** For the eye; in words it stands around it. */
function Picture({ spending, cap, place, shown }: Props & Pointing) {
  const { bars, series } = spending;
  const { bars: drawn, ticks, capY } = drawingOf(bars, cap, FRAME);
  const colourOf = (golem: string) => {
    const index = series.findIndex((one) => one.golem === golem);
    return `part-${Math.min(index, COLOURS - 1)}`;
  };
  return (
    <svg viewBox={`0 0 ${LEFT + FRAME.width} ${FRAME.height + BELOW}`} aria-hidden="true">
      <Axis spending={spending} ticks={ticks} />
      {drawn.map((bar, index) => (
        <Day
          key={bar.startAt}
          bar={bar}
          chosen={index === place}
          named={index % Math.ceil(bars.length / 7) === 0}
          colourOf={colourOf}
          onPoint={() => {
            shown.value = index;
          }}
        />
      ))}
      {capY === null ? null : (
        <line class="cap-line" x1={LEFT} x2={LEFT + FRAME.width} y1={capY} y2={capY} />
      )}
    </svg>
  );
}

type Pointing = { place: number; shown: { value: number } };

const STEPS: { [key: string]: number } = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -1000,
  End: 1000,
};

function Axis({
  spending,
  ticks,
}: {
  spending: Spending;
  ticks: readonly { amount: bigint; y: number }[];
}) {
  return (
    <>
      {ticks.map(({ amount, y }) => (
        <g key={`${amount}`}>
          <line class="tick-line" x1={LEFT} x2={LEFT + FRAME.width} y1={y} y2={y} />
          <text class="tick" x={LEFT - 6} y={Math.max(10, y + 4)} text-anchor="end">
            {spentWords(spending, amount)}
          </text>
        </g>
      ))}
    </>
  );
}

type DayProps = {
  bar: DrawnBar;
  chosen: boolean;
  named: boolean;
  colourOf: (golem: string) => string;
  onPoint: () => void;
};

function Day({ bar, chosen, named, colourOf, onPoint }: DayProps) {
  const middle = LEFT + bar.x + bar.width / 2;
  return (
    <g onPointerEnter={onPoint} onPointerDown={onPoint}>
      <rect
        class={chosen ? 'day chosen' : 'day'}
        x={LEFT + bar.x - 2}
        width={bar.width + 4}
        y={0}
        height={FRAME.height}
        rx="4"
      />
      {bar.rects.map(({ key, x, ...size }) => (
        <rect key={key} class={`bar-fill ${colourOf(key)}`} x={LEFT + x} {...size} rx="2" />
      ))}
      {named ? (
        <text class="tick" x={middle} y={FRAME.height + 17} text-anchor="middle">
          {timeWords(bar.startAt, 'short')}
        </text>
      ) : null}
    </g>
  );
}

function dayWords(spending: Spending, place: number): string {
  const bar = spending.bars[place];
  if (!bar) return '';
  const total = bar.parts.reduce((sum, { amount }) => sum + amount, 0n);
  const parts = bar.parts.flatMap(({ key, amount }) => {
    const name = spending.series.find(({ golem }) => golem === key)?.name ?? key;
    return amount === 0n ? [] : [chartWords.part(name, spentWords(spending, amount))];
  });
  const detail = spending.series.length > 1 && parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `${chartWords.day(timeWords(bar.startAt, 'day'), spentWords(spending, total))}${detail}`;
}

/** The same figures for who reads rather than looks. */
export function SpendingTable({ spending }: { spending: Spending }) {
  const { bars, series } = spending;
  return (
    <details class="more">
      <summary>{chartWords.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard */}
      <section class="scrolls" tabIndex={0} aria-label={chartWords.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{chartWords.date}</th>
              {series.map(({ golem, name }) => (
                <th scope="col" key={golem}>
                  {name}
                </th>
              ))}
              {series.length > 1 ? <th scope="col">{chartWords.all}</th> : null}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ startAt, parts }) => (
              <tr key={startAt}>
                <th scope="row">{timeWords(startAt, 'day')}</th>
                {parts.map(({ key, amount }) => (
                  <td key={key}>{spentWords(spending, amount)}</td>
                ))}
                {series.length > 1 ? (
                  <td>
                    {spentWords(
                      spending,
                      parts.reduce((sum, { amount }) => sum + amount, 0n),
                    )}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
