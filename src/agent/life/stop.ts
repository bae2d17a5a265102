// Whom a Golem obeys. A stop counts if its guardian or its owner signed it, or if the chain shows the end.
// The server that brings it is nobody: a hacked one cannot mass-kill.

import { type Address, type Hex, recoverTypedDataAddress, zeroAddress } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { stopTypedData } from '../../core/protocol/messages';
import type { EndedBy } from '../../core/runway/ended';
import type { RunwayState } from '../runway/runway-state';
import { guardianOf } from './adoption';
import { isAgreed } from './ended';
import type { Golem } from './golem';

/** As the control plane relays it. */
export type StopOrder = {
  golem: string;
  chainId: number;
  guardian: Address;
  issuedAt: number;
  reason: string;
  signature: Hex;
};

export type StopProof =
  | { by: 'guardian' | 'owner'; reason: string }
  | { by: 'chain'; cause: EndedBy }
  /** The Golem itself has reached the end. */
  | { by: 'itself' };

export type StopJudgement = { obey: true; proof: StopProof } | { obey: false; reason: string };

export async function judgeStop(golem: Golem, order: StopOrder): Promise<StopJudgement> {
  const guardian = guardianOf(golem);
  if (order.golem !== golem.id) return refuse('it is for another Golem');
  if (order.chainId !== golem.chain.chainId) return refuse('it is for another chain');
  if (!sameAddress(order.guardian, guardian ?? zeroAddress))
    return refuse('it names another guardian');
  // A key that is younger than the order was leased after it: the owner has changed their mind.
  if (order.issuedAt < golem.key.createdAt) return refuse('it is older than this key');
  const { reason } = order;
  const signer = await signerOfStop(order);
  if (guardian && sameAddress(signer, guardian))
    return { obey: true, proof: { by: 'guardian', reason } };
  if (sameAddress(signer, golem.owner)) return { obey: true, proof: { by: 'owner', reason } };
  if (!(await ownerAccepts(golem, order)))
    return refuse('neither the guardian nor the owner signed it');
  // That was the word of a node, and what follows cannot be undone.
  const look = { what: order.signature, at: await golem.chain.head() };
  return (await isAgreed(golem, 'stop', look))
    ? { obey: true, proof: { by: 'owner', reason } }
    : refuse('the owner’s account is asked again some blocks later');
}

/** An end that the chain itself shows; silence or a pause is none. */
export function chainStop(state: RunwayState): StopProof | null {
  return state.ended === null ? null : { by: 'chain', cause: state.ended };
}

function typedStop({ golem, chainId, guardian, issuedAt, reason }: StopOrder) {
  const message = { golem, guardian, issuedAt: BigInt(issuedAt), reason };
  return stopTypedData(chainId, message);
}

async function signerOfStop(order: StopOrder): Promise<Address | null> {
  const signature = order.signature;
  return recoverTypedDataAddress({ ...typedStop(order), signature }).catch(() => null);
}

/** An owner that is a contract answers for itself (ERC-1271); a chain that is silent is no yes. */
async function ownerAccepts({ chain, owner }: Golem, order: StopOrder): Promise<boolean> {
  const signature = order.signature;
  return chain.client
    .verifyTypedData({ address: owner, ...typedStop(order), signature })
    .catch(() => false);
}

function refuse(reason: string): StopJudgement {
  return { obey: false, reason };
}
