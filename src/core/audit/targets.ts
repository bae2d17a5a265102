// The Golems of one check with what is asked about each. The work is bounded for every Golem by itself: nothing a
// control plane lists can take a place from another Golem, nor from what was signed here.
import type { Address } from 'viem';
import { MAX_CALLS } from '../chain/multicall';
import { type GrantedChain, readGrantedChain } from '../delegations/delegation-chain';
import type { Proof } from '../memory/claim';
import { isOwn } from '../memory/leases';
import type { State } from '../memory/state';
import type { Permission } from '../protocol/status';
import { chainOf } from './listed-chain';
import { questionsOf, type Target } from './questions';
import { pickIds } from './turns';

/** Chains asked about in one check that only a server names. */
const MAX_NAMED_CHAINS = 3;
/** Signed chains read per Golem, the newest: rotations add up. */
const MAX_HELD = 8;
const MAX_PERMISSIONS = 12;
/** Questions about one Golem, those about its owner aside: what a busy Golem with two budgets needs, twice. */
export const MAX_QUESTIONS = 40;

/** `turn`: counts checks, so that what waits is another each time. */
export function targetsOf(state: State, turn: number): Target[] {
  const { owner } = state;
  if (owner === null) return [];
  return pickIds(state).map((id) => bounded(targetOf(state, owner, id, turn)));
}

/** In the order they are asked. A server can name any number of chains; only the owner can sign for one. */
export function chainsOf(targets: readonly Target[], { heads }: Pick<State, 'heads'>): number[] {
  const failing = (chainId: number) => heads.find((one) => one.chainId === chainId)?.failing ?? 0;
  const chains = (of: readonly Target[]) =>
    [...new Set(of.map(({ chainId }) => chainId))].sort((a, b) => failing(a) - failing(b));
  const signed = chains(targets.filter(({ guardian }) => guardian !== null));
  const named = chains(targets).filter((chainId) => !signed.includes(chainId));
  return [...signed, ...named.slice(0, MAX_NAMED_CHAINS)];
}

/** As many of one chain as one question holds: none is left out, the next batch has it. */
export function batchesOf(targets: readonly Target[]): Target[][] {
  const batches: Target[][] = [];
  for (const target of targets) {
    const last = batches.at(-1);
    // One place is kept for the block the server speaks of.
    if (last && questionsOf([...last, target], null).size < MAX_CALLS) last.push(target);
    else batches.push([target]);
  }
  return batches;
}

/** Within the bound of its own, however much is listed: the least important permissions wait. */
export function bounded(target: Target): Target {
  const permissions = [...target.permissions];
  const held = [...target.held];
  const unasked = [...target.unasked];
  const size = () => questionsOf([{ ...target, permissions, held }], null).size;
  while (permissions.length > 0 && size() > MAX_QUESTIONS) {
    const last = permissions.pop();
    if (last) unasked.push(last);
  }
  // The oldest stand first.
  while (held.length > 1 && size() > MAX_QUESTIONS) held.shift();
  return { ...target, permissions, held, unasked };
}

function targetOf(state: State, owner: string, id: string, turn: number): Target {
  const golem = state.golems.find((record) => record.golem.id === id)?.golem ?? null;
  const records = state.leases.filter((lease) => lease.golem === id);
  const read = (some: typeof records) =>
    [...some]
      .sort((a, b) => a.signedAt - b.signedAt)
      .slice(-MAX_HELD)
      .flatMap(({ context, chainId }) => readGrantedChain(context, chainId) ?? []);
  const own = read(records.filter(isOwn));
  const guardian = own.flatMap(({ lease }) => lease ?? []).at(-1)?.guardian ?? null;
  const shown = read(records.filter((one) => !isOwn(one))).filter((one) => isOf(guardian, one));
  // Our own last: what they name counts.
  const held = [...shown, ...own];
  const listed = ordered(
    state.permissions.filter((one) => one.golem === id),
    { held, turn, proof: state.claims.find((one) => one.golem === id) },
  );
  return {
    id,
    chainId: held.at(-1)?.chainId ?? golem?.chainId ?? 1,
    owner: owner.toLowerCase(),
    golem,
    permissions: listed.slice(0, MAX_PERMISSIONS),
    unasked: listed.slice(MAX_PERMISSIONS),
    held,
    guardian,
  };
}

/** Bytes under another guardian than ours say nothing about a Golem that is leased here. */
export function isOf(guardian: Address | null, { lease }: GrantedChain): boolean {
  return guardian === null || lease === null || lease.guardian === guardian;
}

type Known = { held: readonly GrantedChain[]; turn: number; proof: Proof | undefined };

/** Those whose signed bytes are known first, then the others in turn, then those whose end is proven already. */
function ordered(permissions: readonly Permission[], { held, turn, proof }: Known): Permission[] {
  const known = new Set(permissions.filter((one) => chainOf(one, held) !== null));
  const over = new Set(
    permissions.filter((one) => !known.has(one) && proof !== undefined && isOver(one, proof)),
  );
  const rest = permissions.filter((one) => !known.has(one) && !over.has(one));
  const start = rest.length === 0 ? 0 : (turn * MAX_PERMISSIONS) % rest.length;
  return [...known, ...rest.slice(start), ...rest.slice(0, start), ...over];
}

/** The chain showed the end of the grant: of these very hashes, whatever id they go by. */
export function isOver(permission: Permission, { ends }: Proof): boolean {
  return ends.some((end) => end.what === 'grant' && isEndOf(permission, end));
}

export function isEndOf(
  { id, delegationHashes: [leaf] }: Permission,
  end: Proof['ends'][number],
): boolean {
  return end.permission === id && end.leaf === leaf;
}

/** The chain of links the Golem would pay with today: listed, of the highest generation. */
export function livingOf({ permissions, held }: Target): GrantedChain | null {
  const listed = new Set(permissions.map(({ delegationHashes }) => delegationHashes.join()));
  const own = held.filter(({ hashes, grant }) => listed.has(hashes.join()) && grant.token !== null);
  return (
    own.sort((a, b) =>
      Number((b.lease?.terms.generation ?? 0n) - (a.lease?.terms.generation ?? 0n)),
    )[0] ?? null
  );
}

/** The guardian that signed its leases; null when no signed byte names one: a server's word is none. */
export function leasedBy({ guardian, held }: Target): Address | null {
  return guardian ?? held.flatMap(({ lease }) => lease ?? []).at(-1)?.guardian ?? null;
}
