// Where an owner is told besides MetaMask, what was sent there, and what came back.
import { type Signal, useSignal } from '@preact/signals';
import type { ResponseOf } from '../../src/core/protocol/api';
import { renew } from '../owner/owner-snapshot';
import type { Polled } from '../owner/store';
import { useApi } from '../owner/use-api';
import { pageWords } from '../words/page.words';
import { AlertDeliveries } from './alert-deliveries';
import { type Added, AlertForm } from './alert-form';
import { AlertHelp } from './alert-help';
import { AlertLimit } from './alert-limit';
import { AlertTarget } from './alert-target';
import { alertsPageWords } from './alerts-page.words';
import { Button, Card, Note, Waiting } from './kit';

type Alerts = ResponseOf<'alerts'>;

const EVERY_MS = 3000;

export function AlertsPage() {
  const polled = useApi('alerts', '', EVERY_MS);
  const { value, failure } = polled.value;
  const again = () => renewAlerts(polled);
  const added = useSignal<Added | null>(null);
  return (
    <>
      <p class="crumb">
        <a href="/">{pageWords.back}</a>
      </p>
      <h1 class="name">{alertsPageWords.heading}</h1>
      <p>{alertsPageWords.intro}</p>
      <p class="soft">{alertsPageWords.whose}</p>
      {value === null && failure ? <Note tone="bad">{failure.words}</Note> : null}
      {value === null && !failure ? <Waiting label={alertsPageWords.loading} lines={6} /> : null}
      {value === null ? null : (
        <>
          <Targets alerts={value} added={added} again={again} />
          <AlertForm
            alerts={value}
            onAdded={(one) => {
              added.value = one;
              return again();
            }}
          />
          <AlertLimit limits={value.limits} again={again} />
          <AlertDeliveries deliveries={value.deliveries} />
          <AlertHelp />
        </>
      )}
    </>
  );
}

function renewAlerts(polled: Signal<Polled<Alerts>>): Promise<boolean> {
  return renew('alerts', polled);
}

type TargetsProps = {
  alerts: Alerts;
  added: Signal<Added | null>;
  again: () => Promise<boolean>;
};

function Targets({ alerts: { targets, deliveries }, added, again }: TargetsProps) {
  return (
    <Card title={alertsPageWords.targets}>
      {added.value?.secret ? <Secret added={added} /> : null}
      {targets.length === 0 ? (
        <p class="soft">{alertsPageWords.none}</p>
      ) : (
        <ul class="rows">
          {targets.map((target) => (
            <li key={target.id}>
              <AlertTarget
                target={target}
                test={deliveries.find((one) => one.test && one.target === target.id) ?? null}
                again={again}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Stays until the owner says that it is kept, whatever is asked meanwhile. */
function Secret({ added }: { added: Signal<Added | null> }) {
  return (
    <Note tone="low" role="status">
      <strong>{alertsPageWords.secretTitle}</strong>
      <p>
        {alertsPageWords.secretLabel}: <code>{added.value?.secret}</code>
      </p>
      <p>{alertsPageWords.secretText}</p>
      <Button
        onClick={() => {
          added.value = null;
        }}
      >
        {alertsPageWords.secretDone}
      </Button>
    </Note>
  );
}
