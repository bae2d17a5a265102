import { hashMessage, hashTypedData, recoverAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { calldataDigests, signatureDigests } from '../../../src/core/insight/digests';
import { aSignature } from '../../vectors/signatures/builders';
import vectors from '../../vectors/signatures/digests.json';

const digestsOf = (data: unknown, signatureMethod = 'eth_signTypedData_v4') =>
  signatureDigests(aSignature(data, signatureMethod));

describe('calldata digest', () => {
  it.each(vectors.calldata)('of $name is the one of $source', ({ data, calldataDigest }) => {
    expect(calldataDigests(data as `0x${string}`)).toEqual({ calldataDigest });
  });

  it.each(['0x', '0x123', '0xzz', `0x${'00'.repeat(300_000)}`])(
    'does not exist for %.10s',
    (data) => {
      expect(calldataDigests(data as `0x${string}`)).toEqual({});
    },
  );
});

describe('typed data digests', () => {
  it('do not exist where the types would be hashed for seconds', () => {
    const types: Record<string, { name: string; type: string }[]> = {
      Root: [{ name: 'items', type: 'Item[]' }],
      Item: Array.from({ length: 100 }, (_, at) => ({ name: `field${at}`, type: 'Item[]' })),
    };
    const item = Object.fromEntries(types.Item?.map(({ name }) => [name, []]) ?? []);
    const data = (count: number) => ({
      domain: { name: 'X' },
      types,
      primaryType: 'Root',
      message: { items: Array(count).fill(item) },
    });

    expect(digestsOf(data(9))).toHaveProperty('eip712Digest');
    expect(digestsOf(data(900))).toEqual({});
  });

  it.each(vectors.typed)('of $name are the ones of $source', (vector) => {
    const { domainHash, messageHash, eip712Digest } = vector;

    expect(digestsOf(vector.data)).toEqual({ domainHash, messageHash, eip712Digest });
    expect(digestsOf(JSON.stringify(vector.data))).toEqual(digestsOf(vector.data));
    expect(digestsOf(vector.data, 'eth_signTypedData_v3')).toEqual(digestsOf(vector.data));
  });

  it.each(vectors.signed)('of $name is what its signer signed', async (vector) => {
    const { eip712Digest } = digestsOf(vector.data);

    const signer = await recoverAddress({
      hash: eip712Digest ?? '0x',
      signature: vector.signature as `0x${string}`,
    });
    expect(signer).toBe(vector.signer);
  });

  it('agree with viem on nested lists, negative numbers, bytes and hex numbers', () => {
    const data = {
      domain: { name: 'Lists', chainId: 8453n },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Leaf: [
          { name: 'delta', type: 'int16' },
          { name: 'raw', type: 'bytes' },
          { name: 'tag', type: 'bytes4' },
          { name: 'on', type: 'bool' },
        ],
        Tree: [
          { name: 'grid', type: 'uint8[2][]' },
          { name: 'leaves', type: 'Leaf[]' },
        ],
      },
      primaryType: 'Tree',
      message: {
        grid: [
          [1, 2],
          [3, 255],
        ],
        leaves: [{ delta: -5, raw: '0x0102', tag: '0xdeadbeef', on: true }],
      },
    } as const;
    const spelled = structuredClone(data) as unknown as {
      domain: { chainId: unknown };
      message: { leaves: { delta: unknown }[]; grid: unknown[][] };
    };
    spelled.domain.chainId = '0x2105';
    spelled.message.leaves[0]!.delta = '-5';
    spelled.message.grid[1]![1] = '0xff';

    expect(digestsOf(spelled).eip712Digest).toBe(hashTypedData(data));
  });
});

describe('typed data digests of odd messages', () => {
  it('are over an empty domain when the domain is not declared, as MetaMask signs it', () => {
    const { EIP712Domain, ...types } = vectors.typed[0]!.data.types;

    const digests = digestsOf({ ...vectors.typed[0]!.data, types });

    expect(EIP712Domain).toHaveLength(4);
    expect(digests.domainHash).toBe(
      '0x6192106f129ce05c9075d319c1fa6ea9b3ae37cbd0c1ef92e2be7137bb07baa1',
    );
    expect(digests.messageHash).toBe(vectors.typed[0]!.messageHash);
  });

  it.each([
    ['a missing field', { from: {}, to: {}, contents: '' }],
    ['a number where text is declared', { ...vectors.typed[0]!.data.message, contents: 5 }],
    ['no message', undefined],
  ])('do not exist with %s', (_, message) => {
    expect(digestsOf({ ...vectors.typed[0]!.data, message })).toEqual({});
  });

  it('do not exist for lists, blind hashes and unknown methods', () => {
    expect(digestsOf([{ type: 'string', name: 'a', value: 'b' }], 'eth_signTypedData')).toEqual({});
    expect(digestsOf(`0x${'11'.repeat(32)}`, 'eth_sign')).toEqual({});
    expect(digestsOf(vectors.typed[0]!.data, 'eth_somethingElse')).toEqual({});
  });
});

describe('personal message digest', () => {
  it('is the EIP-191 hash, of hex bytes and of plain words alike', () => {
    expect(digestsOf('0x68656c6c6f20776f726c64', 'personal_sign')).toEqual({
      messageDigest: '0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68',
    });
    expect(digestsOf('hello world', 'personal_sign').messageDigest).toBe(
      hashMessage('hello world'),
    );
  });

  it.each([null, 5, {}, [], 'x'.repeat(600_000)])('does not exist for %.10s', (data) => {
    expect(digestsOf(data, 'personal_sign')).toEqual({});
  });
});
