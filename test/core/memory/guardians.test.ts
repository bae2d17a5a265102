import { describe, expect, it } from 'vitest';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { namedGuardians } from '../../../src/core/memory/guardians';
import { emptyState } from '../../../src/core/memory/state';
import { guardianAmong } from '../../../src/core/runway/guardians';
import { aGolem, anAddress, GUARDIAN, OWNER } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';
import { aLeaseRecord, aRecord } from '../../vectors/memory';

const FORMER = anAddress(0xf0);
const ward = { golem: 'atlas', owner: OWNER };
const listed = aRecord({ golem: aGolem({ guardian: FORMER }) });

const aLease = (guardian = GUARDIAN, owner = OWNER) => {
  const grant = aDelegation({ delegate: guardian });
  return encodeContext([leaseLink(grant, { owner }, guardian), grant]);
};

describe('The guardian of a Golem', () => {
  const ours = { present: GUARDIAN, former: FORMER };

  it('is the present one unless one of ours is named', () => {
    expect(guardianAmong(ours, [])).toBe(GUARDIAN);
    expect(guardianAmong(ours, [null, undefined, anAddress(0xba)])).toBe(GUARDIAN);
    expect(guardianAmong(ours, [anAddress(0xba), FORMER.toUpperCase().replace('0X', '0x')])).toBe(
      FORMER,
    );
  });

  it('is named by the lease signed here before the status, which cannot talk it back', () => {
    const state = { ...emptyState(), owner: OWNER, golems: [listed] };
    expect(guardianAmong(ours, namedGuardians(state, ward))).toBe(FORMER);
    const leases = [aLeaseRecord({ context: aLease() })];
    expect(guardianAmong(ours, namedGuardians({ ...state, leases }, ward))).toBe(GUARDIAN);
  });

  it('is not named by leases that were only shown, of another owner or for another Golem', () => {
    const leases = [
      aLeaseRecord({ context: aLease(FORMER), by: 'shown' }),
      aLeaseRecord({ context: aLease(FORMER, anAddress(0x0e)) }),
      aLeaseRecord({ context: aLease(FORMER), golem: 'boreas' }),
    ];
    expect(namedGuardians({ ...emptyState(), owner: OWNER, leases }, ward)).toEqual([]);
  });

  it('is not known here for an owner whom this Snap does not watch for', () => {
    const state = { ...emptyState(), owner: anAddress(0x0e), golems: [listed] };
    expect(namedGuardians(state, ward)).toEqual([]);
    expect(namedGuardians({ ...state, owner: null }, ward)).toEqual([]);
  });
});
