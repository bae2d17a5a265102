import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../../../src/core/bytes/abi';
import { leaseAmong, readContext } from '../../../src/core/delegations/context';
import { encodeContext, hashDelegation } from '../../../src/core/delegations/delegation';
import { BASE, GUARDIAN, OWNER, SESSION_KEY } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';

const grant = aDelegation();
const lease = leaseLink(grant);

describe('A context', () => {
  it('is held with its hashes, who pays and who may redeem', () => {
    const context = encodeContext([lease, grant]);

    expect(readContext(context, BASE)).toMatchObject({
      chainId: BASE,
      context,
      hashes: [hashDelegation(lease), hashDelegation(grant)],
      account: getAddress(OWNER),
      redeemer: getAddress(SESSION_KEY),
    });
  });

  it('that is empty, or whose links do not fit together, is not held', () => {
    const stray = aDelegation({ salt: 9n });

    expect(() => readContext(encodeContext([]), BASE)).toThrow(Unreadable);
    expect(() => readContext(encodeContext([lease, stray]), BASE)).toThrow(Unreadable);
    expect(() => readContext(encodeContext([lease]), BASE)).toThrow(Unreadable);
  });
});

describe('The lease among its links', () => {
  it('is told with who gave it', () => {
    expect(leaseAmong([lease, grant])).toMatchObject({
      guardian: GUARDIAN,
      hash: hashDelegation(lease),
      terms: { sessionKey: getAddress(SESSION_KEY) },
    });
    expect(leaseAmong([grant])).toBeNull();
  });
});
