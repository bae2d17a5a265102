// The owner's grant as the wallet returned it, judged before the guardian passes anything of it on. Nothing
// is believed but its bytes: the site may have altered the request, and the owner may have altered it in
// the wallet. Its signature names owner, chain and manager; no word of the site does.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { chainName, hasFramework, sameAddress, tokenOf } from '../chain/addresses';
import {
  type DelegationChain,
  limitsOfChain,
  readDelegationChain,
} from '../delegations/delegation-chain';
import { type GrantTerms, hasWalletRulesOnly } from '../delegations/grant-terms';
import type { Limits } from '../delegations/limits';
import { isSignedByKeys } from '../delegations/signed-by-keys';

export type Judged<T> = { ok: true; value: T } | { ok: false; reason: string };

/** `owner`: the account that pays, and whose signature the grant carries. */
export type Grant = GrantTerms & { chainId: number; limits: Limits };

export type GrantScene = { chainId: number; guardian: Address };

/** `reason` completes a sentence that begins with "Refused:". */
export function judgeGrant(context: Hex, scene: GrantScene): Judged<Grant> {
  const { chainId, guardian } = scene;
  if (!hasFramework(chainId)) {
    return refuse(`MetaMask's permissions do not exist on ${chainName(chainId)}`);
  }
  const read = readOneGrant(context, chainId);
  if (!read.ok) return read;
  const { grant, redeemer, links } = read.value;
  if (!sameAddress(redeemer, guardian)) {
    return refuse(`the grant names ${redeemer} as its delegate, not this Golem's guardian`);
  }
  if (!links.every((link) => hasWalletRulesOnly(link, chainId))) {
    return refuse('the grant carries a rule Bardo cannot read');
  }
  if (!grant || grant.cap === 0n) return refuse('the grant is not one budget per period');
  const problem = useProblem(grant, chainId);
  if (problem) return refuse(problem);
  if (!isSignedByKeys(read.value)) {
    return refuse('the grant is not signed by the account it takes from, on this chain');
  }
  return { ok: true, value: { ...grant, chainId, limits: limitsOfChain(read.value) } };
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** Not judged yet: who holds it and whose it is are claims. */
export function readOneGrant(context: Hex, chainId: number): Judged<DelegationChain> {
  try {
    const read = readDelegationChain(context, chainId);
    return read.links.length === 1
      ? { ok: true, value: read }
      : refuse('the grant is not exactly one delegation');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return refuse(`the grant cannot be read: ${error.reason}`);
  }
}

function useProblem({ expiresAt, payees, token }: GrantTerms, chainId: number): string | null {
  if (expiresAt === null) return 'the grant has no end';
  if (payees?.length === 0) return 'the grant can pay nobody';
  if (token !== null && !tokenOf(chainId, token)) {
    return `the grant pays in a token Bardo does not know: ${token}`;
  }
  return null;
}
