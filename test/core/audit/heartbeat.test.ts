import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { beatSigner, judgeBeat } from '../../../src/core/audit/heartbeat';
import { lower } from '../../../src/core/bytes/hex';
import type { GrantedChain } from '../../../src/core/delegations/delegation-chain';
import type { Proof } from '../../../src/core/memory/claim';
import type { Golem } from '../../../src/core/protocol/status';
import { bardoTypedData } from '../../../src/core/protocol/typed-data';
import { aGolem, aHash, BASE, GUARDIAN, NOW } from '../../vectors/builders';
import { aHeld, aTarget, someFacts } from '../../vectors/ledger';

const key = privateKeyToAccount(generatePrivateKey());
const old = privateKeyToAccount(generatePrivateKey());

async function beating(
  signer = key,
  over: { chainId?: number; golem?: string } = {},
): Promise<Golem> {
  const beat = { sequence: 7, at: NOW - 60, phase: 1, vitality: 9000, blockNumber: 90 };
  const typed = bardoTypedData('Heartbeat', over.chainId ?? BASE, {
    golem: over.golem ?? 'atlas',
    guardian: GUARDIAN,
    sequence: 7n,
    issuedAt: BigInt(beat.at),
    phase: 1,
    vitality: 9000,
    blockNumber: 90n,
    blockHash: aHash(0xb1),
  });
  const signature = await signer.signTypedData(typed);
  const heartbeat = { ...beat, intervalSeconds: 300, blockHash: aHash(0xb1), signature };
  return aGolem({ heartbeat, sessionKey: lower(key.address) });
}

async function judged(
  golem: Golem,
  over: { last?: Proof['beat']; facts?: object; signedAt?: number; held?: GrantedChain[] } = {},
) {
  const held = over.held ?? [
    aHeld({ sessionKey: old.address, generation: 1n }),
    aHeld({ sessionKey: key.address, generation: 2n }),
  ];
  const { finding, beat } = judgeBeat(golem, aTarget({ golem, held, permissions: [] }), {
    signer: beatSigner(golem, GUARDIAN),
    signedAt: () => over.signedAt ?? NOW - 3600,
    facts: someFacts({ budget: () => ({ floor: 2n, units: 0n }), ...over.facts }),
    last: over.last ?? null,
  });
  return { verdict: finding.verdict, words: finding.words, beat };
}

const last = (over: Partial<NonNullable<Proof['beat']>>) => ({
  sequence: 6,
  signature: '0x',
  key: lower(key.address),
  strange: 0,
  ...over,
});

describe('A heartbeat', () => {
  it('is not doubted while the grant to the guardian has no lease that names a key', async () => {
    const held: GrantedChain = { ...aHeld(), lease: null, redeemer: GUARDIAN };

    expect((await judged(await beating(), { held: [held] })).verdict).toBe('unproven');
    const direct: GrantedChain = { ...held, redeemer: old.address };
    expect((await judged(await beating(), { held: [direct] })).verdict).toBe('contradicted');
  });

  it('is held against the key of a bare grant also when the server calls that key its guardian', async () => {
    const held: GrantedChain = { ...aHeld(), lease: null, redeemer: key.address };
    const golem = { ...(await beating(old)), guardian: key.address };

    expect((await judged(golem, { held: [held] })).verdict).toBe('contradicted');
  });

  it('is proven when the key of the lease signed it', async () => {
    expect(await judged(await beating())).toMatchObject({
      verdict: 'verified',
      beat: { sequence: 7 },
    });
  });

  it('is false when one of its figures was changed', async () => {
    const golem = await beating();
    const changed = { ...golem, heartbeat: golem.heartbeat && { ...golem.heartbeat, at: NOW } };

    expect((await judged(changed)).verdict).toBe('contradicted');
  });

  it.each([
    ['another chain', { chainId: 1 }],
    ['another Golem', { golem: 'midas' }],
  ])('is false when it was signed for %s', async (_name, over) => {
    expect((await judged(await beating(key, over))).verdict).toBe('contradicted');
  });

  it('is false when it carries no signature at all', async () => {
    const golem = await beating();
    const bare = {
      ...golem,
      heartbeat: golem.heartbeat && {
        ...golem.heartbeat,
        signature: `0x${'00'.repeat(65)}` as const,
      },
    };

    expect((await judged(bare)).verdict).toBe('contradicted');
  });

  it('is false when it goes back, or the same number says something else', async () => {
    const golem = await beating();

    expect((await judged(golem, { last: last({ sequence: 8 }) })).verdict).toBe('contradicted');
    expect((await judged(golem, { last: last({ sequence: 7 }) })).verdict).toBe('contradicted');
  });

  it('may be the last one proven, again', async () => {
    const golem = await beating();
    const same = last({ sequence: 7, signature: golem.heartbeat?.signature ?? '' });

    expect((await judged(golem, { last: same })).verdict).toBe('verified');
  });

  it('starts anew with a new key', async () => {
    const before = last({ sequence: 400, key: lower(old.address) });

    expect((await judged(await beating(), { last: before })).verdict).toBe('verified');
  });

  it('of the old key is false long after the new one was signed for, and accepted during the handover', async () => {
    const golem = await beating(old);

    expect(await judged(golem)).toMatchObject({
      verdict: 'contradicted',
      words: expect.stringContaining('replaced'),
    });
    expect((await judged(golem, { signedAt: NOW - 120 })).verdict).toBe('verified');
  });

  it('that names a block the chain does not have is doubted once and false the second time', async () => {
    const golem = await beating();
    const facts = { blockHash: () => aHash(0xff) };

    const once = await judged(golem, { facts });
    const again = await judged(golem, { facts, last: last({ sequence: 6, strange: 1 }) });

    expect(once).toMatchObject({ verdict: 'unproven', beat: { strange: 1 } });
    expect(again.verdict).toBe('contradicted');
  });

  it('proves nothing while no key of a lease is known', async () => {
    const golem = await beating();
    const scene = { signer: null, signedAt: () => NOW, facts: null, last: null };

    const { finding } = judgeBeat(golem, aTarget({ golem, held: [], permissions: [] }), scene);

    expect(finding.verdict).toBe('unproven');
  });
});
