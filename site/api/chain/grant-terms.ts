// What a context really grants, read by core from its bytes. Nothing is taken from the request that led to
// it: the owner may have changed amount, period or end in the wallet.
import type { Hex } from 'viem';
import { Unreadable } from '../../../src/core/bytes/abi';
import { isOpen } from '../../../src/core/delegations/delegation';
import {
  type DelegationChain,
  readDelegationChain,
} from '../../../src/core/delegations/delegation-chain';
import { type GrantTerms, hasWalletRulesOnly } from '../../../src/core/delegations/grant-terms';
import { demand, Problem } from '../plane/problem';

/** A grant that can be registered: it ends. */
export type Registrable = GrantTerms & { expiresAt: number };

/** Ten years, as the status protocol bounds it; an allowance "for ever" is not a runway. */
const MAX_PERIOD = 315_360_000;
const LATEST = 9_999_999_999;

/** Throws `bad_request` unless it is one sound chain of just so many links. */
export function readChain(context: Hex, chainId: number, links: number): DelegationChain {
  const read = decoded(context, chainId);
  demand(
    read.links.length === links,
    'bad_request',
    `A chain of ${links} links was expected here.`,
  );
  demand(!read.links.some(isOpen), 'bad_request', 'A link is open to anyone.');
  return read;
}

export function readGrant(context: Hex, chainId: number): Registrable {
  const { links, grant } = readChain(context, chainId, 1);
  demand(
    links.every((link) => hasWalletRulesOnly(link, chainId)),
    'bad_request',
    'The grant carries a rule Bardo cannot read.',
  );
  demand(grant, 'bad_request', 'The grant is not one budget per period.');
  demand(
    grant.periodSeconds > 0 && grant.periodSeconds <= MAX_PERIOD && grant.cap > 0n,
    'bad_request',
    'The budget of the grant is not one per period.',
  );
  const { startAt, expiresAt } = grant;
  demand(startAt > 0 && startAt <= LATEST, 'bad_request', 'The grant never starts.');
  demand(
    expiresAt !== null,
    'bad_request',
    'The grant has no end. Disable it and grant one that has.',
  );
  demand(expiresAt <= LATEST, 'bad_request', 'The grant ends too far in the future.');
  return { ...grant, expiresAt };
}

function decoded(context: Hex, chainId: number): DelegationChain {
  try {
    return readDelegationChain(context, chainId);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Problem('bad_request', `The context cannot be read: ${error.reason}.`);
  }
}
