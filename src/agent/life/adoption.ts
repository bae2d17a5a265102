// A Golem takes over a runway or gas permission: it must be for its own key, and its payees must fit.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../../core/bytes/abi';
import { payeesProblem } from '../../core/runway/payees';
import { type Runway, readRunway, rulesOf, runwayProblem } from '../runway/runway';
import type { Golem } from './golem';
import { keepHeld } from './keeping';

/**
 * Takes a context on if it really is the owner's gift to this Golem's key; else says why not. `permission`: under which
 * the control plane knows it; a lease on the same grant keeps the name that it has.
 */
export function adoptRunway(
  golem: Golem,
  context: Hex,
  permission: string | null = null,
): Promise<string | null> {
  return adopt(golem, context, (runway) => {
    if (runway.token === null) return 'it is gas money, not a runway';
    const sameGrant = golem.runway?.hashes.at(-1) === runway.hashes.at(-1);
    golem.permission = permission ?? (sameGrant ? golem.permission : null);
    golem.runway = runway;
    return null;
  });
}

/** The same for gas money, which must reach the key itself. */
export function adoptGas(golem: Golem, context: Hex): Promise<string | null> {
  return adopt(golem, context, (gas) => {
    const problem = gas.token === null ? gasPayeesProblem(gas) : 'it is a runway, not gas money';
    if (problem === null) golem.gas = gas;
    return problem;
  });
}

/** Without payees anybody may be paid, the key as well. */
function gasPayeesProblem({ token, redeemer, payees }: Runway): string | null {
  return payees && payeesProblem({ token, sessionKey: redeemer }, payees);
}

async function adopt(
  golem: Golem,
  context: Hex,
  take: (runway: Runway) => string | null,
): Promise<string | null> {
  const { chain, events, owner, key } = golem;
  try {
    const runway = readRunway(context, chain.chainId);
    const redeemer = golem.sender.address;
    const problem = (await runwayProblem(chain, runway, { owner, redeemer })) ?? take(runway);
    if (problem) return problem;
    await keepHeld(golem);
    const caveats = rulesOf(runway, golem.now());
    const [delegationHash = '0x'] = runway.hashes;
    events.emit('key:delegation-granted', { address: key.address, delegationHash, caveats });
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

/** The guardian above this Golem; a Replicant has its parent's. */
export function guardianOf({ runway }: Golem): Address | null {
  return runway?.lease?.guardian ?? null;
}
