// STRATEGY.md to the least that carries it out, by core's compiler; each value names its sentence.
import { type Signal, useSignal } from '@preact/signals';
import { ETHER } from '../../src/core/chain/chains/currencies';
import { DAY } from '../../src/core/chain/time';
import { typedText } from '../../src/core/chain/typed-amount';
import { type Compiled, compileStrategy } from '../../src/core/strategy/compile';
import type { Allowance } from '../../src/core/strategy/strategy-answers';
import { periodNamed } from '../grant/form-fields';
import { MIN_GAS } from '../grant/gas';
import * as store from '../owner/store';
import { Field } from './fields';
import type { FormState } from './form-state';
import { Button } from './kit';
import { strategyWords } from './strategy.words';

export function StrategyPaste({ state }: { state: FormState }) {
  const text = useSignal('');
  const { chainId } = state.openForm;
  const compiled =
    text.value.trim() === ''
      ? null
      : compileStrategy(text.value, { chainId, now: store.now.peek() });
  return (
    <details class="more">
      <summary>{strategyWords.heading}</summary>
      <div class="stack">
        <Field
          id="strategy"
          label="STRATEGY.md"
          hint={strategyWords.hint}
          lines={6}
          value={text.value}
          onInput={(value) => {
            text.value = value;
          }}
        />
        {compiled ? <Reading compiled={compiled} /> : null}
        {compiled ? <Suggestions compiled={compiled} text={text} /> : null}
        {compiled?.request ? (
          <Button onClick={() => fill(state, compiled)}>{strategyWords.use}</Button>
        ) : null}
      </div>
    </details>
  );
}

function Reading({ compiled: { parts, questions, mandates } }: { compiled: Compiled }) {
  return (
    <>
      <Lines
        title={strategyWords.parts}
        lines={parts.map(
          ({ field, source }) =>
            `${strategyWords.fields[field]}: ${source ? `“${source}”` : strategyWords.usual}`,
        )}
      />
      <Lines
        title={strategyWords.questions}
        lines={questions.map(({ why, source }) => (source ? `${why}: “${source}”` : why))}
      />
      <Lines
        title={strategyWords.mandates}
        lines={mandates.map(({ capability, source }) => `${capability}: “${source}”`)}
      />
    </>
  );
}

/** What the text leaves out is never filled in unasked: the estimate becomes a sentence of it, where its owner sees it. */
function Suggestions({ compiled, text }: { compiled: Compiled; text: Signal<string> }) {
  const missing = compiled.questions.flatMap(({ about, source, suggestion }) => {
    if (source !== null || suggestion === null) return [];
    return about === 'budget' || about === 'gas' ? sentenceFor(about, suggestion.amount) : [];
  });
  return missing.length === 0 ? null : (
    <div class="row">
      {missing.map((sentence) => (
        <Button
          key={sentence}
          onClick={() => {
            text.value = `${text.value.trimEnd()}\n\n${sentence}\n`;
          }}
        >
          {strategyWords.add(sentence)}
        </Button>
      ))}
    </div>
  );
}

/** As the compiler reads it: the estimates are a day's, and gas is in ether on every chain. */
function sentenceFor(about: 'budget' | 'gas', amount: bigint): string {
  return about === 'budget'
    ? strategyWords.budget(typedText(amount, 6))
    : strategyWords.gas(typedText(amount, 18), ETHER.symbol);
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return lines.length === 0 ? null : (
    <div>
      <strong>{title}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** A lease counts ether in millionths. */
function wholeGas(wei: bigint): bigint {
  return wei - (wei % MIN_GAS);
}

/** A week stays a week. Of other periods a day's part is asked for, rounded down: never wider than the text. */
function runwayFields(runway: Allowance, perDay: (one: Allowance) => bigint) {
  const period = periodNamed(runway.every);
  return period
    ? { period, daily: '', amount: typedText(runway.amount, 6) }
    : { period: 'day' as const, daily: '', amount: typedText(perDay(runway), 6) };
}

/** Longer periods than a day are spread over their days, rounded down: never wider than the text. */
function fill({ fields }: FormState, { request }: Compiled): void {
  if (!request) return;
  const perDay = ({ amount, every }: { amount: bigint; every: number }) =>
    every >= DAY ? (amount * BigInt(DAY)) / BigInt(every) : amount;
  fields.value = {
    ...fields.value,
    ...runwayFields(request.runway, perDay),
    days: `${request.days}`,
    payees: (request.payees ?? []).join('\n') || fields.value.payees,
    replicants: request.replicants ? typedText(perDay(request.replicants), 6) : '0',
    gasDaily: request.gas ? typedText(wholeGas(perDay(request.gas)), 18) : '0',
  };
}
