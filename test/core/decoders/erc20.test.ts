import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  aGolem,
  aHash,
  anAddress,
  aScene,
  aStatus,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const usdc = (signature: string, args: readonly unknown[]) => aCall(USDC_ON_BASE, signature, args);
const say = (call: ReturnType<typeof aCall>, scene = aScene()) => findingsOf(call, scene);

describe('an ERC-20 approval', () => {
  it('alarms when a session key may take tokens', () => {
    const [finding] = say(usdc('approve(address,uint256)', [SESSION_KEY, 2n ** 256n - 1n]));

    expect(finding).toMatchObject({
      level: 'critical',
      title: 'Lets Atlas take tokens with no daily cap and no expiry',
      facts: [{ value: 'unlimited USDC' }, { value: getAddress(SESSION_KEY) }],
    });
  });

  it('names the guardian when the guardian is the spender', () => {
    const [finding] = say(usdc('approve(address,uint256)', [GUARDIAN, 1n]));

    expect(finding?.title).toBe("Lets Atlas's guardian take tokens: no cap, no expiry");
  });

  it('is calm when it ends or lowers an allowance', () => {
    expect(say(usdc('approve(address,uint256)', [SESSION_KEY, 0n]))[0]).toMatchObject({
      level: 'info',
      title: "Ends Atlas's token allowance",
    });
    expect(say(usdc('decreaseAllowance(address,uint256)', [SESSION_KEY, 1n]))[0]).toMatchObject({
      level: 'info',
      title: "Lowers Atlas's token allowance",
    });
  });

  it('does not call an increase by nothing the end of an allowance', () => {
    expect(say(usdc('increaseAllowance(address,uint256)', [SESSION_KEY, 0n]))).toEqual([]);
    expect(say(usdc('increaseAllowance(address,uint256)', [SESSION_KEY, 1n]))[0]?.level).toBe(
      'critical',
    );
  });

  it('is nobody’s business when the spender is a stranger or nothing is watched', () => {
    const call = usdc('approve(address,uint256)', [SESSION_KEY, 1n]);

    expect(say(usdc('approve(address,uint256)', [STRANGER, 1n]))).toEqual([]);
    expect(say(call, aScene({ watched: null }))).toEqual([]);
  });

  it('alarms on a chain where the Golem does not live: its key is the same there', () => {
    const call = usdc('approve(address,uint256)', [SESSION_KEY, 1n]);
    const elsewhere = aStatus({ golems: [aGolem({ chainId: 1 })] });

    expect(say(call, aScene({ watched: elsewhere }))[0]?.level).toBe('critical');
  });

  it('alarms for a permit that is handed in, but not for one of strangers’ tokens', () => {
    const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)';
    const of = (owner: string) =>
      say(usdc(permit, [owner, SESSION_KEY, 1n, 1n, 27, aHash(1), aHash(2)]))[0];

    expect(of(OWNER)?.level).toBe('critical');
    expect(of(STRANGER)).toMatchObject({
      level: 'info',
      title: 'Gives Atlas an allowance of others',
    });
  });

  it('does not show what an allowance is raised by as the whole allowance', () => {
    const [finding] = say(usdc('increaseAllowance(address,uint256)', [SESSION_KEY, 1_000_000n]));

    expect(finding?.facts[0]).toMatchObject({ label: 'Allowance raised by', value: '1 USDC' });
  });
});

describe('an allowance over tokens for a stranger', () => {
  const SPLIT = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)';
  const permits = (owner: string, spender: string, value: bigint) => [
    usdc(SPLIT, [owner, spender, value, 1n, 27, aHash(1), aHash(2)]),
    usdc('permit(address,address,uint256,uint256,bytes)', [owner, spender, value, 1n, '0x']),
  ];
  const dai = (owner: string, allowed: boolean) =>
    aCall(
      anAddress(0x77),
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [owner, STRANGER, 0n, 0n, allowed, 27, aHash(1), aHash(2)],
      { from: STRANGER },
    );

  it.each([
    [SESSION_KEY, "Atlas's session key"],
    [GUARDIAN, "Atlas's guardian"],
    [OWNER, 'your account'],
  ])('by a permit of %s is explained', (owner, holder) => {
    for (const call of permits(owner, STRANGER, 2n ** 256n - 1n)) {
      expect(say({ ...call, from: STRANGER })[0]).toMatchObject({
        level: 'critical',
        title: `Lets 0x6666…6666 take unlimited USDC from ${holder}`,
      });
    }
    for (const call of permits(owner, STRANGER, 5_000_000n)) {
      expect(say(call)[0]).toMatchObject({
        level: 'warning',
        title: `Lets 0x6666…6666 take 5 USDC from ${holder}`,
      });
    }
    expect(say(dai(owner, true))[0]?.level).toBe('critical');
    expect(say(dai(owner, false))[0]?.level).toBe('info');
  });

  it('by a call of a Golem’s own key is explained, for unknown tokens too', () => {
    const by = { from: SESSION_KEY };
    const scene = aScene({ signer: SESSION_KEY });
    const titles = ['approve(address,uint256)', 'increaseAllowance(address,uint256)'].map(
      (text) => say(aCall(anAddress(0x77), text, [STRANGER, 9n], by), scene)[0]?.title,
    );

    expect(titles).toEqual(Array(2).fill("Lets 0x6666…6666 take tokens from Atlas's session key"));
  });

  it('of strangers to strangers is nobody’s business', () => {
    for (const call of permits(STRANGER, anAddress(0x67), 5n)) expect(say(call)).toEqual([]);
    for (const call of permits(OWNER, STRANGER, 5n)) {
      expect(say(call, aScene({ watched: null }))).toEqual([]);
    }
  });
});

describe('an ERC-20 transfer', () => {
  it('warns when it lands on a session key, amount rounded up', () => {
    const [finding] = say(usdc('transfer(address,uint256)', [SESSION_KEY, 1_500_000n]));

    expect(finding).toMatchObject({
      level: 'warning',
      title: "Sends tokens to Atlas's session key, outside its runway",
      facts: [{ value: '1.5 USDC' }, { value: getAddress(SESSION_KEY) }],
    });
  });

  it('says that tokens on a guardian are stuck', () => {
    const [finding] = say(usdc('transfer(address,uint256)', [GUARDIAN, 1n]));

    expect(finding?.lines[0]).toContain('never sends');
  });

  it('tells when tokens leave a session key', () => {
    const call = usdc('transferFrom(address,address,uint256)', [SESSION_KEY, OWNER, 1n]);

    expect(say(call)[0]).toMatchObject({
      level: 'info',
      title: "Takes tokens out of Atlas's session key",
    });
  });

  it('says base units for an unknown token, and that it may be an NFT', () => {
    const call = aCall(anAddress(0x77), 'transfer(address,uint256)', [SESSION_KEY, 5n]);

    expect(say(call)[0]?.facts[0]?.value).toBe('5 base units of a token Bardo does not know');
    expect(say(call)[0]?.lines.join(' ')).toContain('NFT');
  });
});
