// The wallet's notifications: taken only within the rules and the budget of the real one.
import type { Json } from '@metamask/snaps-sdk';
import { invalidParams, RpcError } from '../errors';
import { createBudget } from '../rules/budget';
import { noticeFaults } from '../rules/strict';
import type { Notice, NoticeBudget } from '../view';

/** As seen in Flask: per Snap, 2 native per 5 minutes and 5 in-app per minute. */
const LIMITS = {
  native: { most: 2, withinMs: 300_000 },
  inApp: { most: 5, withinMs: 60_000 },
} as const;
const HOOKS = { native: 'showNativeNotification', inApp: 'showInAppNotification' } as const;
/** The list is sent to the page whole with every change. */
const KEPT = 50;

type Kept = Omit<Notice, 'screen'> & { interfaceId: string | null };

export type Notices = {
  /** Throws what the wallet would throw. `open` keeps the expanded view as an interface. */
  take: (params: { [name: string]: Json }, open: (content: Json) => string) => Notice;
  list: () => Kept[];
  readAll: () => void;
  /** Of the desktop: what the wallet would still take now. */
  native: () => NoticeBudget;
};

export function createNotices(snapId: string, now: () => number = Date.now): Notices {
  const budgets = {
    native: createBudget(LIMITS.native, now),
    inApp: createBudget(LIMITS.inApp, now),
  };
  let notices: Kept[] = [];
  let count = 0;
  return {
    take(params, open) {
      const [fault] = [...noticeFaults(params), ...linkFaults(params, snapId)];
      if (fault) throw invalidParams(`Invalid params: ${fault}.`);
      const channel = params.type as Notice['channel'];
      if (!budgets[channel].spend()) throw rateLimited(channel);
      count += 1;
      const notice = {
        id: `notice-${count}`,
        channel,
        atMs: now(),
        message: String(params.message),
        read: false,
        title: typeof params.title === 'string' ? params.title : null,
        interfaceId: params.content === undefined ? null : open(params.content),
        footer: (params.footerLink ?? null) as Notice['footer'],
      };
      notices = [...notices, notice].slice(-KEPT);
      return { ...notice, screen: null };
    },
    list: () => notices,
    readAll() {
      notices = notices.map((notice) => ({ ...notice, read: true }));
    },
    native: () => budgets.native.state(),
  };
}

export function rateLimited(channel: Notice['channel']): RpcError {
  const said = `"${HOOKS[channel]}" is currently rate-limited. Please try again later.`;
  return new RpcError(-32005, said);
}

/** `metamask://snap/<id>/home` must name an installed Snap. */
function linkFaults(params: { [name: string]: Json }, snapId: string): string[] {
  const href = (params.footerLink as { href?: string } | undefined)?.href ?? '';
  const named = /^metamask:\/\/snap\/(.+)\/home$/.exec(href)?.[1];
  return named !== undefined && named !== snapId
    ? ['The Snap being navigated to is not installed']
    : [];
}
