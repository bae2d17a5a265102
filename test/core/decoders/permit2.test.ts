import { describe, expect, it } from 'vitest';
import { PERMIT2 } from '../../../src/core/chain/uniswap';
import {
  anAddress,
  aScene,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const APPROVE = 'approve(address,address,uint160,uint48)';
const PERMIT = 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)';
const TRANSFERS = 'transferFrom((address,address,uint160,address)[])';
const say = (signature: string, args: readonly unknown[], scene = aScene(), over = {}) =>
  findingsOf(aCall(PERMIT2, signature, args, over), scene);

describe('a Permit2 allowance', () => {
  it('alarms when a session key gets one, with amount and end', () => {
    const [finding] = say(APPROVE, [USDC_ON_BASE, SESSION_KEY, 2n ** 160n - 1n, NOW + 86_400]);

    expect(finding).toMatchObject({
      level: 'critical',
      title: 'Permit2 lets Atlas take tokens, no daily cap',
    });
    expect(finding?.facts[0]?.value).toBe('unlimited USDC, until 22 Sep 2026 14:13 UTC');
  });

  it('knows the special and the past expiry', () => {
    const first = (expiry: number) =>
      say(APPROVE, [USDC_ON_BASE, SESSION_KEY, 1n, expiry])[0]?.facts[0]?.value;

    expect(first(0)).toBe('0.000001 USDC, only in the block that includes it');
    expect(first(NOW - 1)).toContain('already expired');
  });

  it('is calm when the allowance is ended', () => {
    expect(say(APPROVE, [USDC_ON_BASE, SESSION_KEY, 0n, 0])[0]).toMatchObject({
      level: 'info',
      title: "Ends Atlas's Permit2 allowance",
    });
    expect(say('lockdown((address,address)[])', [[[USDC_ON_BASE, SESSION_KEY]]])[0]).toMatchObject({
      level: 'info',
      title: 'Ends Permit2 allowances of Atlas',
    });
  });

  it('reads a submitted signature: critical for the owner’s tokens, not for another’s', () => {
    const detail = [USDC_ON_BASE, 5n, NOW + 60, 0];
    const permit = (owner: string) =>
      say(PERMIT, [owner, [[detail, detail], SESSION_KEY, BigInt(NOW)], '0x'])[0];

    expect(permit(OWNER)?.level).toBe('critical');
    expect(permit(STRANGER)).toMatchObject({
      level: 'info',
      title: 'Gives Atlas a Permit2 allowance of others',
    });
  });

  it('says that voided nonces leave a given allowance alone', () => {
    const [finding] = say('invalidateNonces(address,address,uint48)', [
      USDC_ON_BASE,
      SESSION_KEY,
      4,
    ]);

    expect(finding?.lines[0]).toContain('already given stays');
  });

  it('is nobody’s business for a stranger, and unknown at another address', () => {
    expect(say(APPROVE, [USDC_ON_BASE, STRANGER, 1n, 0])).toEqual([]);
    const elsewhere = aCall(anAddress(0x77), APPROVE, [USDC_ON_BASE, SESSION_KEY, 1n, 0]);
    expect(findingsOf(elsewhere, aScene())).toEqual([]);
  });
});

describe('a Permit2 transfer', () => {
  it('finds the one transfer among many that pays a Golem', () => {
    const other = [OWNER, STRANGER, 1n, USDC_ON_BASE];
    const paying = [OWNER, SESSION_KEY, 2n, USDC_ON_BASE];
    const findings = say(TRANSFERS, [[...Array(20).fill(other), paying]]);

    expect(findings).toHaveLength(1);
    expect(findings[0]?.title).toBe("Sends tokens to Atlas's session key, outside its runway");
  });

  it('counts what it does not list', () => {
    const paying = [OWNER, SESSION_KEY, 2n, USDC_ON_BASE];
    const findings = say(TRANSFERS, [Array(9).fill(paying)]);

    expect(findings).toHaveLength(4);
    expect(findings.at(-1)?.facts.at(-1)?.value).toBe('5 more transfers');
  });

  it('warns when a Golem takes the owner’s tokens this way', () => {
    const scene = aScene({ signer: SESSION_KEY });
    const args = [[[OWNER, STRANGER, 1n, USDC_ON_BASE]]];

    expect(say(TRANSFERS, args, scene, { from: SESSION_KEY })[0]).toMatchObject({
      level: 'warning',
      title: 'Atlas takes your tokens by Permit2, outside its runway',
    });
  });
});

describe('Permit2 by the payer’s signature', () => {
  const DETAILS = '((address,uint160,uint48,uint48),address,uint256)';
  const allow = (owner: string, amount: bigint) =>
    say(`permit(address,${DETAILS},bytes)`, [
      owner,
      [[USDC_ON_BASE, amount, 0, 0], STRANGER, 1n],
      '0x',
    ])[0];
  const once = (owner: string, to: string) =>
    say('permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)', [
      [[USDC_ON_BASE, 5n], 1n, 1n],
      [to, 5n],
      owner,
      '0x',
    ])[0];

  it('lets a stranger take tokens of a Golem or of the owner: explained', () => {
    expect(allow(SESSION_KEY, 2n ** 160n - 1n)).toMatchObject({
      level: 'critical',
      title: "Lets 0x6666…6666 take unlimited USDC from Atlas's session key",
    });
    expect(allow(OWNER, 5_000_000n)).toMatchObject({
      level: 'warning',
      title: 'Lets 0x6666…6666 take 5 USDC from your account',
    });
    expect(allow(anAddress(0x67), 5n)).toBeUndefined();
  });

  it('moves tokens once: explained', () => {
    expect(once(OWNER, STRANGER)?.title).toBe('Takes tokens from your account by Permit2');
    expect(once(SESSION_KEY, STRANGER)?.title).toBe(
      "Takes tokens out of Atlas's session key by Permit2",
    );
    expect(once(anAddress(0x67), STRANGER)).toBeUndefined();
  });
});

it('warns of a signed transfer from a Golem to an address nobody knows', () => {
  const once =
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)';
  const to = (payee: string) =>
    say(once, [[[USDC_ON_BASE, 5n], 1n, 1n], [payee, 5n], SESSION_KEY, '0x'])[0]?.level;

  expect([to(STRANGER), to(OWNER)]).toEqual(['warning', 'info']);
});
