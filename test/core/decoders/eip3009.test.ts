import { describe, expect, it } from 'vitest';
import {
  aHash,
  anAddress,
  aScene,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const PAYMENT = 'address,address,uint256,uint256,uint256,bytes32';
const FORMS = ['transfer', 'receive'].flatMap((way) =>
  ['uint8,bytes32,bytes32', 'bytes'].map((end) => `${way}WithAuthorization(${PAYMENT},${end})`),
);

function say(form: string, from: string, to: string, scene = aScene()) {
  const signature = form.endsWith(',bytes)') ? ['0xab'] : [27, aHash(1), aHash(2)];
  const args = [from, to, 1_500_000n, 0n, BigInt(NOW + 600), aHash(3), ...signature];
  return findingsOf(aCall(USDC_ON_BASE, form, args, { from: STRANGER }), scene);
}

describe.each(FORMS)('%s', (form) => {
  it.each([
    [SESSION_KEY, "Atlas's session key"],
    [GUARDIAN, "Atlas's guardian"],
    [OWNER, 'your account'],
  ])('paid by %s is explained', (payer, who) => {
    const [finding] = say(form, payer, anAddress(0x67));

    expect(finding).toMatchObject({
      level: 'warning',
      title: `Collects 1.5 USDC from ${who} by its signature`,
      facts: [{ value: '1.5 USDC' }, {}, { label: 'Goes to' }, { label: 'Signed until' }],
    });
  });

  it('between a Golem and its owner is calm, to a Golem it lands outside the runway', () => {
    expect(say(form, SESSION_KEY, OWNER)[0]?.level).toBe('info');
    expect(say(form, anAddress(0x67), SESSION_KEY)[0]?.title).toBe(
      "Sends tokens to Atlas's session key, outside its runway",
    );
    expect(say(form, OWNER, SESSION_KEY).map(({ level }) => level)).toContain('warning');
  });

  it('between strangers is nobody’s business', () => {
    expect(say(form, STRANGER, anAddress(0x67))).toEqual([]);
    expect(say(form, OWNER, STRANGER, aScene({ watched: null }))).toEqual([]);
  });
});

it('says that a Golem’s signed payment is voided', () => {
  const call = aCall(USDC_ON_BASE, 'cancelAuthorization(address,bytes32,bytes)', [
    SESSION_KEY,
    aHash(3),
    '0xab',
  ]);

  expect(findingsOf(call, aScene())[0]?.title).toBe(
    "Voids a signed payment of Atlas's session key",
  );
});
