import type { OnCronjobHandler } from '@metamask/snaps-sdk';
import { tick } from './tick';

/** Every five minutes, also while locked. A job of an older version can still fire: it is ignored. */
export const onHeartbeat: OnCronjobHandler = async ({ request }) => {
  if (request.method === 'heartbeat') await tick('heartbeat');
};
