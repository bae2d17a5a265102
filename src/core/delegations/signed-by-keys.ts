// Whether a chain of delegations is signed, by keys alone. Apart from reading it, because the curve is heavy and few need it.
import { signerOf } from '../bytes/curve';
import { sameAddress } from '../chain/addresses';
import { digestOf } from './delegation';
import type { DelegationChain } from './delegation-chain';

/**
 * Each link is signed by the key that gives it, so nobody but the account can have begun it. An upgraded account
 * (EIP-7702) keeps its key: what its code accepts is that key's signature.
 */
export function isSignedByKeys({ links, chainId }: Pick<DelegationChain, 'links' | 'chainId'>) {
  return links.every((link) =>
    sameAddress(signerOf(digestOf(link, chainId), link.signature), link.delegator),
  );
}
