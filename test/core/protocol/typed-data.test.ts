import { hashTypedData, recoverTypedDataAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { signatureDigests } from '../../../src/core/insight/digests';
import {
  BARDO_TYPES,
  bardoDomain,
  bardoTypedData,
  isBardoType,
} from '../../../src/core/protocol/typed-data';
import { aHash, BASE, GUARDIAN, NOW, OWNER, USDC_ON_BASE } from '../../vectors/builders';

describe('Bardo typed data', () => {
  it.each([
    'PermissionRequest(string golem,address token,uint256 amount,uint256 days,uint256 deadline)',
    'ActionPermit(string golem,bytes32 actionHash,uint8 riskTier,bytes32 policyHash,bytes32 simulationHash,uint256 nonce,uint256 deadline)',
    'IdentityAttestation(address owner,string golem,address agentKey,uint256 deadline)',
    'Heartbeat(string golem,address guardian,uint64 sequence,uint64 issuedAt,uint8 phase,uint16 vitality,uint64 blockNumber,bytes32 blockHash)',
    'CladeChallenge(string target,bytes32 nonce,uint64 issuedAt,uint64 expiresAt)',
  ])('declares %s', (signature) => {
    const name = signature.split('(')[0] as keyof typeof BARDO_TYPES;

    const fields = BARDO_TYPES[name].map((field) => `${field.type} ${field.name}`);

    expect(`${name}(${fields.join(',')})`).toBe(signature);
  });

  it('puts action permits in the Warden domain and everything else in ours', () => {
    expect(bardoDomain('ActionPermit', BASE).name).toBe('BardoWarden');
    expect(bardoDomain('Heartbeat', BASE)).toEqual({ name: 'Bardo', version: '1', chainId: BASE });
  });

  it('knows its own types and nothing an object inherits', () => {
    expect(isBardoType('Heartbeat')).toBe(true);
    expect(['constructor', '__proto__', 'Permit'].map(isBardoType)).toEqual([false, false, false]);
  });

  it('is signed and recovered by viem', async () => {
    const golem = privateKeyToAccount(generatePrivateKey());
    const heartbeat = bardoTypedData('Heartbeat', BASE, {
      golem: 'atlas',
      guardian: GUARDIAN,
      sequence: 7n,
      issuedAt: BigInt(NOW),
      phase: 1,
      vitality: 9000,
      blockNumber: 30_000_000n,
      blockHash: aHash(0xb1),
    });

    const signature = await golem.signTypedData(heartbeat);

    expect(await recoverTypedDataAddress({ ...heartbeat, signature })).toBe(golem.address);
    expect(OWNER).not.toBe(golem.address);
  });

  it('hashes the same as typed values and as the JSON a wallet is sent', () => {
    const request = bardoTypedData('PermissionRequest', BASE, {
      golem: 'atlas',
      token: USDC_ON_BASE,
      amount: 10_000_000n,
      days: 7n,
      deadline: BigInt(NOW),
    });
    const json = JSON.stringify(request, (_, value) =>
      typeof value === 'bigint' ? value.toString() : value,
    );

    const { eip712Digest } = signatureDigests({
      from: OWNER,
      data: json,
      signatureMethod: 'eth_signTypedData_v4',
    });

    expect(eip712Digest).toBe(hashTypedData(request));
  });
});
