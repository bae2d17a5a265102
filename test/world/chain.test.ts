// The twin must be what it says: the framework at its real addresses, reading our structs as core does, and
// neighbours that answer to the very signatures owners give on the real chain.

import {
  type Abi,
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getContract,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseSignature,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mined } from '../../contracts/mined';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { PERMIT2 } from '../../src/core/chain/uniswap';
import { registriesOn } from '../../src/core/decoders/erc8004';
import { DELEGATION_PARAM, digestOf, hashDelegation } from '../../src/core/delegations/delegation';
import { aDelegation } from '../vectors/delegations';

let chain: Chain;

beforeAll(async () => {
  chain = await startChain();
});

afterAll(() => chain?.stop());

const client = () => createPublicClient({ chain: baseSepolia, transport: http(chain.rpcUrl) });
const SPENDER: Address = '0x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e';
const FOREVER = 2n ** 48n - 1n;

/** One of the chain's accounts, with what is signed and sent in its name. */
function person(index: number) {
  const account = privateKeyToAccount((chain.accounts[index]?.privateKey ?? '0x') as Hex);
  const wallet = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  const send = async (
    to: Address,
    abi: readonly string[],
    functionName: string,
    args: unknown[],
  ) => {
    const data = encodeFunctionData({ abi: parseAbi(abi), functionName, args } as never);
    const hash = await wallet.sendTransaction({ to, data });
    return mined(client(), hash);
  };
  return { account, wallet, address: account.address, send };
}

const usdc = () => getContract({ address: chain.usdc, abi: erc20Abi, client: client() });
const mint = (to: Address, amount: bigint) =>
  person(9).send(chain.usdc, ['function mint(address,uint256)'], 'mint', [to, amount]);

