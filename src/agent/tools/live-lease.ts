// The owner's answer as it counts: a lease for our key that every giver has signed and that lives on chain. The control plane
// only says where to look.
import { sameAddress } from '../../core/chain/addresses';
import { type Golem, signerOf } from '../life/golem';
import { goOnFrom } from '../life/heartbeat';
import { readOrNull } from '../life/holdings';
import { runwayProblem } from '../runway/runway';
import { readRunwayState } from '../runway/runway-state';

export type Lease = { context: `0x${string}`; permission: string };

/** `permission`: the one that was named as the answer. Without one, any that is not what the Golem had when it asked. */
export type Sought = { permission: string | null; before: Before };
export type Before = { context: string | null; permission: string | null };

/** A lease that our own heartbeat has taken up meanwhile is the answer, too. */
export async function liveLease(golem: Golem, sought: Sought): Promise<Lease | null> {
  const { plane, chain, owner, sender } = golem;
  const state = await plane.ask('agentState', { signer: signerOf(golem) });
  if (!state.ok) return null;
  goOnFrom(golem, state.value.lastSequence);
  for (const { context, permission: known } of state.value.contexts) {
    if (!isSought(sought, context, known)) continue;
    const runway = readOrNull(context, chain.chainId);
    if (!runway?.token || !sameAddress(runway.redeemer, sender.address)) continue;
    const expected = { owner, redeemer: sender.address };
    if ((await runwayProblem(chain, runway, expected)) !== null) continue;
    const { ended, behind } = await readRunwayState(chain, runway);
    if (ended === null && !behind) return { context, permission: known };
  }
  return null;
}

function isSought({ permission, before }: Sought, context: string, known: string): boolean {
  if (permission !== null) return known === permission;
  return context !== before.context || known !== before.permission;
}
