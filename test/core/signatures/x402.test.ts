import { describe, expect, it } from 'vitest';
import { explainSignature } from '../../../src/core/insight/signature';
import { aScene, NOW, OWNER, SESSION_KEY, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  aSignature,
  DOMAIN_WITH_CONTRACT,
  ELSEWHERE,
  explain,
  PORTAL,
  typedData,
} from '../../vectors/signatures/builders';
import vectors from '../../vectors/signatures/digests.json';

const FIELDS =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce';

function aPayment(message: object = {}, kind = 'TransferWithAuthorization') {
  const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC_ON_BASE };
  return typedData(domain, { EIP712Domain: DOMAIN_WITH_CONTRACT, [kind]: FIELDS }, kind, {
    from: OWNER,
    to: STRANGER,
    value: '1500000',
    validAfter: 0,
    validBefore: NOW + 600,
    nonce: `0x${'ab'.repeat(32)}`,
    ...message,
  });
}

describe('an x402 payment', () => {
  it('asked by the Portal says amount, payee and until when', () => {
    const insight = explain(aPayment());

    expect(insight).toMatchObject({
      level: 'info',
      title: 'An x402 payment of 1.5 USDC to 0x6666…6666',
      lines: ['Moves 1.5 USDC once, valid until 21 Sep 2026 14:23 UTC.'],
    });
  });

  it.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
    "to a Golem's key warns from any site (%s)",
    (kind) => {
      const insight = explain(aPayment({ to: SESSION_KEY }, kind), { origin: ELSEWHERE });

      expect(insight?.level).toBe('warning');
      expect(insight?.title).toBe("An x402 payment of 1.5 USDC to Atlas's session key");
      expect(insight?.lines).toContain(
        'It goes to the key directly: no daily cap or expiry binds it there.',
      );
    },
  );

  it.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
    'by a Golem is explained on any site (%s)',
    (kind) => {
      const insight = explain(aPayment({ from: SESSION_KEY }, kind), { origin: ELSEWHERE });

      expect(insight).toMatchObject({
        level: 'warning',
        title: "A signed payment of 1.5 USDC by Atlas's session key",
        lines: expect.arrayContaining(['Anybody may hand it in once it is signed.']),
      });
      expect(insight?.facts).toContainEqual({ label: 'Goes to', value: STRANGER, kind: 'address' });
    },
  );

  it('of a stranger at another site is left to the wallet, but decoded', () => {
    const input = aSignature(vectors.signed[0]!.data);

    const report = explainSignature(input, aScene({ origin: ELSEWHERE }), PORTAL);

    expect(report.insight).toBeNull();
    expect(report.decoded).toMatchObject({
      contract: 'EIP-3009',
      name: 'TransferWithAuthorization',
      args: { value: '10000', validBefore: '1740672154' },
    });
  });

  it('in a token that only calls itself USD Coin shows base units', () => {
    const data = aPayment();
    data.domain.verifyingContract = STRANGER;

    const insight = explain(data);

    expect(insight?.title).toBe('An x402 payment to 0x6666…6666');
    expect(insight?.facts[0]?.value).toBe('1,500,000 base units of a token Bardo does not know');
    expect(insight?.lines).toContain(
      'Bardo does not know this token, whatever the message calls it.',
    );
  });

  it.each([
    [{ validBefore: NOW }, 'This payment has expired: nobody can collect it'],
    [{ validAfter: NOW + 60 }, 'It cannot be collected before 21 Sep 2026 14:14 UTC'],
    [{ from: STRANGER }, 'It pays from another account than yours'],
  ])('with %o warns', (message, title) => {
    expect(explain(aPayment(message))).toMatchObject({ level: 'warning', title });
  });

  it('that cannot be read says so', () => {
    expect(explain(aPayment({ value: 1e30 }), { origin: ELSEWHERE })).toMatchObject({
      level: 'warning',
      title: 'Bardo cannot read this payment authorisation',
    });
  });
});
