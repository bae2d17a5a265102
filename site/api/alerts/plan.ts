// Which alerts go to which target now. Each target has a queue of its own under the Snap's scheduler: worst first, what
// does not fit into its minute is merged, and the last place is kept for deaths.
import type { Hex } from 'viem';
import type { Alert } from '../../../src/core/memory/alert';
import type { State } from '../../../src/core/memory/state';
import { type AlertMessage, MAX_CAUSES } from '../../../src/core/protocol/alert-shapes';
import { RANK } from '../../../src/core/watch/cause';
import { keyOf } from '../../../src/core/watch/kinds';
import { linkOf } from '../../../src/core/watch/notices';
import { type Naming, type Notice, planBy } from '../../../src/core/watch/schedule';
import { hashOf } from '../plane/secrets';
import { SAW, WHOSE } from './server-words';

/** Of one owner, over all targets. The last of them are for deaths. */
export const MAX_AN_HOUR = 60;
const KEPT_FOR_DEATHS = 12;

export type Planned = { message: Omit<AlertMessage, 'id'>; causes: string[] };

type Queue = {
  owner: Hex;
  state: State;
  /** Cause ids that this target was told. */
  told: ReadonlySet<string>;
  /** What was over by then is no news to it. */
  since: number;
  /** When something was last sent there, in the last minutes, and how much the owner was told in the last hour. */
  sent: readonly number[];
  inHour: number;
  portal: string;
  now: number;
};

/** The same cause that comes back later is another one: it is told again. */
export function causeId(alert: Alert): string {
  return hashOf(`${keyOf(alert)} ${alert.at}`).slice(0, 32);
}

/** What this target has still to be told: all that lasts, and what was over before it could be told. */
export function untold({ state, told, since }: Pick<Queue, 'state' | 'told' | 'since'>): Alert[] {
  return state.alert_history.filter((alert) => {
    const { clearedAt, pending } = alert;
    const concerns = clearedAt === null || (pending.includes('inApp') && clearedAt >= since);
    return concerns && !told.has(causeId(alert));
  });
}

export function planFor(queue: Queue): Planned[] {
  const { state, sent, now } = queue;
  const left = MAX_AN_HOUR - queue.inHour;
  const waiting = untold(queue).filter(({ rank }) => left > KEPT_FOR_DEATHS || isDeath(rank));
  if (left <= 0) return [];
  const alerts = waiting.map((alert) => ({ ...alert, pending: ['inApp' as const] }));
  const notices = planBy(
    NAMING,
    { golems: state.golems, alert_history: alerts, sent: { native: [], inApp: [...sent] } },
    now,
  );
  return notices.slice(0, left).map((notice) => plannedOf(queue, notice, alerts));
}

function isDeath(rank: number): boolean {
  return rank <= RANK.diedReported;
}

const NAMING: Naming<Pick<State, 'golems'>> = {
  keyOf,
  linkOf,
  worstOf: () => RANK.diedReported,
};

function plannedOf({ owner, portal, now }: Queue, notice: Notice, alerts: Alert[]): Planned {
  const own = alerts
    .filter((alert) => notice.keys.includes(keyOf(alert)))
    .sort((a, b) => a.rank - b.rank);
  const [first] = own;
  const worst = Math.min(...own.map(({ rank }) => rank));
  const { link } = notice;
  const news = own.length === 1 && first ? first.title : notice.title;
  return {
    causes: own.map(causeId),
    message: {
      version: 1,
      type: 'alert',
      owner,
      at: now,
      source: 'server',
      title: lineOf(`${SAW} ${news}`),
      text: [notice.message, ...notice.page, WHOSE].join('\n').slice(0, 8000),
      urgency: isDeath(worst) ? 1 : worst <= RANK.declining ? 2 : 3,
      link: `${portal}${pathOf(link, owner)}`,
      count: own.length,
      causes: own.slice(0, MAX_CAUSES).map((alert) => ({
        id: causeId(alert),
        kind: alert.kind,
        golem: alert.golem,
        chainId: alert.chainId,
        since: alert.at,
        over: alert.clearedAt !== null,
        title: alert.title.slice(0, 500),
      })),
    },
  };
}

function pathOf(link: Notice['link'], owner: Hex): string {
  if (link === null) return '/';
  return link.page === 'request'
    ? `/request/${link.request}`
    : `/${link.page}/${owner}/${link.golem}`;
}

/** One line of bounded length. */
export function lineOf(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 280);
}
