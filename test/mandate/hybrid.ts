// MetaMask's Hybrid account on the twin: the implementation at its real address, and for each owner a proxy made
// by MetaMask's factory, hence at the address that the Smart Accounts Kit names on the real chain too.
import * as creationCodes from '@metamask/delegation-abis/bytecode';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseAbi,
  zeroHash,
} from 'viem';
import type { Chain } from '../../site/world/chain/chain';
import { createContract, ownTransaction } from './contract';

type Named = 'DelegationManager' | 'EntryPoint' | 'SimpleFactory' | 'HybridDeleGatorImpl';
const DEPLOYED = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<Named, Address>;
const CODES = creationCodes as unknown as Record<string, Hex>;

const abi = parseAbi([
  'function initialize(address owner, string[] keyIds, uint256[] xs, uint256[] ys)',
  'function deploy(bytes creation, bytes32 salt) returns (address)',
]);

/** The account of this owner, deployed if it is not there yet. It holds nothing. */
export async function openHybrid(
  chain: Chain,
  owner: Address,
  salt: Hex = zeroHash,
): Promise<Address> {
  await installHybrid(chain);
  const creation = proxyOf(owner);
  const account = getContractAddress({
    opcode: 'CREATE2',
    from: DEPLOYED.SimpleFactory,
    salt,
    bytecode: creation,
  });
  if (await hasCode(chain, account)) return account;
  const data = encodeFunctionData({ abi, functionName: 'deploy', args: [creation, salt] });
  await ownTransaction(chain, { to: DEPLOYED.SimpleFactory, data });
  if (!(await hasCode(chain, account))) throw new Error(`No account came to be at ${account}.`);
  return account;
}

function proxyOf(owner: Address): Hex {
  const setup = encodeFunctionData({
    abi,
    functionName: 'initialize',
    args: [owner, [], [], []],
  });
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }],
    [DEPLOYED.HybridDeleGatorImpl, setup],
  );
  return concat([CODES.ERC1967Proxy as Hex, args]);
}

async function installHybrid(chain: Chain): Promise<void> {
  if (await hasCode(chain, DEPLOYED.HybridDeleGatorImpl)) return;
  const library = await createContract(chain, CODES.SCL_RIP7212 as Hex);
  const linked = (CODES.HybridDeleGator as string).replaceAll(
    /__\$[0-9a-f]{34}\$__/g,
    library.slice(2).toLowerCase(),
  ) as Hex;
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }],
    [DEPLOYED.DelegationManager, DEPLOYED.EntryPoint],
  );
  await createAt(chain, DEPLOYED.HybridDeleGatorImpl, concat([linked, args]));
  await createAt(chain, DEPLOYED.SimpleFactory, CODES.SimpleFactory as Hex);
}

/**
 * The implementation remembers its own address and refuses to work elsewhere. So its constructor runs as the
 * code of that very address: once for the code it returns, once in a transaction for what it stores.
 */
async function createAt(chain: Chain, address: Address, creation: Hex): Promise<void> {
  await chain.cheat('anvil_setCode', [address, creation]);
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const { data } = await client.call({ to: address });
  if (!data) throw new Error(`The constructor for ${address} left no code.`);
  await ownTransaction(chain, { to: address });
  await chain.cheat('anvil_setCode', [address, data]);
}

async function hasCode(chain: Chain, address: Address): Promise<boolean> {
  return (await chain.cheat('eth_getCode', [address, 'latest'])) !== '0x';
}
