// Where the owner answers a request, and what they compare before they do.
import { runwayDigest } from '../../core/protocol/runway-ask';
import { RUNWAY_KINDS, type RunwayKind } from '../../core/protocol/runway-shapes';
import { userCodeOf } from '../../core/protocol/user-code';
import type { Golem } from '../life/golem';
import type { Waiting } from '../store/events';
import type { Posted } from './kept-request';

export type RequestLink = Waiting & { request_id: string };

export function linkOf({ plane }: Golem, { body, record }: Posted): RequestLink {
  // The id is what the key signed; the control plane's own word for it is only used where nothing can be hashed.
  const digest = runwayDigest(body);
  const id = digest?.slice(2) ?? record.id;
  const { codeNonce } = record;
  return {
    approval_url: `${plane.portal}/request/${id}`,
    request_id: id,
    // Computed here: a code that was only passed on could be another request's.
    user_code: digest && codeNonce ? userCodeOf(digest, codeNonce) : null,
    expires_at: body.deadline,
  };
}

/** What the control plane makes of it; one of before does not say, and then our own memory does. */
export async function kindOf(golem: Golem, { record }: Posted): Promise<RunwayKind> {
  const told = RUNWAY_KINDS.find((kind) => kind === record.kind);
  if (told) return told;
  if (golem.runway) return 'renewal';
  return (await golem.memory.recall()).runway ? 'key' : 'runway';
}
