import { keccak256, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { explainSignature } from '../../../src/core/insight/signature';
import {
  aGolem,
  anAddress,
  aPermission,
  aScene,
  aStatus,
  BASE,
  GUARDIAN,
  HASH,
  NOW,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import {
  aSignature,
  ELSEWHERE,
  explain,
  PORTAL,
  typedData,
} from '../../vectors/signatures/builders';

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const DETAILS = 'address token,uint160 amount,uint48 expiration,uint48 nonce';
const PERMITTED = 'address token,uint256 amount';
const DOMAIN = 'string name,uint256 chainId,address verifyingContract';
const AT = { origin: ELSEWHERE };
const detail = { token: USDC_ON_BASE, amount: '25000000', expiration: NOW + 86_400, nonce: 0 };
const until = { nonce: 1, deadline: NOW + 1800 };

function aPermit2(primaryType: string, types: { [name: string]: string }, message: object) {
  const domain = { name: 'Permit2', chainId: BASE, verifyingContract: PERMIT2 };
  return typedData(domain, { EIP712Domain: DOMAIN, ...types }, primaryType, message);
}

const KINDS = {
  PermitSingle: (spender: string) =>
    aPermit2(
      'PermitSingle',
      {
        PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline',
        PermitDetails: DETAILS,
      },
      { details: detail, spender, sigDeadline: NOW + 1800 },
    ),
  PermitBatch: (spender: string) =>
    aPermit2(
      'PermitBatch',
      {
        PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
        PermitDetails: DETAILS,
      },
      { details: [detail, { ...detail, token: STRANGER }], spender, sigDeadline: NOW + 1800 },
    ),
  PermitTransferFrom: (spender: string) =>
    aPermit2(
      'PermitTransferFrom',
      {
        PermitTransferFrom:
          'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
        TokenPermissions: PERMITTED,
      },
      { permitted: { token: USDC_ON_BASE, amount: 25_000_000 }, spender, ...until },
    ),
  PermitBatchTransferFrom: (spender: string) =>
    aPermit2(
      'PermitBatchTransferFrom',
      {
        PermitBatchTransferFrom:
          'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline',
        TokenPermissions: PERMITTED,
      },
      { permitted: [{ token: USDC_ON_BASE, amount: 25_000_000 }], spender, ...until },
    ),
  PermitWitnessTransferFrom: (spender: string) =>
    aPermit2(
      'PermitWitnessTransferFrom',
      {
        PermitWitnessTransferFrom:
          'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order witness',
        TokenPermissions: PERMITTED,
        Order: 'address swapper',
      },
      {
        permitted: { token: USDC_ON_BASE, amount: 25_000_000 },
        spender,
        ...until,
        witness: { swapper: STRANGER },
      },
    ),
};

it('builds the very type that Permit2 hashes (PermitHash.sol, PERMIT_SINGLE_TYPEHASH)', () => {
  const { types } = KINDS.PermitSingle(STRANGER);
  const text = ['PermitSingle', 'PermitDetails'].map((name) => {
    const members = types[name].map(
      (one: { type: string; name: string }) => `${one.type} ${one.name}`,
    );
    return `${name}(${members.join(',')})`;
  });

  expect(keccak256(toHex(text.join('')))).toBe(
    '0xf3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0',
  );
});

describe.each(Object.entries(KINDS))('a Permit2 %s', (name, build) => {
  it("to a Golem's key is critical: it goes around the runway", () => {
    const insight = explain(build(SESSION_KEY), AT);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('Lets Atlas take tokens outside its runway');
    expect(insight?.lines[0]).toBe(
      'A Permit2 permit bypasses the runway: its daily cap, phases and end do not apply.',
    );
    const values = insight?.facts.map(({ value }) => value);
    expect(values).toContain('25 USDC');
    expect(values).toContain('21 Sep 2026 14:43 UTC');
  });

  it('to anyone else is left to the wallet, but still decoded', () => {
    const report = explainSignature(aSignature(build(STRANGER)), aScene(AT), PORTAL);

    expect(report.insight).toBeNull();
    expect(report.decoded).toMatchObject({
      contract: 'Permit2',
      name,
      args: { spender: STRANGER },
    });
  });

  it('of a contract that is not Permit2 is critical', () => {
    const data = build(STRANGER);
    data.domain.verifyingContract = STRANGER;

    const insight = explain(data, AT);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('Calls itself Permit2, but is not the Permit2 Bardo knows');
  });
});

describe('a Permit2 permit', () => {
  it('is noticed for a key on another chain and for a key of an older lease', () => {
    const old = anAddress(0x0d);
    const lease = {
      generation: 1,
      budgetId: HASH,
      sessionKey: old,
      cap: '1',
      expiresAt: NOW + 1,
    };
    const watched = aStatus({
      golems: [aGolem({ chainId: 1 })],
      permissions: [aPermission({ lease })],
    });

    const titles = [SESSION_KEY, GUARDIAN, old].map(
      (spender) => explain(KINDS.PermitSingle(spender), { ...AT, watched })?.title,
    );

    expect(titles).toEqual([
      'Lets Atlas take tokens outside its runway',
      "Lets Atlas's guardian take tokens outside its runway",
      'Lets Atlas take tokens outside its runway',
    ]);
  });

  it('of nothing ends an allowance', () => {
    const data = KINDS.PermitSingle(SESSION_KEY);
    data.message.details.amount = 0;

    expect(explain(data, AT)).toMatchObject({
      level: 'info',
      title: "Ends Atlas's Permit2 allowance",
    });
  });

  it.each([
    [324, '0x0000000000225e31D15943971F47aD3022F714Fa'],
    [56, '0x31c2F6fcFf4F8759b3Bd5Bf0e1084A055615c768'],
  ])('of a known other deployment (chain %d) is no impostor', (chainId, verifyingContract) => {
    const data = KINDS.PermitSingle(STRANGER);
    data.domain = { name: 'Permit2', chainId, verifyingContract };

    expect(explain(data, AT)).toBeNull();
  });

  it.each([
    [
      'an address that is none',
      (data: ReturnType<typeof aPermit2>) => (data.message.spender = '0x5'),
    ],
    ['types of its own', (data: ReturnType<typeof aPermit2>) => data.types.PermitDetails.reverse()],
    [
      'a type Permit2 lacks',
      (data: ReturnType<typeof aPermit2>) => (data.primaryType = 'PermitDetails'),
    ],
    [
      'an amount out of range',
      (data: ReturnType<typeof aPermit2>) => (data.message.details.amount = -1),
    ],
  ])('with %s says that it cannot be read', (_, harm) => {
    const data = KINDS.PermitSingle(STRANGER);
    harm(data);

    expect(explain(data, AT)).toMatchObject({
      level: 'warning',
      title: 'Bardo cannot read this Permit2 permit: check who may spend',
    });
  });
});
