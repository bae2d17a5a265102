// One heartbeat: numbered, signed over the newest block by the key that the lease names, and posted.
import { zeroAddress } from 'viem';
import { bardoTypedData } from '../../core/protocol/typed-data';
import { phaseRank } from '../../core/runway/phase';
import type { Head } from '../chain/chain';
import { nextNumber } from '../memory/sequence';
import { guardianOf } from './adoption';
import { type Golem, signerOf, type Vitals } from './golem';
import type { PlaneAnswer } from './plane-reply';
import type { StopOrder } from './stop';

/** Signs and posts one heartbeat. Its number is saved before it is used, so that none is used twice. */
export async function sendHeartbeat(
  golem: Golem,
  vitals: Vitals,
  head: Head,
  intervalSeconds: number,
): Promise<PlaneAnswer<{ sequence: number; stop: StopOrder | null }>> {
  const { sequence, chain, key, id, owner, plane } = golem;
  const number = await nextNumber(sequence);
  const rank = phaseRank(vitals.phase);
  const guardian = guardianOf(golem) ?? zeroAddress;
  const issuedAt = golem.now();
  const blockNumber = Number(head.number);
  const told = {
    golem: id,
    guardian,
    phase: rank,
    vitality: vitals.vitality,
    blockHash: head.hash,
  };
  const signature = await key.signTypedData(
    bardoTypedData('Heartbeat', chain.chainId, {
      ...told,
      sequence: BigInt(number),
      issuedAt: BigInt(issuedAt),
      blockNumber: head.number,
    }),
  );
  // Told in whole seconds, rounded up: nobody should miss a beat that was never promised.
  const interval = { intervalSeconds: Math.ceil(intervalSeconds) };
  const rest = { chainId: chain.chainId, sequence: number, issuedAt, blockNumber, ...interval };
  const answer = await plane.ask('heartbeat', { body: { owner, ...told, ...rest, signature } });
  if (answer.ok) {
    const { phase } = vitals;
    golem.events.emit('heartbeat:sent', { golem: id, sequence: number, phase, blockNumber });
  } else if (answer.code === 'replayed') await catchUp(golem);
  return answer;
}

/** A beat a second for a million years. */
const MAX_BEATS = 2 ** 45;

/** The plane has seen higher numbers than we remember: a lost file must not make the Golem mute. */
async function catchUp(golem: Golem): Promise<void> {
  const state = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  if (state.ok) goOnFrom(golem, state.value.lastSequence);
}

/** A number no life can reach would leave none for the beats after it. */
export function goOnFrom({ sequence }: Golem, last: number | null): void {
  if (last !== null && last <= MAX_BEATS) sequence.last = Math.max(sequence.last, last);
}
