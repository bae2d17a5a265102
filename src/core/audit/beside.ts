// What is live for a Golem beside a lease that is about to be signed, as far as this Snap knows.
import { sameAddress } from '../chain/addresses';
import { type GrantedChain, readGrantedChain } from '../delegations/delegation-chain';
import { isOwn } from '../memory/leases';
import type { LeaseRecord, State } from '../memory/state';
import type { Grant } from '../runway/grant';
import { isLive } from '../runway/health';
import type { Beside } from '../runway/lease-scene';
import { believed, proofFor } from './believe';

/** `now`: the earlier clock, so that none makes something look over that is not. */
export function besideLease(
  told: State,
  { golem, grant, now }: { golem: string; grant: Grant; now: number },
): Beside {
  const state = believed(told);
  const ended = new Set(proofFor(state, golem)?.ends.flatMap(({ leaf }) => leaf ?? []));
  const records = state.leases.filter((record) => record.golem === golem);
  const known = records.flatMap(read).filter(({ account }) => sameAddress(account, grant.owner));
  const hashes = new Set<string>([grant.hash, ...known.flatMap((one) => one.hashes)]);
  const unseen = state.permissions.filter(
    (one) =>
      one.golem === golem &&
      isLive(one, now) &&
      !ended.has(one.delegationHashes[0] ?? '') &&
      !one.delegationHashes.every((hash) => hashes.has(hash.toLowerCase())),
  );
  return {
    chains: known.filter((one) => !ended.has(one.hashes[0] ?? '')),
    guardians: records
      .filter(isOwn)
      .flatMap((one) => read(one).flatMap((chain) => chain.lease?.guardian ?? [])),
    unseen: unseen.length,
  };
}

function read({ context, chainId }: LeaseRecord): GrantedChain[] {
  return [readGrantedChain(context, chainId) ?? []].flat();
}
