// The last messages: what, where, when, and what became of each. Answers are the target's own words.

import { agoWords, dateWords, durationWords } from '../../src/core/chain/time';
import { type DeliveryRecord, MAX_TOLD } from '../../src/core/protocol/alert-shapes';
import * as store from '../owner/store';
import { alertDeliveriesWords } from './alert-deliveries.words';
import { Badge, Card, type Tone } from './kit';

export function toneOf(state: DeliveryRecord['state']): Tone {
  switch (state) {
    case 'delivered':
      return 'good';
    case 'failed':
      return 'bad';
    case 'unknown':
      return 'low';
    case 'waiting':
    case 'sending':
      return 'calm';
  }
}

export function AlertDeliveries({ deliveries }: { deliveries: readonly DeliveryRecord[] }) {
  return (
    <Card title={alertDeliveriesWords.heading}>
      {deliveries.length === 0 ? (
        <p class="soft">{alertDeliveriesWords.none}</p>
      ) : (
        <>
          {deliveries.length < MAX_TOLD ? null : (
            <p class="soft">{alertDeliveriesWords.most(MAX_TOLD)}</p>
          )}
          <ul class="rows">
            {deliveries.map((one) => (
              <li key={one.id}>
                <Delivery delivery={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Delivery({ delivery }: { delivery: DeliveryRecord }) {
  const { title, label, at, state, attempts, nextAt, answer, causes } = delivery;
  const now = store.now.value;
  const next = nextAt === null || attempts === 0 ? null : nextWords(nextAt - now);
  return (
    <article class="stack">
      <p>
        <strong>{title}</strong>
        {causes > 1 ? ` (${alertDeliveriesWords.causes(causes)})` : ''}
      </p>
      <p class="soft">
        {label} · <time title={dateWords(at)}>{agoWords(at, now)}</time>{' '}
        <Badge tone={toneOf(state)}>{alertDeliveriesWords.states[state]}</Badge>
        {attempts > 1 || next ? ` · ${alertDeliveriesWords.tries(attempts)}` : ''}
        {next ? ` · ${next}` : ''}
      </p>
      {answer ? (
        <p class="soft">
          {alertDeliveriesWords.answer} <q>{answer}</q>
        </p>
      ) : null}
    </article>
  );
}

function nextWords(seconds: number): string {
  return alertDeliveriesWords.next(seconds <= 0 ? 'now' : `in ${durationWords(seconds)}`);
}
