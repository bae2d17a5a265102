// Suffixes of ERC-8021, as `ox/erc8021` 0.14 writes them, and bytes that only end like one.
import { expect, it } from 'vitest';
import { decodeCall } from '../../../src/core/decoders/index';
import { withoutSuffix } from '../../../src/core/decoders/suffix';
import { STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import { aCall } from '../../vectors/calls';

const MARKER = '8021'.repeat(8);
/** "bc_b8nos5a8": a builder code in use on Base. */
const CODE = `62635f62386e6f733561380b00${MARKER}`;
/** "baseapp" in a registry 0xcc… on chain 8453. */
const REGISTRY = `${'cc'.repeat(20)}210502626173656170700701${MARKER}`;
/** CBOR {"a": "baseapp"}. */
const CBOR = `a161616762617365617070000b02${MARKER}`;

const transfer = aCall(USDC_ON_BASE, 'transfer(address,uint256)', [STRANGER, 5n]);
const read = (tail: string) =>
  decodeCall({ ...transfer, data: `${transfer.data}${tail}` as never });

it.each([
  ['a builder code', CODE, 29],
  ['a code of another registry', REGISTRY, 48],
  ['a CBOR map', CBOR, 30],
  ['a wallet’s and an app’s', CODE + CODE, 58],
])('reads a call that ends in %s, and says so', (_name, tail, bytes) => {
  expect(read(tail)).toMatchObject({
    kind: 'decoded',
    decoded: { name: 'transfer', args: { amount: '5', suffix: `ERC-8021, ${bytes} bytes` } },
  });
});

it.each([
  ['nothing but the marker', MARKER],
  ['an unknown schema', `62635f0303${MARKER}`],
  ['no code', `0000${MARKER}`],
  ['a code that is no text', `0102030300${MARKER}`],
  ['a code longer than the call', `62ff00${MARKER}`],
  ['junk before a proper suffix', `deadbeef${CODE}`],
  ['junk behind it', `${CODE}00`],
  ['no CBOR map', `616161000302${MARKER}`],
])('stays loud about %s', (_name, tail) => {
  expect(read(tail)).toMatchObject({ kind: 'unreadable', name: 'transfer' });
});

it('prefers the call as it stands, whose last argument may look like a suffix', () => {
  const amount = BigInt(`0x${CODE}`);
  const call = aCall(USDC_ON_BASE, 'transfer(address,uint256)', [STRANGER, amount]);

  expect(decodeCall(call)).toMatchObject({ decoded: { args: { amount: amount.toString() } } });
});

it('finds none in short or empty data', () => {
  expect(withoutSuffix('0x')).toBeNull();
  expect(withoutSuffix(`0x${MARKER}`)).toBeNull();
  expect(withoutSuffix(`0x${CODE}`)).toEqual({ data: '0x', bytes: 29 });
});
