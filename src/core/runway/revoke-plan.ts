// Permissions to the calls that end them. Planned here, shown by the Snap, sent by the site from the
// owner's account: a Snap cannot send transactions.
//
//   one, all  `disableDelegation(root)` for each grant: can be undone by the owner, MetaMask shows it
//   panic     `incrementNonce(manager)`: every MetaMask grant of the account on that chain, also those
//             Bardo does not know, in one cheap call that cannot be undone; MetaMask's own list keeps
//             calling them active. Grants without the nonce rule are disabled one by one behind it
//   leases    `endAllLeases()`: every lease signed so far; the grants stay, a guardian can lease again
import type { Address, Hex } from 'viem';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { concat } from '../bytes/hex';
import { nonce } from '../caveats/nonce';
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { type Delegation, disableData, hashDelegation, isRoot } from '../delegations/delegation';

/** A root the owner gave, and the Golems that live on it. */
export type Grant = {
  chainId: number;
  manager: Address;
  root: Delegation;
  golems: readonly string[];
};

export type Scope = { kind: 'one'; golem: string } | { kind: 'all' | 'panic' | 'leases' };

export type PlannedCall = {
  call: Call & { to: Address };
  /** `agent wallet`: what a public registry names for a dead Golem; only the site plans it. */
  ends: 'grant' | 'all grants' | 'all leases' | 'agent wallet';
  golems: readonly string[];
  /** The grant it ends; null when it ends more than one. */
  hash: Hex | null;
};

/** One plan per chain: a wallet sends on one chain at a time. */
export type RevokePlan = { chainId: number; calls: PlannedCall[]; notes: string[] };

/** A grant these calls cannot end, and why. */
export type Survivor = { hash: Hex; golems: readonly string[]; reason: string };

const INCREMENT_NONCE = '0xf5743c4c';
const END_ALL_LEASES = '0x07f24dd7';

/** MetaMask refuses larger batches by default. */
const MAX_BATCH = 10;

type RevokeOptions = {
  account: Address;
  scope: Scope;
  /** Already over on chain. */
  ended?: readonly Hex[];
  /** Chains on which panic and the end of all leases must work although Bardo knows of no grant there. */
  chainIds?: readonly number[];
};

/** Give the most dangerous grants first: the calls keep their order. */
export function planRevoke(
  grants: readonly Grant[],
  { account, scope, ended = [], chainIds = [] }: RevokeOptions,
): { plans: RevokePlan[]; survivors: Survivor[] } {
  const over = new Set(ended.map((hash) => hash.toLowerCase()));
  const open = merged(grants).filter(
    ({ root, golems }) =>
      // Disabling twice reverts, and would take a whole batch with it.
      !over.has(hashDelegation(root)) && (scope.kind !== 'one' || golems.includes(scope.golem)),
  );
  const judged = open.map((grant) => ({ grant, reason: obstacleTo(grant, account, scope) }));
  const ours = judged.filter(({ reason }) => reason === null).map(({ grant }) => grant);
  const sweeping = scope.kind === 'panic' || scope.kind === 'leases';
  const blind = sweeping ? chainIds.filter((id) => hasFramework(id)) : [];
  const chains = [...new Set([...ours.map(({ chainId }) => chainId), ...blind])];
  return {
    plans: chains.map((chainId) => {
      const here = ours.filter((grant) => grant.chainId === chainId);
      const calls = callsFor(here, { chainId, account, scope });
      return { chainId, calls, notes: notesFor(chainId, scope) };
    }),
    survivors: judged.flatMap(({ grant, reason }) =>
      reason ? [{ hash: hashDelegation(grant.root), golems: grant.golems, reason }] : [],
    ),
  };
}

/** What to send at once: everything when the wallet batches, else call by call. A batch fails as a whole. */
export function groupsOf({ calls }: RevokePlan, canBatch: boolean): PlannedCall[][] {
  const size = canBatch ? MAX_BATCH : 1;
  return Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
    calls.slice(index * size, (index + 1) * size),
  );
}

function callsFor(
  grants: readonly Grant[],
  { chainId, account, scope }: { chainId: number; account: Address; scope: Scope },
): PlannedCall[] {
  const each = (list: readonly Grant[]) => list.map((grant) => disableCall(grant, account));
  const everyone = [...new Set(grants.flatMap(({ golems }) => golems))];
  const call = (to: Address, data: Hex) => ({ chainId, from: account, to, value: 0n, data });
  switch (scope.kind) {
    case 'one':
    case 'all':
      return each(grants);
    case 'panic': {
      const argument = encodeAbiParameters([{ type: 'address' }], [FRAMEWORK.delegationManager]);
      const data = concat([INCREMENT_NONCE, argument]);
      const golems = [...new Set(grants.filter(hasNonce).flatMap((grant) => grant.golems))];
      const bump: PlannedCall = {
        call: call(FRAMEWORK.nonceEnforcer, data),
        ends: 'all grants',
        golems,
        hash: null,
      };
      return [bump, ...each(grants.filter((grant) => !hasNonce(grant)))];
    }
    case 'leases': {
      const end = call(BARDO.golemPolicyEnforcer, END_ALL_LEASES);
      return [{ call: end, ends: 'all leases', golems: everyone, hash: null }];
    }
  }
}

function disableCall({ chainId, root, golems }: Grant, account: Address): PlannedCall {
  const data = disableData(root);
  const to = FRAMEWORK.delegationManager;
  const call = { chainId, from: account, to, value: 0n, data };
  return { call, ends: 'grant', golems, hash: hashDelegation(root) };
}

/** Why a call of this account cannot end the grant; null when it can. */
function obstacleTo(
  { chainId, manager, root }: Grant,
  account: Address,
  scope: Scope,
): string | null {
  if (scope.kind === 'leases') return null;
  if (!hasFramework(chainId) || !sameAddress(manager, FRAMEWORK.delegationManager)) {
    return "It is not under MetaMask's DelegationManager: end it where it was made.";
  }
  if (!isRoot(root)) return 'It is not a grant of an account but a link below one: end its grant.';
  return sameAddress(root.delegator, account)
    ? null
    : `Another account gave it (${root.delegator}): only that account can end it.`;
}

function notesFor(chainId: number, scope: Scope): string[] {
  const chain = chainName(chainId);
  switch (scope.kind) {
    case 'one':
    case 'all':
      return ['Each call ends one grant and everything below it, leases and Replicants too.'];
    case 'panic':
      return [
        `It ends every MetaMask grant of this account on ${chain}, including those Bardo does not know.`,
        'Nobody can undo it. MetaMask goes on listing these grants as active, though they are not.',
        'It ends grants. The other switch ends leases only.',
      ];
    case 'leases':
      return [
        `It ends every Bardo lease of this account on ${chain}. The grants above them stay open.`,
        'A Golem that holds a grant without a lease can go on spending.',
      ];
  }
}

/** Several permissions may hang on one root: it is ended once. */
function merged(grants: readonly Grant[]): Grant[] {
  const byRoot = new Map<string, Grant>();
  for (const grant of grants) {
    const key = `${grant.chainId} ${grant.manager.toLowerCase()} ${hashDelegation(grant.root)}`;
    const golems = new Set([...(byRoot.get(key)?.golems ?? []), ...grant.golems]);
    byRoot.set(key, { ...grant, golems: [...golems] });
  }
  return [...byRoot.values()];
}

function hasNonce({ root }: Grant): boolean {
  return root.caveats.some(({ enforcer }) => sameAddress(enforcer, nonce.address));
}
