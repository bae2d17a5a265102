// A Golem's request for a runway as its key signs it. One that names payees is a message of its own type, so the
// older form keeps its hash: agents and control planes of before are understood, and payees can neither be added to
// a request nor taken from it without breaking the signature.
import type { Address, Hex } from 'viem';
import { signerOf } from '../bytes/curve';
import { hashTypedData } from '../bytes/typed-hash';
import { sameAddress } from '../chain/addresses';
import { agentMessageData } from './agent-messages';
import type { RunwayAskBody, RunwayRecord } from './runway-shapes';

type Asked = Pick<
  RunwayAskBody,
  'golem' | 'chainId' | 'owner' | 'sessionKey' | 'token' | 'amount' | 'days' | 'deadline' | 'nonce'
> & { payees?: readonly Address[] };

/** Throws a RangeError for an amount that no word holds. */
export function runwayTypedData({ payees = [], chainId, ...asked }: Asked) {
  const message = {
    golem: asked.golem,
    owner: asked.owner,
    sessionKey: asked.sessionKey,
    token: asked.token,
    amount: BigInt(asked.amount),
    days: BigInt(asked.days),
    deadline: BigInt(asked.deadline),
    nonce: asked.nonce,
  };
  return payees.length === 0
    ? agentMessageData('RunwayRequest', chainId, message)
    : agentMessageData('RunwayRequestTo', chainId, { ...message, payees });
}

/** The digest that is signed; it is the request's id as well. null for what cannot be hashed. */
export function runwayDigest(asked: Asked): Hex | null {
  try {
    return hashTypedData(runwayTypedData(asked));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Whether the key it names signed exactly this: Golem, chain, owner, money, days, payees, deadline. What is shown
 * without nonce or signature, as of a control plane of before, is signed by nobody as far as anyone can tell.
 */
export function isSignedRunway({ nonce, signature, ...asked }: RunwayAskBody | RunwayRecord) {
  if (nonce === undefined || signature === undefined) return false;
  const digest = runwayDigest({ ...asked, nonce });
  return digest !== null && sameAddress(signerOf(digest, signature), asked.sessionKey);
}
