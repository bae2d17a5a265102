// The owner's grant as the wallet returned it, judged before the guardian passes anything of it on. Nothing
// is believed but its bytes: the site may have altered the request, and the owner may have altered it in
// the wallet. Its signature names owner, chain and manager; no word of the site does.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { signerOf } from '../bytes/curve';
import { readCaveat } from '../caveats/list';
import { isWalletRule } from '../caveats/wallet-list';
import { chainName, FRAMEWORK_CHAINS, sameAddress, tokenOf } from '../chain/addresses';
import {
  type Delegation,
  decodeContext,
  digestOf,
  hashDelegation,
  isRoot,
} from '../delegations/delegation';
import type { Limits } from '../delegations/limits';
import { limitsOf } from '../delegations/read-limits';

export type Judged<T> = { ok: true; value: T } | { ok: false; reason: string };

export type Grant = {
  chainId: number;
  root: Delegation;
  hash: Hex;
  /** The account that pays, and whose signature the grant carries. */
  owner: Address;
  /** null = the chain's own currency. */
  token: Address | null;
  limits: Limits;
};

export type GrantScene = { chainId: number; guardian: Address };

/** `reason` completes a sentence that begins with "Refused:". */
export function judgeGrant(context: Hex, scene: GrantScene): Judged<Grant> {
  const { chainId } = scene;
  if (!FRAMEWORK_CHAINS.includes(chainId)) {
    return refuse(`MetaMask's permissions do not exist on ${chainName(chainId)}`);
  }
  const read = readRoot(context);
  if (!read.ok) return read;
  const root = read.value;
  const limits = limitsOf(root, { chainId, paid: () => [] });
  const problem = holderProblem(root, scene) ?? ruleProblem(root, scene) ?? budgetProblem(limits);
  if (problem) return refuse(problem);
  const token = limits.meters[0]?.token ?? null;
  if (token !== null && !tokenOf(chainId, token)) {
    return refuse(`the grant pays in a token Bardo does not know: ${token}`);
  }
  if (!isSigned(root, chainId)) {
    return refuse('the grant is not signed by the account it takes from, on this chain');
  }
  const owner = lower(root.delegator);
  return { ok: true, value: { chainId, root, hash: hashDelegation(root), owner, token, limits } };
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** Not judged yet: who holds it and whose it is are claims. */
export function readRoot(context: Hex): Judged<Delegation> {
  try {
    const [root, ...more] = decodeContext(context);
    return root && more.length === 0
      ? { ok: true, value: root }
      : refuse('the grant is not exactly one delegation');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return refuse(`the grant cannot be read: ${error.reason}`);
  }
}

function holderProblem(root: Delegation, { guardian }: GrantScene): string | null {
  if (!isRoot(root)) return 'the grant does not come from an account of its own';
  if (!sameAddress(root.delegate, guardian)) {
    return `the grant is made out to ${root.delegate.toLowerCase()}, not to this Golem's guardian`;
  }
  return null;
}

/** The wallet signs its own rules only: any other was not granted by this wallet. */
function ruleProblem({ caveats }: Delegation, { chainId }: GrantScene): string | null {
  const unread = caveats.some(
    ({ enforcer, terms }) =>
      !isWalletRule(enforcer) || readCaveat(enforcer, terms, { chainId, now: 0 }).terms === null,
  );
  if (unread) return 'the grant carries a rule Bardo cannot read';
  const budgets = caveats.filter(
    ({ enforcer, terms }) =>
      readCaveat(enforcer, terms, { chainId, now: 0 }).bounds.budgets?.length,
  );
  // Of two budgets of a kind the chain looks at the first alone.
  return budgets.length > 1 ? 'the grant is not one budget per period' : null;
}

function budgetProblem({ meters, endsAt, payees }: Limits): string | null {
  const [meter] = meters;
  if (!meter || meters.length > 1 || meter.shape.kind !== 'period' || meter.cap === 0n) {
    return 'the grant is not one budget per period';
  }
  if (endsAt === null) return 'the grant has no end';
  return payees?.length === 0 ? 'the grant can pay nobody' : null;
}

/** An upgraded account (EIP-7702) keeps its key: what its code accepts is that key's signature. */
function isSigned(root: Delegation, chainId: number): boolean {
  return sameAddress(signerOf(digestOf(root, chainId), root.signature), root.delegator);
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
