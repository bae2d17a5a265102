// Which guardian stands over a Golem, as memory has it: first what this Snap signed itself, then what the status says.
import { sameAddress } from '../chain/addresses';
import type { Ward } from '../runway/guardians';
import { readLease } from '../runway/lease-memory';
import { isOwn } from './leases';
import type { State } from './state';

/** Empty for another owner's Golem: nothing is known of it here. */
export function namedGuardians(
  state: Pick<State, 'owner' | 'leases' | 'golems'>,
  { golem, owner }: Ward,
): string[] {
  if (!sameAddress(state.owner, owner)) return [];
  const signed = state.leases
    .filter((lease) => isOwn(lease) && lease.golem === golem)
    .flatMap((lease) => readLease(lease) ?? [])
    .filter(({ terms }) => sameAddress(terms.owner, owner));
  const listed = state.golems.find((record) => record.golem.id === golem)?.golem.guardian;
  return [...signed.reverse().map(({ guardian }) => guardian), ...(listed ? [listed] : [])];
}
