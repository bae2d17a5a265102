// The code of a request is shown only for what the lease's own key signed, for this Golem and this owner.
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { RunwayProof } from '../../../src/core/protocol/rpc';
import { runwayDigest } from '../../../src/core/protocol/runway-ask';
import { userCodeOf } from '../../../src/core/protocol/user-code';
import { codeOfRequest } from '../../../src/core/runway/asked-key';
import { anAddress, BASE } from '../../vectors/builders';

const key = privateKeyToAccount(generatePrivateKey());
const leased = {
  golem: 'atlas',
  chainId: BASE,
  owner: anAddress(0xa1),
  sessionKey: key.address,
};
const terms = {
  token: anAddress(0xdc),
  amount: '5000000',
  days: 7,
  payees: [anAddress(0xca)],
  deadline: 1_800_000_000,
  nonce: `0x${'4e'.repeat(32)}` as Hex,
};
const codeNonce = `0x${'c0'.repeat(32)}` as Hex;

async function aProof(over: Partial<typeof leased> = {}): Promise<RunwayProof> {
  const digest = runwayDigest({ ...terms, ...leased, ...over }) ?? '0x';
  return { ...terms, codeNonce, signature: await key.sign({ hash: digest }) };
}

describe('The code of the request that a lease answers', () => {
  it('is the one that agent and page compute', async () => {
    const digest = runwayDigest({ ...terms, ...leased }) ?? '0x';

    expect(codeOfRequest(await aProof(), leased)).toBe(userCodeOf(digest, codeNonce));
  });

  it('needs no payees in the request', async () => {
    const { payees: _, ...bare } = terms;
    const signature = await key.sign({ hash: runwayDigest({ ...bare, ...leased }) ?? '0x' });

    expect(codeOfRequest({ ...bare, codeNonce, signature }, leased)).toMatch(/^BARD-/);
  });

  it.each<[string, Partial<typeof leased>]>([
    ['another Golem', { golem: 'boreas' }],
    ['another owner', { owner: anAddress(0xa2) }],
    ['another chain', { chainId: 1 }],
    ['another key', { sessionKey: anAddress(0xa3) }],
  ])('is none when it was signed for %s', async (_, over) => {
    expect(codeOfRequest(await aProof(over), leased)).toBeNull();
    expect(codeOfRequest(await aProof(), { ...leased, ...over })).toBeNull();
  });

  it.each<[string, Partial<RunwayProof>]>([
    ['amount', { amount: '5000001' }],
    ['days', { days: 8 }],
    ['payees', { payees: [] }],
    ['token', { token: anAddress(0xdd) }],
    ['deadline', { deadline: 1_800_000_001 }],
    ['nonce', { nonce: `0x${'4f'.repeat(32)}` }],
    ['signature', { signature: `0x${'00'.repeat(65)}` }],
    ['size', { amount: `${1n << 256n}` }],
  ])('is none when its %s was altered', async (_, over) => {
    expect(codeOfRequest({ ...(await aProof()), ...over }, leased)).toBeNull();
  });
});
