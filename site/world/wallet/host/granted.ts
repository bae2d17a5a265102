// What an account has granted, as the shelf's samples need it.
import type { Address, Hex } from 'viem';
import type { Delegation } from '../../../../src/core/delegations/delegation';

/** A grant as it is kept; `golem` null = nobody says whose it is. */
export type KeptGrant = { context: Hex; golem: string | null };

type Held = { root: Delegation; golem: string | null };

export type GrantEstate = {
  /** Whose it is; another account has another one. */
  owner: Address;
  live: Held[];
  /** Disabled on chain: it could be opened again. */
  disabled: Held[];
};

export const NO_GRANTS: Omit<GrantEstate, 'owner'> = { live: [], disabled: [] };
