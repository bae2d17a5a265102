// The guardian's link, read by core: one lease caveat, nothing unreadable beside it.
import type { Hex, PublicClient } from 'viem';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { readCaveat } from '../../../src/core/caveats/list';
import { sameAddress } from '../../../src/core/chain/addresses';
import { answerTo } from '../../../src/core/chain/answers';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { digestOf } from '../../../src/core/delegations/delegation';
import type { LeaseLink } from '../../../src/core/delegations/delegation-chain';
import { payeesProblem } from '../../../src/core/runway/payees';
import { demand } from '../plane/problem';
import { readChain } from './grant-terms';

export type Lease = LeaseLink & { rootHash: Hex };

export function readLease(context: Hex, chainId: number): Lease {
  const { links, hashes, lease } = readChain(context, chainId, 2);
  const rootHash = hashes[1];
  const caveats = links[0]?.caveats ?? [];
  for (const { enforcer, terms } of caveats) {
    const rule = readCaveat(enforcer, terms, { chainId, now: 0 });
    demand(rule.terms !== null, 'bad_request', 'The lease carries a rule Bardo cannot read.');
  }
  const policies = caveats.filter(({ enforcer }) => sameAddress(enforcer, golemPolicy.address));
  demand(
    rootHash && lease && lease.link === links[0] && policies.length === 1,
    'bad_request',
    'The link is not one lease.',
  );
  const { link, guardian, terms } = lease;
  demand(
    sameAddress(link.delegate, terms.sessionKey),
    'bad_request',
    'The lease is made out to another key than its terms name.',
  );
  const wrong = payeesProblem({ ...terms, guardian }, terms.payees);
  demand(wrong === null, 'bad_request', `The lease cannot be used so: ${wrong}.`);
  return { ...lease, rootHash };
}

/** Signature, epoch and floor, as the chain sees them. */
export async function checkLease(
  client: PublicClient,
  chainId: number,
  lease: Lease,
): Promise<void> {
  const { link, guardian, terms } = lease;
  const [signed, epoch, { floor }] = await Promise.all([
    client.verifyHash({
      address: guardian,
      hash: digestOf(link, chainId),
      signature: link.signature,
    }),
    answerTo(client, QUESTIONS.epoch, [terms.owner]),
    answerTo(client, QUESTIONS.budget, [guardian, terms.budgetId]),
  ]);
  demand(signed, 'bad_signature', 'The lease is not signed by its guardian.');
  demand(epoch <= terms.epoch, 'not_on_chain', 'The owner has ended all leases since this one.');
  demand(epoch === terms.epoch, 'not_on_chain', 'The chain does not show the epoch of this lease.');
  demand(terms.generation >= floor, 'not_on_chain', 'A newer lease has ended this one.');
}
