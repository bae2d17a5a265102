// Operations that a transaction hands in: each runs from the account that signed it, out of the wallet's sight.
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { approve, batch, explainRaw, MAX, pay, redeemAll, toManager } from '../../vectors/batches';
import { anAddress, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aDelegation } from '../../vectors/delegations';
import { watching } from '../../vectors/manager-calls';
import { anOperation, handedIn, type Operation } from '../../vectors/operations';

const EP = FRAMEWORK.entryPoint;
const OTHER = anAddress(0x99);
const hand = (...operations: Operation[]) =>
  explainRaw({ to: EP, data: handedIn(operations) }, watching()).insight;
const unknownCall = { target: anAddress(9), value: 0n, data: '0xdeadbeef' as const };
const dust = anOperation(batch([pay(1n)]), { sender: OTHER });

describe('operations handed in', () => {
  it.each([
    ['first', [anOperation(batch([pay(900_000_000n)])), dust, dust]],
    ['in the middle', [dust, anOperation(batch([pay(900_000_000n)])), dust]],
    ['last', [dust, dust, anOperation(batch([pay(900_000_000n)]))]],
  ])('are loud about the payment of the own account, %s', (_place, operations) => {
    expect(hand(...operations)).toMatchObject({
      level: 'critical',
      title: 'Moves 900 USDC out of your account to 0x6666…6666',
      lines: expect.arrayContaining(['It runs only if your account signed it.']),
    });
  });

  it('are summed over all of one account', () => {
    const insight = hand(
      anOperation(batch([pay(4_000_000n)])),
      anOperation(batch([pay(5_000_000n)])),
    );

    expect(insight?.title).toContain('Moves 9 USDC out of your account');
  });

  it.each([
    ['an allowance', batch([approve(STRANGER, MAX)])],
    ['the own power, redeemed', redeemAll([{ calls: [pay(1n)] }])],
    ['what nobody knows', '0xdeadbeef'],
  ] as const)('are critical about %s, also inside of a batch', (_name, callData) => {
    const data = handedIn([anOperation(callData)]);
    const inside = batch([{ target: EP, value: 0n, data }]);

    expect(explainRaw({ to: EP, data }).insight?.level).toBe('critical');
    expect(explainRaw({ to: OWNER, data: inside }).insight?.level).toBe('critical');
  });

  it('that end a permission may be skipped, which is said', () => {
    const insight = hand(anOperation(toManager('disableDelegation', aDelegation()).data));

    expect(insight).toMatchObject({
      level: 'warning',
      title: 'A permission may stay as it is: failed calls are skipped here',
      lines: expect.arrayContaining(["Ends Atlas's runway, its last live permission"]),
    });
  });

  it('of others are passed over, whatever they do', () => {
    const unread = anOperation(batch([unknownCall]), { sender: OTHER });

    expect(hand(dust, unread, anOperation('0xdeadbeef', { sender: OTHER }))).toBeNull();
  });

  it('that pay a Golem are told', () => {
    const gift = anOperation(batch([pay(1n, SESSION_KEY)]), { sender: OTHER });

    expect(hand(gift)?.title).toBe("Sends tokens to Atlas's session key, outside its runway");
  });

  it('take ether by the price of gas, to whom they pay it', () => {
    expect(hand(anOperation('0x', { preVerificationGas: 10n ** 13n }))).toMatchObject({
      level: 'critical',
      lines: expect.arrayContaining([
        expect.stringMatching(/^Moves 200\.\d+ ETH out of your account to 0x6666…6666$/),
      ]),
    });
  });
});

describe("an account's deposit", () => {
  const disable = toManager('disableDelegation', aDelegation());
  const beside = (target: `0x${string}`, signature: string, args: unknown[], value = 0n) => {
    const { data } = aCall(target, signature, args);
    return explainRaw({ to: OWNER, data: batch([disable, { target, value, data }]) }, watching())
      .insight;
  };

  it('that goes to a stranger is a payment', () => {
    expect(beside(EP, 'withdrawTo(address,uint256)', [STRANGER, 10n ** 18n])?.title).toBe(
      'Moves 1 ETH out of your account to 0x6666…6666',
    );
    expect(beside(EP, 'depositTo(address)', [STRANGER], 10n ** 18n)?.title).toBe(
      'Moves 1 ETH out of your account to 0x6666…6666',
    );
  });

  it('for the account itself is none', () => {
    expect(beside(EP, 'depositTo(address)', [OWNER], 10n ** 18n)?.level).toBe('info');
    expect(beside(EP, 'withdrawTo(address,uint256)', [OWNER, 10n ** 18n])?.level).toBe('info');
  });
});
