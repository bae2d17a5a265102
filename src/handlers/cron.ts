import type { OnCronjobHandler } from '@metamask/snaps-sdk';
import { runCheck } from './check/check';

/** Every five minutes, also while locked. A job of an older version can still fire: it is ignored. */
export const onCheck: OnCronjobHandler = async ({ request }) => {
  if (request.method === 'heartbeat') await runCheck('scheduled');
};
