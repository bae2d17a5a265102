// One pull: the owner's account pays a payee, through the DelegationManager, by whatever chain of delegations
// the Golem holds. Single call, reverting mode: the only form that the caveats of a runway let through.
import type { Hex } from 'viem';
import type { AgentChain } from '../chain/chain';
import type { Foreign } from '../chain/foreign';
import { isOutOfGas, reasonOf, refusalOf } from '../chain/reverts';
import { Blocked, type Call, NotMade, type Sender, Unconfirmed } from '../payments/call';
import { type Claim, KeyTaken } from '../payments/claims';
import { markOf, type Pull, planPull, pullProblem } from './pull';
import type { Runway } from './runway';

/**
 * Which payment it is. `key`: the caller's own name for it, the same for every retry. Without one, a pull of the same money
 * to the same payee is the same payment until its caller was told how it ended. `claim`: one that the caller holds already.
 */
export type Identity = { key?: string; claim?: Claim };

export type Redeemed =
  | {
      ok: true;
      transaction: Hex;
      /** What reached the payee, by the token's own word. */
      amount: bigint;
      gasUsed: bigint;
      blockNumber: bigint;
      /** It was made by an earlier call, whose caller never heard of it. */
      earlier: boolean;
    }
  /** `transaction`: of one that is unconfirmed, or was mined in vain. */
  | {
      ok: false;
      code: string;
      reason: string;
      transaction?: Hex;
      earlier?: boolean;
      /** What a contract said when it refused: its words, not ours. */
      said?: Foreign;
    };

/** Refused before any gas is spent when the runway itself rules it out; else the chain decides. */
export async function redeem(
  chain: AgentChain,
  sender: Sender,
  runway: Runway,
  pull: Pull,
  identity: Identity = {},
): Promise<Redeemed> {
  try {
    const wish = { mark: markOf(runway, pull), key: identity.key };
    const claim = identity.claim ?? (await sender.journal?.claim(wish));
    const paid = claim?.earlier
      ? await redeemEarlier(sender, claim)
      : await redeemNew({ chain, sender, runway, pull }, claim);
    if (!identity.claim) claim?.end(isSettled(paid));
    return paid;
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    return { ok: false, code: 'key-taken', reason: error.message };
  }
}

/** The caller of these knows how it ended; all else may still happen, or never began. */
export function isSettled(paid: Redeemed): boolean {
  return paid.ok || paid.code === 'failed';
}

type Redemption = { chain: AgentChain; sender: Sender; runway: Runway; pull: Pull };

async function redeemNew(
  { chain, sender, runway, pull }: Redemption,
  claim: Claim | undefined,
): Promise<Redeemed> {
  const problem = pullProblem(runway, sender, pull);
  if (problem) return { ok: false, code: 'not-allowed', reason: problem };
  const named = claim ? { id: claim.id, mark: claim.mark } : {};
  return sentBy(sender, { ...planPull(chain, runway, pull), ...named }, false);
}

/** What became of a payment that was signed before; it is pursued, and never made a second time. */
export async function redeemEarlier(sender: Sender, { id, mark }: Claim): Promise<Redeemed> {
  const before = await sender.journal?.find(id);
  if (!before) throw new Error('There is no earlier payment of that name.');
  const { to, data, value, pays } = before;
  return sentBy(sender, { to, data, value, id, mark, ...(pays ? { pays } : {}) }, true);
}

async function sentBy(sender: Sender, call: Call, earlier: boolean): Promise<Redeemed> {
  try {
    const { transaction, gasUsed, blockNumber, paid } = await sender.send(call);
    const amount = paid ?? call.pays?.amount ?? 0n;
    return { ok: true, transaction, amount, gasUsed, blockNumber, earlier };
  } catch (error) {
    // What was signed may happen, whatever went wrong after that: it is in doubt, never "nothing".
    const answered = error instanceof NotMade || error instanceof KeyTaken;
    const signed = answered ? null : await signedAs(sender, call);
    const code = signed ? 'unconfirmed' : codeOf(error);
    const { transaction = signed } = error as Partial<Unconfirmed | NotMade>;
    const sent = transaction && code !== 'blocked' ? { transaction } : {};
    const said = refusalOf(error)?.said;
    const rest = { ...sent, ...(earlier ? { earlier } : {}), ...(said ? { said } : {}) };
    return { ok: false, code, reason: reasonOf(error), ...rest };
  }
}

/** The last transaction that was signed for this payment. */
async function signedAs({ journal }: Sender, { id }: Call): Promise<Hex | null> {
  if (id === undefined) return null;
  return (await journal?.find(id).catch(() => null))?.tries.at(-1)?.hash ?? null;
}

/**
 * `unconfirmed`: it may have happened, or may still; the same again is answered with what happened. `failed`: it did not
 * happen and will not. `blocked`: nothing was sent, because an earlier one is unconfirmed.
 */
export function codeOf(error: unknown): string {
  if (error instanceof KeyTaken) return 'key-taken';
  if (error instanceof Blocked) return 'blocked';
  if (error instanceof Unconfirmed) return 'unconfirmed';
  if (error instanceof NotMade) return 'failed';
  return refusalOf(error)?.code ?? (isOutOfGas(error) ? 'no-gas' : 'unreachable');
}