describe('MetaMask’s framework', () => {
  it('names delegations as core does, in Base Sepolia’s domain', async () => {
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

  it('has accounts that know their manager, and a factory and an EntryPoint that can create them', async () => {
    const abi = parseAbi([
      'function delegationManager() view returns (address)',
      'function entryPoint() view returns (address)',
      'function proxiableUUID() view returns (bytes32)',
    ]);
    const hybrid = { address: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4', abi } as const;

    for (const address of [hybrid.address, FRAMEWORK.smartAccount7702]) {
      const account = getContract({ address, abi, client: client() });
      expect((await account.read.delegationManager()).toLowerCase()).toBe(
        FRAMEWORK.delegationManager,
      );
      expect((await account.read.entryPoint()).toLowerCase()).toBe(FRAMEWORK.entryPoint);
    }
    // Answered only by an implementation that knows its own address: else its proxies could not be upgraded.
    expect(await client().readContract({ ...hybrid, functionName: 'proxiableUUID' })).toMatch(
      /^0x360894a1/,
    );
    // The helper that the real EntryPoint v0.7 has on every chain.
    expect(
      await client().getCode({ address: '0xEFC2c1444eBCC4Db75e7613d20C6a62fF67A167C' }),
    ).toMatch(/^0x[0-9a-f]{20,}/);
  });
});

it('has Multicall3, which answers many questions at one block, and Bardo’s contracts', async () => {
  const { address } = baseSepolia.contracts.multicall3;
  const asks = (functionName: 'getChainId' | 'getBlockNumber' | 'getCurrentBlockTimestamp') => ({
    address,
    abi: parseAbi([`function ${functionName}() view returns (uint256)`]) as Abi,
    functionName,
  });
  const head = await client().getBlock();

  const answers = await client().multicall({
    contracts: [asks('getChainId'), asks('getBlockNumber'), asks('getCurrentBlockTimestamp')],
    allowFailure: false,
    blockNumber: head.number,
    multicallAddress: address,
  });
  expect(answers).toEqual([84_532n, head.number, head.timestamp]);
  for (const bardo of Object.values(chain.contracts)) {
    expect(await client().getCode({ address: bardo })).toMatch(/^0x[0-9a-f]{200,}/);
  }
});

describe('the dollar', () => {
  const domain = () => ({
    name: 'USDC',
    version: '2',
    chainId: 84_532,
    verifyingContract: chain.usdc,
  });

  it('is a six-decimals USDC that takes a permit once (ERC-2612)', async () => {
    const owner = person(1);
    const message = {
      owner: owner.address,
      spender: SPENDER,
      value: 7_000_000n,
      nonce: 0n,
      deadline: FOREVER,
    };
    const address = (name: string) => ({ name, type: 'address' });
    const number = (name: string) => ({ name, type: 'uint256' });
    const fields = [address('owner'), address('spender'), number('value'), number('nonce')];
    const signature = await owner.account.signTypedData({
      domain: domain(),
      types: { Permit: [...fields, number('deadline')] },
      primaryType: 'Permit',
      message: message as Record<string, unknown>,
    });
    const { v, r, s } = parseSignature(signature);
    const abi = ['function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'];
    const args = [owner.address, SPENDER, message.value, FOREVER, Number(v), r, s];

    expect(await usdc().read.symbol()).toBe('USDC');
    expect(await usdc().read.decimals()).toBe(6);
    await person(2).send(chain.usdc, abi, 'permit', args);
    expect(await usdc().read.allowance([owner.address, SPENDER])).toBe(7_000_000n);
    await expect(person(2).send(chain.usdc, abi, 'permit', args)).rejects.toThrow(
      'invalid signature',
    );
  });

  it('pays by a signed authorisation, once, and only what was signed (ERC-3009)', async () => {
    const [payer, payee] = [person(1), person(2)];
    const nonce: Hex = `0x${'3a'.repeat(32)}`;
    const authorisation = [payer.address, payee.address, 5n, 0n, FOREVER, nonce] as const;
    const names = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const;
    const kinds = ['address', 'address', 'uint256', 'uint256', 'uint256', 'bytes32'];
    const sign = (primaryType: string) =>
      payer.account.signTypedData({
        domain: domain(),
        types: { [primaryType]: names.map((name, at) => ({ name, type: kinds[at] ?? '' })) },
        primaryType,
        message: Object.fromEntries(names.map((name, at) => [name, authorisation[at]])),
      });
    const pay = (by: number, name: string, args: readonly unknown[], signature: Hex) =>
      person(by).send(chain.usdc, [`function ${name}(${kinds},bytes)`], name, [...args, signature]);
    await mint(payer.address, 100n);
    const before = await usdc().read.balanceOf([payee.address]);
    const received = await sign('ReceiveWithAuthorization');
    const transferred = await sign('TransferWithAuthorization');
    const [from, to, , ...rest] = authorisation;

    await expect(pay(3, 'receiveWithAuthorization', authorisation, received)).rejects.toThrow(
      'caller must be the payee',
    );
    await expect(
      pay(3, 'transferWithAuthorization', [from, to, 6n, ...rest], transferred),
    ).rejects.toThrow('invalid signature');
    await pay(3, 'transferWithAuthorization', authorisation, transferred);
    expect(await usdc().read.balanceOf([payee.address])).toBe(before + 5n);
    await expect(pay(2, 'receiveWithAuthorization', authorisation, received)).rejects.toThrow(
      'used or canceled',
    );
  });
});

describe('Permit2', () => {
  const LIMITED = [
    'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
    'struct Single { Details details; address spender; uint256 sigDeadline; }',
    'function permit(address owner, Single single, bytes signature)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function lockdown((address token, address spender)[] approvals)',
  ];

  it('lets a spender take what was signed, no more, and nothing after a lockdown', async () => {
    const [owner, spender] = [person(4), person(5)];
    await mint(owner.address, 100n);
    await owner.send(chain.usdc, ['function approve(address,uint256)'], 'approve', [PERMIT2, 100n]);
    const single = {
      details: { token: chain.usdc, amount: 60n, expiration: Number(FOREVER), nonce: 0 },
      spender: spender.address,
      sigDeadline: FOREVER,
    };
    const signature = await owner.account.signTypedData({
      domain: { name: 'Permit2', chainId: 84_532, verifyingContract: PERMIT2 },
      types: {
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
      },
      primaryType: 'PermitSingle',
      message: single,
    });
    const take = (amount: bigint) =>
      spender.send(PERMIT2, LIMITED, 'transferFrom', [owner.address, SPENDER, amount, chain.usdc]);

    await spender.send(PERMIT2, LIMITED, 'permit', [owner.address, single, signature]);
    await take(50n);
    expect(await usdc().read.balanceOf([SPENDER])).toBe(50n);
    await expect(take(11n)).rejects.toThrow();
    await owner.send(PERMIT2, LIMITED, 'lockdown', [
      [{ token: chain.usdc, spender: spender.address }],
    ]);
    await expect(take(1n)).rejects.toThrow();
  });
});

it('has an ERC-8004 registry whose holder alone controls an identity', async () => {
  const registry = registriesOn(84_532)[0] as Address;
  const abi = [
    'function register(string agentURI, (string key, bytes value)[] metadata)',
    'function setAgentURI(uint256 id, string uri)',
    'function transferFrom(address from, address to, uint256 id)',
  ];
  const read = getContract({
    address: registry,
    abi: parseAbi([
      'function ownerOf(uint256) view returns (address)',
      'function tokenURI(uint256) view returns (string)',
      'function getAgentWallet(uint256) view returns (address)',
      'function getMetadata(uint256, string) view returns (bytes)',
    ]),
    client: client(),
  }).read;
  const [holder, stranger] = [person(6), person(7)];

  await holder.send(registry, abi, 'register', [
    'ipfs://atlas',
    [{ key: 'golem', value: '0xa71a50' }],
  ]);
  expect(await read.ownerOf([0n])).toBe(holder.address);
  expect(await read.tokenURI([0n])).toBe('ipfs://atlas');
  expect(await read.getMetadata([0n, 'golem'])).toBe('0xa71a50');
  expect(await read.getAgentWallet([0n])).toBe(holder.address);
  await expect(stranger.send(registry, abi, 'setAgentURI', [0n, 'ipfs://evil'])).rejects.toThrow(
    'Not authorized',
  );
  await holder.send(registry, abi, 'transferFrom', [holder.address, stranger.address, 0n]);
  expect(await read.getAgentWallet([0n])).toBe('0x0000000000000000000000000000000000000000');
});
