// The wallet's notifications. A refusal is a value with its cause: the scheduler queues the notice again, and a cause
// that is not the rate limit is told on the home page.
import { Box, Text } from '@metamask/snaps-sdk/jsx';
import { printable } from '../core/findings/finding';
import type { Notice } from '../core/watch/schedule';
import { golemPath, noticeLink, requestPath } from './portal';

/**
 * `taken`: the news is in the wallet. `problem`: why something of it was refused, in the wallet's words; null also when
 * it was only too much for the moment.
 */
export type Sent = { taken: boolean; problem: string | null };

/** EIP-1474, limit exceeded: the wallet's answer when its budget is used up. */
const LIMIT_EXCEEDED = -32005;
const MAX_WORDS = 160;

/** Delivery by the operating system is not known to anyone. */
export async function sendNotice(notice: Notice, owner: string | null): Promise<Sent> {
  const sent = await notify(paramsOf(notice, owner));
  if (sent.problem === null || notice.channel === 'native') return sent;
  // A page or a link that the wallet does not take must not keep the news itself out of the list.
  const plain = await notify({ type: 'inApp', message: notice.message });
  return { taken: plain.taken, problem: sent.problem };
}

type Params = { type: 'inApp'; message: string } | ReturnType<typeof paramsOf>;

async function notify(params: Params): Promise<Sent> {
  try {
    await snap.request({ method: 'snap_notify', params });
    return { taken: true, problem: null };
  } catch (error) {
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
    const isLimit = code === LIMIT_EXCEEDED || /rate-limited/.test(`${message}`);
    return { taken: false, problem: isLimit ? null : printable(`${message}`, MAX_WORDS) };
  }
}

function paramsOf(notice: Notice, owner: string | null) {
  if (notice.channel === 'native') return { type: 'native' as const, message: notice.message };
  return {
    type: 'inApp' as const,
    message: notice.message,
    title: notice.title,
    content: (
      <Box>
        {notice.page.map((line) => (
          <Text>{line}</Text>
        ))}
      </Box>
    ),
    footerLink: { href: noticeLink(pathOf(notice, owner)), text: 'Open Bardo' },
  };
}

function pathOf({ link }: Notice, owner: string | null): string {
  if (link === null) return '/';
  return link.page === 'request'
    ? requestPath(link.request)
    : golemPath(link.page, link.golem, owner);
}
