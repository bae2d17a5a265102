// What the wallet granted, held against what was asked.
import type { Address } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { sameAddress } from '../../src/core/chain/addresses';
import { decodeContext } from '../../src/core/delegations/delegation';
import type { GrantTerms } from '../../src/core/delegations/grant-terms';
import { Trouble } from '../wallet/errors';
import { walletWords } from '../wallet/wallet.words';
import { type Draft, wantedOf } from './draft';
import type { GrantEnv } from './env';
import { keepUnused } from './request-grant';
import { differencesOf, readGrant, unusable } from './terms';

/** What was really granted, or a sentence why it is of no use. */
export function termsOf(draft: Draft): GrantTerms {
  const read = draft.context ? readGrant(draft.context, draft.ask.chainId) : null;
  if (!read?.ok) throw new Trouble(read?.reason ?? walletWords.grant.unreadable);
  return read.terms;
}

/** null = it waits for the owner to look. */
export async function review(draft: Draft, env: GrantEnv): Promise<Draft | null> {
  keepUnused(draft, env);
  const problem = problemOf(draft);
  if (problem) throw new Trouble(problem);
  const same = differencesOf(termsOf(draft), wantedOf(draft)).length === 0;
  return same || draft.accepted ? { ...draft, step: 'account' } : null;
}

/** Why what was granted cannot be taken, however much the owner wants it; null when it can. */
export function problemOf(draft: Draft): string | null {
  if (draft.step !== 'review' || !draft.context) return null;
  const read = readGrant(draft.context, draft.ask.chainId);
  return read.ok ? unusable(read.terms, wantedOf(draft)) : read.reason;
}

/** Who can end what was granted. */
export type Giver = 'owner' | 'other' | 'unread';

export function giverOf({ owner, context }: Draft): Giver {
  try {
    const giver: Address | undefined = decodeContext(context ?? '0x').at(-1)?.delegator;
    if (!giver) return 'unread';
    return sameAddress(giver, owner) ? 'owner' : 'other';
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return 'unread';
  }
}
