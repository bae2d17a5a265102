// A real plan of the Universal Router, and what becomes of it when it is altered.
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { PERMIT_SINGLE } from '../../../src/core/decoders/permit2';
import { aScene, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aCall, callOf, findingsOf, vectorNamed } from '../../vectors/calls';

const UNIVERSAL = '0x6ff5693b99212da76ad316178a184ab56d299b43';
const BY_GOLEM = aScene({ signer: SESSION_KEY });

describe('a Universal Router plan', () => {
  const REAL = vectorNamed('Uniswap UniversalRouter', 'cbBTC for USDC by V4');
  const PAID = '0xd8293ad21678c6f09da139b4b62d38e514a03b78';

  it('finds the receiver of a V4 swap', () => {
    expect(findingsOf(callOf(REAL), BY_GOLEM)[0]?.level).toBe('warning');
    expect(findingsOf(callOf(REAL, { from: PAID }), BY_GOLEM)[0]).toMatchObject({
      level: 'info',
      title: 'Atlas swaps on Uniswap',
    });
  });

  it('reads the same call with the tag of Uniswap’s app behind it', () => {
    const tagged = callOf(REAL, { data: `${REAL.data}756e697800000000000c` });

    expect(findingsOf(tagged, BY_GOLEM)).toEqual(findingsOf(callOf(REAL), BY_GOLEM));
  });

  it.each([
    ['uniswap v2 1 eth for usdc with fee', 'wrap ETH; V2 swap, exact input; pay a portion; sweep'],
    ['uniswap v3 1000 usdc for eth permit', 'Permit2 permit; V3 swap, exact input; unwrap WETH'],
    ['uniswap v4 1 eth for usdc with fee', 'V4 swap; pay a portion; sweep'],
  ])('names every step of %s and reads it', (name, steps) => {
    const vector = vectorNamed('Uniswap UniversalRouter', name);
    const scene = aScene({ chainId: 1, signer: SESSION_KEY, watched: null });
    const watched = {
      ...aScene().watched,
      golems: [{ ...aScene().watched?.golems[0], chainId: 1 }],
    };

    const [finding] = findingsOf(callOf(vector), { ...scene, watched } as typeof scene);

    expect(finding?.facts.find(({ label }) => label === 'Steps')?.value).toBe(steps);
  });

  it('alarms when a permit inside lets a Golem into Permit2, also within a sub-plan', () => {
    const details = { token: USDC_ON_BASE, amount: 5n, expiration: 0, nonce: 0 };
    const permit = { details, spender: SESSION_KEY, sigDeadline: 1n };
    const inner = encodeAbiParameters(parseAbiParameters(`${PERMIT_SINGLE}, bytes`), [
      permit,
      '0x',
    ]);
    const list = parseAbiParameters('bytes, bytes[]');
    const subPlan = encodeAbiParameters(list, ['0x0a', [inner]]);

    for (const plan of [
      ['0x0a', [inner]],
      ['0xa1', [subPlan]],
    ]) {
      const [finding] = findingsOf(aCall(UNIVERSAL, 'execute(bytes,bytes[])', plan), aScene());
      expect(finding).toMatchObject({
        level: 'critical',
        title: 'Permit2 lets Atlas take tokens, no daily cap',
      });
    }
  });

  it('warns when a Golem runs a step that Bardo cannot read', () => {
    const plan = ['0x12', ['0xdeadbeef']];
    const call = aCall(
      '0x6ff5693b99212da76ad316178a184ab56d299b43',
      'execute(bytes,bytes[])',
      plan,
    );

    expect(findingsOf(call, BY_GOLEM)[0]).toMatchObject({
      level: 'warning',
      title: 'Uniswap call with steps that Bardo cannot read',
    });
    expect(findingsOf(call, aScene())).toEqual([]);
  });
});
