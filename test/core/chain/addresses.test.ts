import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import { describe, expect, it } from 'vitest';
import {
  chainName,
  FRAMEWORK,
  hasFramework,
  sameAddress,
  shortHex,
  tokenOf,
  usdcOf,
} from '../../../src/core/chain/addresses';
import { CHAINS } from '../../../src/core/chain/chains/list';
import { USDC_ON_BASE } from '../../vectors/builders';

describe("MetaMask's framework", () => {
  const deployed = DELEGATOR_CONTRACTS['1.3.0'] ?? {};

  it('is known on the chains where it is deployed, and on no other', () => {
    const known = CHAINS.filter(({ framework }) => framework).map(({ id }) => id);

    expect(known.sort((a, b) => a - b)).toEqual(
      Object.keys(deployed)
        .map(Number)
        .sort((a, b) => a - b),
    );
    expect(known.every(hasFramework)).toBe(true);
    expect([43_114, 31_337].some(hasFramework)).toBe(false);
  });

  it.each([
    ['delegationManager', 'DelegationManager'],
    ['smartAccount7702', 'EIP7702StatelessDeleGatorImpl'],
    ['nonceEnforcer', 'NonceEnforcer'],
  ] as const)('has its %s where MetaMask deployed it, on every chain', (name, contract) => {
    for (const contracts of Object.values(deployed)) {
      expect(contracts[contract]?.toLowerCase()).toBe(FRAMEWORK[name]);
    }
  });
});

describe('Tokens', () => {
  it('are known by chain and address together', () => {
    expect(tokenOf(8453, USDC_ON_BASE)).toEqual({ symbol: 'USDC', decimals: 6 });
    expect(tokenOf(8453, USDC_ON_BASE.toUpperCase().replace('0X', '0x'))?.symbol).toBe('USDC');
    expect(tokenOf(1, USDC_ON_BASE)).toBeNull();
    expect(tokenOf(31_337, USDC_ON_BASE)).toBeNull();
    expect(usdcOf(31_337)).toBeNull();
  });
});

describe('Addresses', () => {
  it('are the same in any case, and nothing is the same as nothing', () => {
    expect(sameAddress('0xAb', '0xaB')).toBe(true);
    expect(sameAddress('0xab', '0xac')).toBe(false);
    expect(sameAddress(null, null)).toBe(false);
    expect(sameAddress(undefined, '0x')).toBe(false);
  });

  it('are shortened only where something is left out', () => {
    expect(shortHex('0x1234567890abcdef')).toBe('0x1234…cdef');
    expect(shortHex('0x123456789ab')).toBe('0x123456789ab');
  });
});

it('names chains it knows and numbers the others', () => {
  expect(chainName(8453)).toBe('Base');
  expect(chainName(31_337)).toBe('chain 31337');
});
