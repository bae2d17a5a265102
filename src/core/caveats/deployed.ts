// DeployedEnforcer: before the call, deploys a contract (CREATE2, from the enforcer) unless code stands at its
// address already. It limits nothing.
//
// terms, at least 53 bytes: expected address 20 · salt 32 · creation code rest
import type { Address, Hex } from 'viem';
import { byteLength, Unreadable } from '../bytes/abi';
import { keccak256 } from '../bytes/hash';
import { sameAddress } from '../chain/addresses';
import { fixedBytes } from './bardo-terms';
import { type CaveatWords, caveat } from './caveat';
import { addressAt, addressBytes, bytesAt, hexadecimal, packed } from './terms';

export type DeployedTerms = { contract: Address; salt: Hex; code: Hex };

const ENFORCER = '0x24ff2aa430d53a8cd6788018e902e098083dccd2';

export const deployed = caveat<DeployedTerms>({
  name: 'DeployedEnforcer',
  address: ENFORCER,
  decode: (terms) => {
    hexadecimal(terms);
    const length = byteLength(terms);
    if (length < 53) throw new Unreadable(`its terms are ${length} bytes long, not at least 53`);
    return {
      contract: addressAt(terms, 0),
      salt: bytesAt(terms, 20, 32),
      code: bytesAt(terms, 52, length - 52),
    };
  },
  encode: ({ contract, salt, code }) => packed(addressBytes(contract), fixedBytes(salt, 32), code),
  words: deployedWords,
  bounds: () => ({}),
});

function deployedWords({ contract, salt, code }: DeployedTerms): CaveatWords {
  const made = keccak256(packed('0xff', ENFORCER, salt, keccak256(code)));
  if (sameAddress(`0x${made.slice(26)}`, contract)) {
    return { text: `deploys the contract ${contract} first, if it does not exist yet` };
  }
  const text = `only while a contract stands at ${contract}: its own code would deploy elsewhere`;
  return { text, level: 'warning' };
}
