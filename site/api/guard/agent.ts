// A request signed by a Golem's session key: fresh, for us, and never seen before.
import { recoverTypedDataAddress } from 'viem';
import { sameAddress } from '../../../src/core/chain/addresses';
import {
  AGENT_REQUEST_SECONDS,
  type AgentClaim,
  agentTypedData,
  parseAgentHeader,
} from '../../../src/core/protocol/agent-request';
import type { Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import type { Sql } from '../store/store';
import { isLoopback } from './origin';

type Signed = {
  header: string | undefined;
  /** As the request names it; on this computer it is one of ours. */
  host: string;
  method: string;
  path: string;
  body: string;
};

export async function agentOf(plane: Plane, signed: Signed, now: number): Promise<AgentClaim> {
  const parsed = parseAgentHeader(signed.header);
  demand(parsed, 'unauthorized', 'Sign the request with the session key.');
  const { claim, signature } = parsed;
  demand(
    Math.abs(now - claim.issuedAt) <= AGENT_REQUEST_SECONDS,
    'expired',
    'The request was signed too long ago, or in the future.',
  );
  const { method, path, body } = signed;
  const own = plane.loopback && isLoopback(signed.host) ? [`http://${signed.host}`] : [];
  const signers = await Promise.all(
    [...plane.origins, ...own].map((audience) =>
      recoverTypedDataAddress({
        ...agentTypedData(claim, { audience, method, path, body }),
        signature,
      }).catch(() => null),
    ),
  );
  demand(
    signers.some((signer) => sameAddress(signer, claim.sessionKey)),
    'bad_signature',
    'The request is not signed by the key it names.',
  );
  const fresh = await firstSeen(plane.store, `agent ${claim.sessionKey}`, claim.nonce, now);
  demand(fresh, 'replayed', 'This request was made before.');
  return claim;
}

/** True for the first caller with this nonce, among all processes. */
async function firstSeen(sql: Sql, scope: string, nonce: string, now: number): Promise<boolean> {
  await sql.query('delete from seen where expires_at < $1', [now]);
  const rows = await sql.query(
    `insert into seen (scope, nonce, expires_at) values ($1, $2, $3)
       on conflict (scope, nonce) do nothing returning nonce`,
    [scope, nonce, now + 2 * AGENT_REQUEST_SECONDS + 1],
  );
  return rows.length === 1;
}
