// What metamask_redeem_runway answers: whether it paid, what is left after, and why nothing moved.
import { amountDown } from '../../core/chain/amounts';
import type { Phase } from '../../core/protocol/status';
import type { Foreign } from '../chain/foreign';
import { type Golem, phaseOf, reconcile } from '../life/golem';
import type { Claim } from '../payments/claims';
import { redeemable } from '../runway/budget';
import type { Redeemed } from '../runway/redeem';
import type { RunwayState } from '../runway/runway-state';
import type { RevokePermissionsResult } from './revoke-permissions';
import { USDC_DECIMALS } from './runway-ask';
import type { Clade } from './tool';

export const REDEEM_STEPS = [
  'Reading the runway from the chain',
  'Computing what the phase leaves',
  'Paying',
  'Reconciling with the chain',
] as const;

export type RedeemRunwayParams = {
  golem_id: string;
  /** May be left out when the runway names exactly one. */
  payee?: string;
  /** Default: all that the phase leaves today. */
  amount_usdc?: number;
  /** The caller's own name for this payment. */
  idempotency_key?: string;
  /** What it is for, in a line for the owner's history; no part of the payment's identity. */
  purpose?: string;
};

/** `in_doubt`: it was signed, and nobody knows yet. `failed`: it did not happen and will not. `none`: nothing was signed. */
export type PaymentState = 'paid' | 'failed' | 'in_doubt' | 'none';

export type RedeemRunwayResult = {
  redeemed: string;
  /** null = the chain could not be asked. */
  remaining: string | null;
  phase: Phase;
  /** Of a payment that was made, or of one that may still be: then `reason` says so. */
  transaction: string | null;
  payment: {
    state: PaymentState;
    payee: string | null;
    /** The block of the payment. */
    block: number | null;
    /** It was signed in an earlier call that never learned its end; this call paid nothing more. */
    earlier: boolean;
  };
  /** Why less than asked, or nothing, was paid; null when all was. */
  reason: string | null;
  /** What a contract said when it refused: its words, not ours. */
  said: Foreign | null;
  /** What was done instead when the Golem is terminal. */
  revoked: RevokePermissionsResult | null;
};

export type Paying = {
  clade: Clade;
  golem: Golem;
  params: RedeemRunwayParams;
  progress: (step: string) => void;
};

export const NOTHING = {
  redeemed: '0',
  transaction: null,
  payment: { state: 'none', payee: null, block: null, earlier: false },
  revoked: null,
  said: null,
} as const;

/** `free`: what could be redeemed before, when it was asked. */
export async function resultOf(
  { golem, progress }: Paying,
  { id }: Claim,
  paid: Redeemed,
  { phase, free }: { phase: Phase; free: bigint | null },
): Promise<RedeemRunwayResult> {
  const payee = (await golem.journal.find(id))?.pays?.payee ?? null;
  const earlier = paid.earlier ?? false;
  if (!paid.ok) {
    const state = STATES[paid.code] ?? 'none';
    const { reason, transaction = null, said = null } = paid;
    const remaining = free === null ? null : amountDown(free, USDC_DECIMALS);
    const payment = { state, payee, block: null, earlier };
    return { ...NOTHING, remaining, phase, transaction, payment, reason, said };
  }
  progress(REDEEM_STEPS[3]);
  const guess = free === null ? null : free - paid.amount;
  const left = await leftAfter(golem).catch(() => guess);
  return {
    ...NOTHING,
    redeemed: amountDown(paid.amount, USDC_DECIMALS),
    remaining: left === null ? null : amountDown(left, USDC_DECIMALS),
    phase,
    transaction: paid.transaction,
    payment: { state: 'paid', payee, block: Number(paid.blockNumber), earlier },
    reason: null,
  };
}

const STATES: { [code: string]: PaymentState } = { unconfirmed: 'in_doubt', failed: 'failed' };

/**
 * Asked after a payment. It may throw; the payment is made all the same, and must not look failed: it would be
 * made again.
 */
async function leftAfter(golem: Golem): Promise<bigint | null> {
  const { runway } = golem;
  golem.lastRedemptionAt = golem.now();
  if (!runway) return null;
  const after = await reconcile(golem, runway);
  golem.lastRedemptionAt = after.block.timestamp;
  return redeemable(after, phaseOf(golem, after));
}

export function whyNothing({ ended, silent, paused, upgraded }: RunwayState, phase: Phase): string {
  if (ended) return `the runway is over: ${ended}`;
  if (!upgraded) return 'the owner’s account is not upgraded, so nothing can be redeemed';
  if (paused) return 'MetaMask has paused all redemptions';
  if (silent) return 'the Golem has been silent on chain for too long';
  return `nothing is left today while ${phase}`;
}
