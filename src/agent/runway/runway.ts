// A runway as the Golem holds it: an ERC-7710 context of any length, read once. The terms come from the
// signed bytes alone; what a server says about them is not asked.
import { type Address, type Hex, recoverAddress } from 'viem';
import { Unreadable } from '../../core/bytes/abi';
import { readCaveat } from '../../core/caveats/list';
import { sameAddress } from '../../core/chain/addresses';
import { type Delegation, digestOf } from '../../core/delegations/delegation';
import {
  type DelegationChain,
  limitsOfChain,
  readDelegationChain,
} from '../../core/delegations/delegation-chain';
import { least, type Meter } from '../../core/delegations/meter';
import type { AgentChain } from '../chain/chain';

export type Runway = DelegationChain & {
  /** null = native currency. */
  token: Address | null;
  /** Base units per period of the tightest periodic rule. */
  cap: bigint;
  periodSeconds: number;
  startAt: number;
  /** First second at which it is over. */
  expiresAt: number;
  /** null = anyone: a bare grant without payee. */
  payees: readonly Address[] | null;
};

/** What a grant without end is worth to us: the last second our documents can say. */
const NO_END = 9_999_999_999;

/** Throws `Unreadable` for what is not a chain with a budget that Bardo can count. */
export function readRunway(context: Hex, chainId: number): Runway {
  const read = readDelegationChain(context, chainId);
  const limits = limitsOfChain(read);
  const meter = tightest(limits.meters);
  if (!meter) throw new Unreadable('it has no periodic budget');
  return {
    ...read,
    token: meter.token,
    cap: meter.cap,
    periodSeconds: meter.shape.kind === 'period' ? meter.shape.every : 86_400,
    startAt: meter.startAt,
    expiresAt: limits.endsAt ?? NO_END,
    payees: limits.payees,
  };
}

/** Why this context is not the owner's gift to this key; null when every link is signed by its giver. */
export async function runwayProblem(
  chain: AgentChain,
  runway: Pick<Runway, 'chainId' | 'account' | 'redeemer' | 'links'>,
  expected: { owner: Address; redeemer: Address },
): Promise<string | null> {
  if (runway.chainId !== chain.chainId) return 'it is for another chain';
  if (!sameAddress(runway.account, expected.owner)) return 'another account than the owner’s pays';
  if (!sameAddress(runway.redeemer, expected.redeemer)) return 'it was given to another key';
  for (const link of runway.links) {
    if (!(await isSigned(chain, link))) return 'a link is not signed by who gives it';
  }
  return null;
}

/** Its rules in words, for the event that says it was taken on. */
export function rulesOf({ links, chainId }: Runway, now: number): string[] {
  return links.flatMap(({ caveats }) =>
    caveats.map(({ enforcer, terms }) => readCaveat(enforcer, terms, { chainId, now }).words.text),
  );
}

/** The daily cap of the tightest link, before the phase. */
export function dailyCap({ cap, lease }: Runway): bigint {
  return lease ? least(cap, lease.terms.cap) : cap;
}

/** A key signs for itself, an account with code is asked (ERC-1271). A 7702 account is both. */
async function isSigned(chain: AgentChain, link: Delegation): Promise<boolean> {
  const { delegator: address, signature } = link;
  const hash = digestOf(link, chain.chainId, chain.manager);
  const signer = await recoverAddress({ hash, signature }).catch(() => null);
  if (sameAddress(signer, address)) return true;
  const code = await chain.client.getCode({ address });
  return code === undefined ? false : chain.client.verifyHash({ address, hash, signature });
}

/** MetaMask's periods come first: they have a start. A lease alone counts by its rolling day. */
function tightest(meters: readonly Meter[]): Meter | null {
  const kinds = ['period', 'rolling'] as const;
  for (const kind of kinds) {
    const [first, ...rest] = meters.filter(({ shape }) => shape.kind === kind);
    if (first) return rest.reduce((tight, one) => (one.cap < tight.cap ? one : tight), first);
  }
  return null;
}
