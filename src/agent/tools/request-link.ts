// Where the owner answers a request, and what they compare before they do.
import { runwayDigest } from '../../core/protocol/runway-ask';
import type { Golem } from '../life/golem';
import type { Waiting } from '../store/events';
import type { Posted } from './kept-request';

export type RequestLink = Waiting & { request_id: string };
export type RequestKind = 'runway' | 'key' | 'renewal';

export function linkOf({ plane }: Golem, { body, record }: Posted): RequestLink {
  // The id is what the key signed; the control plane's own word for it is only used where nothing can be hashed.
  const digest = runwayDigest(body);
  const id = digest?.slice(2) ?? record.id;
  return {
    approval_url: `${plane.portal}/request/${id}`,
    request_id: id,
    user_code: null,
    expires_at: body.deadline,
  };
}

/** A key without a runway, of a Golem that had one, has replaced a lost one. */
export async function kindOf(golem: Golem): Promise<RequestKind> {
  if (golem.runway) return 'renewal';
  const { runway } = await golem.memory.recall();
  return runway ? 'key' : 'runway';
}
