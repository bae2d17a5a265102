// `authorization: Bardo <owner>.<golem>.<chainId>.<key>.<issuedAt>.<nonce>.<signature>`: how a Golem signs an
// HTTP request. Both sides build the signed message here, so that they cannot differ.
import type { Address, Hex } from 'viem';
import { keccak256 } from '../bytes/hash';
import { isHex, lower, stringToHex } from '../bytes/hex';
import { agentMessageData } from './agent-messages';

/** A request older or younger than this is refused; its nonce is remembered for twice as long. */
export const AGENT_REQUEST_SECONDS = 120;

export type AgentClaim = {
  owner: Address;
  golem: string;
  chainId: number;
  sessionKey: Address;
  issuedAt: number;
  nonce: Hex;
};

/** `path` with its query, e.g. "/api/agent/state"; `body` is the exact text sent, "" when none is. */
export type SignedRequest = { audience: string; method: string; path: string; body: string };

const HEADER =
  /^Bardo (0x[0-9a-fA-F]{40})\.([a-z0-9-]{1,64})\.([1-9][0-9]{0,9})\.(0x[0-9a-fA-F]{40})\.([0-9]{10})\.(0x[0-9a-fA-F]{64})\.(0x[0-9a-fA-F]{130})$/;

export function agentTypedData(claim: AgentClaim, request: SignedRequest) {
  return agentMessageData('AgentRequest', claim.chainId, {
    owner: claim.owner,
    golem: claim.golem,
    sessionKey: claim.sessionKey,
    audience: request.audience,
    method: request.method,
    path: request.path,
    bodyHash: keccak256(stringToHex(request.body)),
    issuedAt: BigInt(claim.issuedAt),
    nonce: claim.nonce,
  });
}

export function agentHeader(claim: AgentClaim, signature: Hex): string {
  const { owner, golem, chainId, sessionKey, issuedAt, nonce } = claim;
  return `Bardo ${[owner, golem, chainId, sessionKey, issuedAt, nonce, signature].join('.')}`;
}

/** null when the header is not one of ours, whole. */
export function parseAgentHeader(
  header: string | null | undefined,
): { claim: AgentClaim; signature: Hex } | null {
  const parts = HEADER.exec(header ?? '');
  if (!parts) return null;
  const [, owner, golem = '', chainId, sessionKey, issuedAt, nonce, signature] = parts;
  if (!isHex(owner) || !isHex(sessionKey) || !isHex(nonce) || !isHex(signature)) return null;
  return {
    claim: {
      owner: lower(owner),
      golem,
      chainId: Number(chainId),
      sessionKey: lower(sessionKey),
      issuedAt: Number(issuedAt),
      nonce: lower(nonce),
    },
    signature,
  };
}
