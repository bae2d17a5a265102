// The wallet's notifications. A refusal (rate limit, closed browser permission) is a value: the
// scheduler queues the notice again.
import { Box, Text } from '@metamask/snaps-sdk/jsx';
import type { Notice } from '../core/watch/notices';
import { noticeLink } from './portal';

/** True when the wallet took it. Delivery by the operating system is not known to anyone. */
export async function sendNotice(notice: Notice): Promise<boolean> {
  try {
    await snap.request({ method: 'snap_notify', params: paramsOf(notice) });
    return true;
  } catch {
    return false;
  }
}

function paramsOf(notice: Notice) {
  if (notice.channel === 'native') return { type: 'native' as const, message: notice.message };
  return {
    type: 'inApp' as const,
    message: notice.message,
    title: notice.title,
    content: (
      <Box>
        <Text>{notice.body}</Text>
      </Box>
    ),
    footerLink: { href: noticeLink(pathOf(notice)), text: 'Open Bardo' },
  };
}

/** A death leads to the succession page, anything else about one Golem to its page. */
function pathOf(notice: Notice): string {
  if (notice.golem === null) return '/';
  const died = notice.keys.some((key) => key.startsWith('died:'));
  return died ? `/succession/${notice.golem}` : `/golem/${notice.golem}`;
}
