import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { encodeContext, hashDelegation } from '../../../src/core/delegations/delegation';
import {
  readDelegationChain,
  readGrantedChain,
} from '../../../src/core/delegations/delegation-chain';
import { BASE, GUARDIAN, OWNER, SESSION_KEY } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';

const grant = aDelegation();
const lease = leaseLink(grant);

describe('A chain of delegations', () => {
  it('is read with its hashes, who pays and who may redeem', () => {
    const context = encodeContext([lease, grant]);

    expect(readDelegationChain(context, BASE)).toMatchObject({
      chainId: BASE,
      context,
      hashes: [hashDelegation(lease), hashDelegation(grant)],
      account: OWNER,
      redeemer: SESSION_KEY,
    });
  });

  it('that is empty, or whose links do not fit together, is not read', () => {
    const stray = aDelegation({ salt: 9n });

    for (const links of [[], [lease, stray], [lease]]) {
      expect(() => readDelegationChain(encodeContext(links), BASE)).toThrow(Unreadable);
      expect(readGrantedChain(encodeContext(links), BASE)).toBeNull();
    }
  });

  it('tells its lease with who gave it', () => {
    expect(readDelegationChain(encodeContext([lease, grant]), BASE).lease).toMatchObject({
      guardian: GUARDIAN,
      hash: hashDelegation(lease),
      terms: { sessionKey: SESSION_KEY },
    });
    expect(readDelegationChain(encodeContext([grant]), BASE).lease).toBeNull();
  });
});
