// The request that a lease answers, as its key signed it: what its owner compares before a key gets a lease. The lease
// names Golem, chain, owner and key; only the rest comes from the site, so a request of another key, or for another
// Golem or owner, does not prove itself and shows no code.
import type { Address, Hex } from 'viem';
import { signerOf } from '../bytes/curve';
import { sameAddress } from '../chain/addresses';
import type { RunwayProof } from '../protocol/rpc';
import { runwayDigest } from '../protocol/runway-ask';
import { userCodeOf } from '../protocol/user-code';

type Leased = { golem: string; chainId: number; owner: Address; sessionKey: Address };

/** null = the lease's key did not sign this. */
export function codeOfRequest(proof: RunwayProof, leased: Leased): string | null {
  const { signature, codeNonce, ...asked } = proof;
  const digest: Hex | null = runwayDigest({ ...asked, ...leased });
  if (digest === null || !sameAddress(signerOf(digest, signature), leased.sessionKey)) return null;
  return userCodeOf(digest, codeNonce);
}
