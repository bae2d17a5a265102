// The wallet's notifications: taken only within the rules and the budget of the real one.
import type { Json } from '@metamask/snaps-sdk';
import { noticeFaults } from '../rules/strict';
import type { Notice } from '../view';
import { invalidParams, RpcError } from './errors';

/** As seen in Flask: per Snap, 2 native per 5 minutes and 5 in-app per minute. */
const BUDGET = {
  native: { most: 2, withinMs: 300_000, hook: 'showNativeNotification' },
  inApp: { most: 5, withinMs: 60_000, hook: 'showInAppNotification' },
} as const;

export type Notices = {
  /** Throws what the wallet would throw. `open` keeps the expanded view as an interface. */
  take: (params: { [name: string]: Json }, open: (content: Json) => string) => Notice;
  list: () => (Omit<Notice, 'screen'> & { interfaceId: string | null })[];
  readAll: () => void;
};

export function createNotices(snapId: string, now: () => number = Date.now): Notices {
  let notices: (Omit<Notice, 'screen'> & { interfaceId: string | null })[] = [];
  return {
    take(params, open) {
      const [fault] = [...noticeFaults(params), ...linkFaults(params, snapId)];
      if (fault) throw invalidParams(`Invalid params: ${fault}.`);
      const channel = params.type as Notice['channel'];
      const { most, withinMs, hook } = BUDGET[channel];
      const recent = notices.filter((n) => n.channel === channel && n.atMs > now() - withinMs);
      if (recent.length >= most) {
        throw new RpcError(-32005, `"${hook}" is currently rate-limited. Please try again later.`);
      }
      const notice = {
        id: `notice-${notices.length + 1}`,
        channel,
        atMs: now(),
        message: String(params.message),
        read: false,
        title: typeof params.title === 'string' ? params.title : null,
        interfaceId: params.content === undefined ? null : open(params.content),
        footer: (params.footerLink ?? null) as Notice['footer'],
      };
      notices = [...notices, notice];
      return { ...notice, screen: null };
    },
    list: () => notices,
    readAll() {
      notices = notices.map((notice) => ({ ...notice, read: true }));
    },
  };
}

/** `metamask://snap/<id>/home` must name an installed Snap. */
function linkFaults(params: { [name: string]: Json }, snapId: string): string[] {
  const href = (params.footerLink as { href?: string } | undefined)?.href ?? '';
  const named = /^metamask:\/\/snap\/(.+)\/home$/.exec(href)?.[1];
  return named !== undefined && named !== snapId
    ? ['The Snap being navigated to is not installed']
    : [];
}
