// The twin must be what it says: the framework at its real addresses, reading our structs as core does.
import { concat, createPublicClient, http, keccak256, parseAbi } from 'viem';
import { baseSepolia } from 'viem/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { DELEGATION_PARAM, digestOf, hashDelegation } from '../../src/core/permissions/delegation';
import { aDelegation } from '../vectors/delegations';
import { type Chain, startChain } from './chain';

let chain: Chain;

beforeAll(async () => {
  chain = await startChain();
}, 240_000);

afterAll(() => chain?.stop());

const client = () => createPublicClient({ chain: baseSepolia, transport: http(chain.rpcUrl) });

it('is Base Sepolia with MetaMask’s manager, which names delegations as core does', async () => {
  const delegation = aDelegation();
  const address = FRAMEWORK.delegationManager;

  expect(await client().getChainId()).toBe(84_532);
  const hash = await client().readContract({
    address,
    abi: [
      {
        type: 'function',
        name: 'getDelegationHash',
        stateMutability: 'pure',
        inputs: [DELEGATION_PARAM],
        outputs: [{ type: 'bytes32' }],
      },
    ],
    functionName: 'getDelegationHash',
    args: [delegation],
  });
  expect(hash).toBe(hashDelegation(delegation));
  const domain = await client().readContract({
    address,
    abi: parseAbi(['function getDomainHash() view returns (bytes32)']),
    functionName: 'getDomainHash',
  });
  // Same domain, same digest: the copied code knows that it lives at another address.
  expect(keccak256(concat(['0x1901', domain, hash]))).toBe(digestOf(delegation, chain.chainId));
});

it('has a six-decimals dollar and Bardo’s contracts where core expects them', async () => {
  const abi = parseAbi([
    'function symbol() view returns (string)',
    'function decimals() view returns (uint8)',
  ]);

  expect(await client().readContract({ address: chain.usdc, abi, functionName: 'symbol' })).toBe(
    'USDC',
  );
  expect(await client().readContract({ address: chain.usdc, abi, functionName: 'decimals' })).toBe(
    6,
  );
  for (const address of Object.values(chain.contracts)) {
    expect(await client().getCode({ address })).toMatch(/^0x[0-9a-f]{200,}/);
  }
});
