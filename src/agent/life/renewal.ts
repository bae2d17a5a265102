// A renewal replaces the grant: the owner signs a new one, leases it, and ends the old one. In whatever order that is done, the
// old one's end is no death as long as the new one lives.
import { sameAddress } from '../../core/chain/addresses';
import { runwayProblem } from '../runway/runway';
import { readRunwayState } from '../runway/runway-state';
import { guardianOf } from './adoption';
import { type Golem, signerOf } from './golem';
import { readOrNull } from './holdings';

/**
 * Whether the owner has signed another grant to our guardian that lives on chain, of which our lease is still to come. The
 * control plane says where to look; the owner's signature and the chain say whether it is so.
 */
export async function isGivenAnew(golem: Golem): Promise<boolean> {
  const { chain, owner, runway, plane } = golem;
  const guardian = guardianOf(golem);
  if (!runway || !guardian) return false;
  const answer = await plane.ask('agentState', { signer: signerOf(golem) });
  for (const { context } of answer.ok ? answer.value.contexts : []) {
    const grant = readOrNull(context, chain.chainId);
    // A grant without a lease on it yet: its delegate is the guardian.
    if (!grant || grant.token !== runway.token || !sameAddress(grant.redeemer, guardian)) continue;
    if (grant.hashes.at(-1) === runway.hashes.at(-1)) continue;
    if ((await runwayProblem(chain, grant, { owner, redeemer: guardian })) !== null) continue;
    if ((await readRunwayState(chain, grant)).ended === null) return true;
  }
  return false;
}
