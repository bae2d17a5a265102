// On the first page: where else the owner is told, and whether a target has gone deaf.
import { useApi } from '../owner/use-api';
import { alertsLineWords } from './alerts-line.words';
import { Badge } from './kit';

/** Rarely: nothing here is urgent. */
const EVERY_MS = 60_000;

export function AlertsLine() {
  const { value } = useApi('alerts', '', EVERY_MS).value;
  const targets = value?.targets ?? [];
  const stopped = targets.filter(({ paused }) => paused === 'failing' || paused === 'sealed');
  const told = targets.filter(({ paused }) => paused === null);
  return (
    <p class="snap-line">
      <a href="/alerts">{alertsLineWords.link}</a>{' '}
      {value === null ? null : <Told stopped={stopped.length} told={told.length} />}
    </p>
  );
}

function Told({ stopped, told }: { stopped: number; told: number }) {
  if (stopped > 0) return <Badge tone="bad">{alertsLineWords.stopped(stopped)}</Badge>;
  if (told === 0) return <Badge tone="calm">{alertsLineWords.none}</Badge>;
  return <Badge tone="good">{alertsLineWords.some(told)}</Badge>;
}
