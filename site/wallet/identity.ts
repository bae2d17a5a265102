// The owner vouches for a Golem: an EIP-712 attestation, and its entry in the public registry (ERC-8004).
import { type Address, concat, encodeAbiParameters, type Hex, stringToHex } from 'viem';
import { registriesOn } from '../../src/core/decoders/erc8004';
import { Address as AddressStruct, Hash } from '../../src/core/protocol/fields';
import { document, list, orNull } from '../../src/core/protocol/schema';
import { bardoTypedData } from '../../src/core/protocol/typed-data';
import { ask, type Provider } from './provider';
import { registrationFile } from './registration-file';
import type { Outgoing } from './send';

const REGISTER = '0x8ea42286';

export function attestation(
  chainId: number,
  about: { owner: Address; golem: string; agentKey: Address; deadline: number },
) {
  return bardoTypedData('IdentityAttestation', chainId, {
    ...about,
    deadline: BigInt(about.deadline),
  });
}

/** null where the chain has no registry. The record names the Golem and its key; the owner holds it. */
export function registration(
  chainId: number,
  about: { golem: string; name: string; agentKey: Address },
): Outgoing | null {
  const [registry] = registriesOn(chainId);
  if (!registry) return null;
  const entry = {
    type: 'tuple[]',
    components: [
      { name: 'metadataKey', type: 'string' },
      { name: 'metadataValue', type: 'bytes' },
    ],
  } as const;
  // The registry keeps `agentWallet` for itself: that one needs the key's own signature.
  const metadata = [
    { metadataKey: 'bardo.golem', metadataValue: stringToHex(about.golem) },
    { metadataKey: 'bardo.key', metadataValue: about.agentKey },
  ];
  // The number is given by this very call: a second one writes it into the file.
  const file = registrationFile({ chainId, name: about.name, active: true, number: null });
  const args = encodeAbiParameters([{ type: 'string' }, entry], [file, metadata]);
  return { to: registry, value: 0n, data: concat([REGISTER, args]) };
}

const SET_URI = '0x0af28bd3';
const UNSET_WALLET = '0x3fddcf19';

/** null where the chain has no registry. */
export function fileCall(chainId: number, number: bigint, file: string): Outgoing | null {
  const args = encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [number, file]);
  return atRegistry(chainId, concat([SET_URI, args]));
}

/** One errand, whether it is sent by itself or along with the ends of grants. */
export function walletKey(golem: string): string {
  return `agent-wallet:${golem}`;
}

/** After it the registry names nobody who is paid for the agent. */
export function unsetCall(chainId: number, number: bigint): Outgoing | null {
  return atRegistry(
    chainId,
    concat([UNSET_WALLET, encodeAbiParameters([{ type: 'uint256' }], [number])]),
  );
}

function atRegistry(chainId: number, data: Hex): Outgoing | null {
  const [to] = registriesOn(chainId);
  return to ? { to, value: 0n, data } : null;
}

const LogStruct = document({ address: AddressStruct, topics: list(Hash, 0, 4) });
const ReceiptStruct = orNull(document({ logs: list(LogStruct, 0, 100) }));
/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The number the registry gave, from the token it minted in this transaction. */
export async function registryNumber(
  provider: Provider,
  chainId: number,
  transaction: Hex,
): Promise<bigint | null> {
  const receipt = await ask(provider, 'eth_getTransactionReceipt', [transaction], ReceiptStruct);
  const minted = receipt?.logs.find(
    ({ address, topics }) => registriesOn(chainId).includes(address) && topics[0] === TRANSFER,
  );
  return minted?.topics[3] ? BigInt(minted.topics[3]) : null;
}
