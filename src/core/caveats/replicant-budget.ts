// ReplicantBudgetEnforcer: what everybody but the Golem itself may ever spend under this link, in total,
// and until when. The Golem's own redemptions are not counted and not limited by it.
//
// terms, 62 bytes: version 1 · token 20 · golem 20 · total 16 · expiry 5

import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { limitWords } from '../chain/money';
import { dateWords } from '../chain/time';
import { ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { bardoTerms } from './layout';

export type ReplicantBudgetTerms = {
  token: Address;
  golem: Address;
  total: bigint;
  expiry: bigint;
};

export const replicantBudget = caveat<ReplicantBudgetTerms>({
  name: 'ReplicantBudgetEnforcer',
  address: BARDO.replicantBudgetEnforcer,
  ...bardoTerms('address token, address golem, uint128 total, uint40 expiry', problemOf),
  words: ({ token, golem, total, expiry }, { chainId }) => ({
    text:
      total === 0n
        ? `no Replicants: only ${golem} may use it`
        : `everybody but ${golem} together at most ${limitWords(chainId, token)(total)} in total, until ${dateWords(expiry)}`,
  }),
  // The Golem itself stays unbounded by this rule.
  bounds: () => ({}),
});

function problemOf({ token, golem }: ReplicantBudgetTerms): string | null {
  return token === ZERO_ADDRESS || golem === ZERO_ADDRESS ? 'a zero address' : null;
}
