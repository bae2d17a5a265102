import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeCall } from '../../../src/core/decoders';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import { rulesOf } from '../../../src/core/findings/delegation';
import { dangersOf } from '../../../src/core/findings/delegation-dangers';
import { mandateEnding, mandateEndingCall } from '../../../src/core/runway/revoke-mandate';
import { anAddress, aScene, BASE, OWNER, SESSION_KEY } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';

const HYBRID = anAddress(0x4b);
const mandate = aDelegation({ delegator: HYBRID, delegate: SESSION_KEY });
const order = mandateEnding({ mandate, owner: OWNER, salt: 7n });

describe('the order that ends a mandate', () => {
  it('allows the owner this one call, once, and is read as harmless', () => {
    const scene = aScene();
    const rules = rulesOf(order, scene);

    expect(order).toMatchObject({ delegator: HYBRID, delegate: OWNER, salt: 7n });
    expect(rules.map(({ words }) => words.text)[1]).toBe('once only');
    expect(rules.every(({ terms }) => terms !== null)).toBe(true);
    expect(dangersOf(order, rules, scene).map(({ level }) => level)).not.toContain('critical');
  });

  it('is carried out by a plain transaction of the owner that the Snap can read', () => {
    const call = mandateEndingCall({ ...order, signature: `0x${'51'.repeat(65)}` }, mandate, BASE);
    const outcome = decodeCall(call);

    expect(call).toMatchObject({ from: OWNER, to: FRAMEWORK.delegationManager, value: 0n });
    expect(outcome.kind).toBe('decoded');
    const [inner] = outcome.kind === 'decoded' ? outcome.decoded.calls : [];
    expect(inner).toMatchObject({
      call: { from: getAddress(HYBRID) },
      decoded: {
        name: 'disableDelegation',
        args: { delegation: { hash: hashDelegation(mandate) } },
      },
    });
  });
});
