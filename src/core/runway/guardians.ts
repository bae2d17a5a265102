// Whose key passes a Golem's money on. A guardian belongs to (owner, id), as a Golem does: two accounts of one wallet
// may each have an "atlas", and share neither budgets nor generations nor the oracle's record. Bardo 0.1.0 derived it
// from the id alone; a Golem that lives under such a guardian keeps it, because grants, leases and records name it.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';

/** A Golem as its guardian knows it. */
export type Ward = { golem: string; owner: Address };

/** Ours over one Golem. `former`: by the id alone. */
export type Guardians = { present: Address; former: Address };

/** The first of `named` that is ours; the present one where none is. */
export function guardianAmong(
  { present, former }: Guardians,
  named: readonly (string | null | undefined)[],
): Address {
  const ours = named.flatMap((name) => [present, former].filter((one) => sameAddress(one, name)));
  return ours[0] ?? present;
}
