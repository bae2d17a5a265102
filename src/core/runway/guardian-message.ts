// Everything a guardian's key ever signs. The list is closed: what is not a lease, a raise, a stop or a
// word to the oracle has no digest here, so no request can have arbitrary data signed.
import type { Address, Hex } from 'viem';
import { hashTypedData } from '../bytes/typed-hash';
import { golemPolicy } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { type Delegation, digestOf, isRoot } from '../delegations/delegation';
import { type ContractMessage, contractTypedData, stopTypedData } from '../protocol/messages';

export type Link = Omit<Delegation, 'signature'>;
type OracleAct = 'Register' | 'SetReporter' | 'Heal';

export type GuardianMessage =
  | { kind: 'Lease'; chainId: number; message: Link }
  | { kind: 'Raise'; chainId: number; message: ContractMessage<'Raise'> }
  | {
      kind: 'Stop';
      chainId: number;
      message: { golem: string; guardian: Address; issuedAt: bigint; reason: string };
    }
  | { [A in OracleAct]: { kind: A; chainId: number; message: ContractMessage<A> } }[OracleAct];

/** Throws for a message of another guardian, and for a link that is not a lease. */
export function digestFor(guardian: Address, signed: GuardianMessage): Hex {
  const named = signed.kind === 'Lease' ? signed.message.delegator : signed.message.guardian;
  if (!sameAddress(named, guardian)) throw new Error('The message names another guardian.');
  switch (signed.kind) {
    case 'Lease':
      return leaseDigest(signed.message, signed.chainId);
    case 'Raise':
      return hashTypedData(contractTypedData('Raise', policyOn(signed.chainId), signed.message));
    case 'Stop':
      return hashTypedData(stopTypedData(signed.chainId, signed.message));
    case 'Register':
      return hashTypedData(contractTypedData('Register', oracleOn(signed.chainId), signed.message));
    case 'SetReporter':
      return hashTypedData(
        contractTypedData('SetReporter', oracleOn(signed.chainId), signed.message),
      );
    case 'Heal':
      return hashTypedData(contractTypedData('Heal', oracleOn(signed.chainId), signed.message));
  }
}

/** The guardian passes power on only under its own rules: one readable policy, never a root. */
function leaseDigest(link: Link, chainId: number): Hex {
  const [policy, ...more] = link.caveats;
  const sound =
    policy !== undefined &&
    more.length === 0 &&
    sameAddress(policy.enforcer, golemPolicy.address) &&
    sameAddress(golemPolicy.decode(policy.terms).sessionKey, link.delegate) &&
    !isRoot(link);
  if (!sound) throw new Error('The link is not a lease.');
  return digestOf(link, chainId);
}

function policyOn(chainId: number) {
  return { chainId, contract: BARDO.golemPolicyEnforcer };
}

function oracleOn(chainId: number) {
  return { chainId, contract: BARDO.vitalityOracle };
}
