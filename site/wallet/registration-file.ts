// The public file of a Golem as readers of ERC-8004 expect it: JSON of type registration-v1, held whole in the registry
// as a `data:` address, so that no server has to be asked or believed.
import { getAddress } from '../../src/core/bytes/hash';
import { registriesOn } from '../../src/core/decoders/erc8004';
import { printable } from '../../src/core/findings/finding';

const TYPE = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1';
/** Each letter is paid for with gas. */
const MAX_NAME = 64;

export type FileFacts = {
  chainId: number;
  name: string;
  active: boolean;
  /** The registry's own; null before it is given, when the file can name none. */
  number: bigint | null;
};

export function registrationFile({ chainId, name, active, number }: FileFacts): string {
  const json = JSON.stringify({
    type: TYPE,
    name: printable(name, MAX_NAME),
    description: 'An autonomous agent that spends within on-chain limits its owner can revoke.',
    services: [],
    x402Support: false,
    active,
    registrations: registrationsOf(chainId, number),
  });
  return `data:application/json;base64,${base64Of(json)}`;
}

function registrationsOf(chainId: number, number: bigint | null) {
  const [registry] = registriesOn(chainId);
  // A larger one would be another one in JSON.
  if (!registry || number === null || number > BigInt(Number.MAX_SAFE_INTEGER)) return [];
  const agentRegistry = `eip155:${chainId}:${getAddress(registry)}`;
  return [{ agentId: Number(number), agentRegistry }];
}

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
