import { type Hex, hashTypedData, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { lower } from '../../../src/core/bytes/hex';
import { check } from '../../../src/core/protocol/check';
import { isSignedRunway, runwayDigest } from '../../../src/core/protocol/runway-ask';
import { RunwayAnswer, RunwayAsk } from '../../../src/core/protocol/runway-shapes';
import { BASE, NOW } from '../../vectors/builders';

const key = privateKeyToAccount(generatePrivateKey());
const SHOP: Hex = `0x${'5b'.repeat(20)}`;
const OTHER: Hex = `0x${'5c'.repeat(20)}`;
const asked = {
  golem: 'atlas-1',
  chainId: BASE,
  owner: `0x${'0a'.repeat(20)}` as const,
  sessionKey: lower(key.address),
  token: `0x${'0c'.repeat(20)}` as const,
  amount: '10000000',
  days: 7,
  deadline: NOW + 600,
  nonce: `0x${'4e'.repeat(32)}` as const,
};
const words = { name: 'Atlas', reason: 'to think' };

async function signed(payees?: Hex[]) {
  const body = { ...asked, ...words, ...(payees ? { payees } : {}) };
  return { ...body, signature: await key.sign({ hash: runwayDigest(body) ?? '0x' }) };
}

/** Written out as an agent of anybody's would, and hashed by viem. */
function digestByOthers(fields: string, more: object): Hex {
  const types = {
    [fields.split('(')[0] ?? '']: fields
      .slice(fields.indexOf('(') + 1, -1)
      .split(',')
      .map((field) => {
        const [type = '', name = ''] = field.split(' ');
        return { type, name };
      }),
  };
  const message = { ...asked, ...more };
  const domain = { name: 'Bardo', version: '1', chainId: BASE };
  return hashTypedData({ domain, types, primaryType: Object.keys(types)[0] ?? '', message });
}

describe('a request for a runway', () => {
  it('is signed as ever when it names no payees', () => {
    const fields =
      'RunwayRequest(string golem,address owner,address sessionKey,address token,uint256 amount,uint256 days,uint64 deadline,bytes32 nonce)';

    expect(runwayDigest(asked)).toBe(digestByOthers(fields, {}));
    expect(runwayDigest({ ...asked, payees: [] })).toBe(runwayDigest(asked));
  });

  it('is signed with its payees when it names some', () => {
    const fields =
      'RunwayRequestTo(string golem,address owner,address sessionKey,address token,uint256 amount,uint256 days,address[] payees,uint64 deadline,bytes32 nonce)';
    const payees = [SHOP, OTHER];

    expect(runwayDigest({ ...asked, payees })).toBe(digestByOthers(fields, { payees }));
  });

  it('proves who asks for what, with and without payees', async () => {
    expect(isSignedRunway(await signed())).toBe(true);
    expect(isSignedRunway(await signed([SHOP]))).toBe(true);
    expect(isSignedRunway({ ...(await signed([SHOP])), name: 'Nobody', reason: '' })).toBe(true);
  });

  it.each<[string, object]>([
    ['another payee', { payees: [OTHER] }],
    ['one more payee', { payees: [SHOP, OTHER] }],
    ['no payees', { payees: [] }],
    ['another amount', { amount: '10000001' }],
    ['an amount beyond all words', { amount: '9'.repeat(78) }],
    ['more days', { days: 8 }],
    ['another owner', { owner: zeroAddress }],
    ['another Golem', { golem: 'atlas-2' }],
    ['another token', { token: SHOP }],
    ['another chain', { chainId: 1 }],
    ['another key', { sessionKey: OTHER }],
    ['a later deadline', { deadline: NOW + 601 }],
    ['another nonce', { nonce: `0x${'4f'.repeat(32)}` }],
    ['no nonce', { nonce: undefined }],
    ['no signature', { signature: undefined }],
    ['a signature of nobody', { signature: `0x${'00'.repeat(65)}` }],
    ['half a signature', { signature: '0x1234' }],
  ])('is nobody’s with %s', async (_, over) => {
    expect(isSignedRunway({ ...(await signed([SHOP])), ...over } as never)).toBe(false);
  });

  it('is nobody’s when payees are put into one that named none', async () => {
    expect(isSignedRunway({ ...(await signed()), payees: [SHOP] })).toBe(false);
  });
});

describe('its documents', () => {
  const told = { id: 'r1', askedAt: NOW, state: 'open', permission: null, knownKey: false };
  const nine = Array.from({ length: 9 }, (_, index) => `0x${`${index + 1}`.repeat(40)}`);

  it('are read with and without payees', async () => {
    const { signature: _, nonce: __, ...before } = await signed();

    expect(check(await signed([SHOP]), RunwayAsk).ok).toBe(true);
    expect(check(await signed(), RunwayAsk).ok).toBe(true);
    expect(check({ ...(await signed([SHOP])), ...told }, RunwayAnswer).ok).toBe(true);
    expect(check({ ...before, ...told }, RunwayAnswer).ok).toBe(true);
  });

  it.each<[unknown, string]>([
    [nine, 'payees'],
    [SHOP, 'payees'],
    [null, 'payees'],
    [{ 0: SHOP, length: 1 }, 'payees'],
    [['0x5b'], 'payees.0'],
    [[SHOP, 7], 'payees.1'],
  ])('are not read with the payees %j', async (payees, path) => {
    const body = { ...(await signed()), payees };

    for (const read of [check(body, RunwayAsk), check({ ...body, ...told }, RunwayAnswer)]) {
      expect(read).toEqual({ ok: false, path: path.split('.') });
    }
  });
});
