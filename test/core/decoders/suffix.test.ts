// Suffixes of ERC-8021, as `ox/erc8021` 0.14 writes them, and bytes that only end like one.
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/core/chain/call';
import { PERMIT2 } from '../../../src/core/chain/uniswap';
import { decodeCall } from '../../../src/core/decoders/index';
import { withoutSuffix } from '../../../src/core/decoders/suffix';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import { batch, explainRaw } from '../../vectors/batches';
import {
  anAddress,
  aScene,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
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

describe('bytes behind a proper call', () => {
  /** Marks of apps that are in use: Rabby's, OpenSea's, one of a vault app, a referrer. */
  const TAGS = [
    '90890809c654f11d6e72a28fa60149770a0d11ec6c92319d6ceb2bb0a4ea1a15',
    '360c6ebe',
    '0000',
    'ab'.repeat(33),
  ];
  const [OWN, OTHER] = [anAddress(0x21), anAddress(0x22)];
  const CALLS = [
    aCall(OTHER, 'deposit(uint256,address)', [5n, OWN]),
    aCall(OTHER, 'redeem(uint256,address,address)', [5n, OWN, OWN]),
    transfer,
    aCall(OTHER, 'setApprovalForAll(address,bool)', [STRANGER, true]),
    aCall(USDC_ON_BASE, 'approve(address,uint256)', [STRANGER, 2n ** 256n - 1n]),
    aCall(PERMIT2, 'lockdown((address,address)[])', [[[OTHER, STRANGER]]]),
  ];
  const explain = (call: Call, tag: string, scene = aScene()) =>
    explainTransaction(
      parseTransaction({ from: call.from, to: call.to, data: `${call.data}${tag}` }),
      { ...scene, signer: call.from },
    );

  it('are no alarm where no Golem is concerned, and the call is read', () => {
    for (const call of CALLS.flatMap((one) => [one, { ...one, from: OWN }])) {
      for (const tag of TAGS) {
        const { insight, decoded } = explain(call, tag);

        expect([decoded?.name, insight]).toEqual([decoded?.name, null]);
        expect(decoded?.args.suffix).toBe(`${tag.length / 2} bytes that are not read`);
      }
    }
  });

  it('stay loud, and the call is explained, where a Golem is', () => {
    const calls = [
      aCall(OTHER, 'deposit(uint256,address)', [5n, SESSION_KEY]),
      aCall(USDC_ON_BASE, 'transfer(address,uint256)', [GUARDIAN, 5n]),
      aCall(OTHER, 'redeem(uint256,address,address)', [5n, OWN, SESSION_KEY]),
    ];
    for (const call of calls) {
      const { insight } = explain(call, 'abcd');
      expect(insight?.level).toBe('warning');
      expect([insight?.title, ...(insight?.lines ?? [])].join()).toContain(
        'Bardo cannot read this',
      );
    }
    const key = `${transfer.data}${SESSION_KEY.slice(2)}` as const;
    expect(explain({ ...transfer, data: key }, '').insight?.title).toContain('cannot read');
  });

  it('do not make a permission calm', () => {
    const { insight } = explain(
      aCall(USDC_ON_BASE, 'approve(address,uint256)', [SESSION_KEY, 5n]),
      'abcd',
    );

    expect(insight?.level).toBe('critical');
  });

  it('inside a batch are read alike, and bytes that are cut stay loud', () => {
    const tagged = { target: USDC_ON_BASE, value: 0n, data: `${transfer.data}360c6ebe` as const };
    const cut = { ...tagged, data: transfer.data.slice(0, -2) as `0x${string}` };

    expect(explainRaw({ to: OWNER, data: batch([tagged]) }).insight).toBeNull();
    expect(explainRaw({ to: OWNER, data: batch([tagged, cut]) }).insight?.title).toBe(
      'Bardo cannot read this ERC-20 transfer',
    );
  });
});
