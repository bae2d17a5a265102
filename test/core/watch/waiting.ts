// Alerts that wait for their notices, and what is planned for them.
import type { Alert, State } from '../../../src/core/memory/state';
import type { Channel } from '../../../src/core/watch/cause';
import { planNotices } from '../../../src/core/watch/notices';
import { NOW } from '../../vectors/builders';
import { aLeaseRecord, anAlert, aState, named } from '../../vectors/memory';

export function waiting(count: number, over: (n: number) => Partial<Alert> = () => ({})): Alert[] {
  return Array.from({ length: count }, (_, n) =>
    anAlert({
      ...named(`k-${n}`),
      title: `Title ${n}`,
      native: `Native ${n}`,
      body: `Body ${n}`,
      ...over(n),
    }),
  );
}

/** Somebody is leased here: only a death that the chain shows has the place that is kept. */
export const leases = [aLeaseRecord()];
export const { golems } = aState();

export function plan(alerts: Alert[], sent: State['sent'] = { native: [], inApp: [] }, now = NOW) {
  const notices = planNotices({ alert_history: alerts, sent, leases, golems }, now);
  const of = (channel: Channel) => notices.filter((notice) => notice.channel === channel);
  return { native: of('native'), inApp: of('inApp') };
}
