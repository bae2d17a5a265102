// metamask_redeem_runway: one payment, at most what the phase leaves. A terminal Golem gets its end instead.
import { type Address, isAddress, parseUnits } from 'viem';
import { amountDown } from '../../core/chain/amounts';
import type { Phase } from '../../core/protocol/status';
import { redeemable } from '../budget';
import { type Golem, phaseOf, reconcile } from '../golem';
import { redeem } from '../redeem';
import { dailyCap, type Runway } from '../runway';
import { type RevokePermissionsResult, revokePermissions } from './revoke-permissions';
import { USDC_DECIMALS } from './runway-ask';
import { announced, type Clade, golemOf, ToolRefused } from './tool';

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
  amount_usdc?: number | string;
};

export type RedeemRunwayResult = {
  redeemed: string;
  remaining: string;
  phase: Phase;
  /** Of a payment that was made, or of one that may still be: then `reason` says so. */
  transaction: string | null;
  /** Why less than asked, or nothing, was paid; null when all was. */
  reason: string | null;
  /** What was done instead when the Golem is terminal. */
  revoked: RevokePermissionsResult | null;
};

export async function redeemRunway(
  clade: Clade,
  params: RedeemRunwayParams,
): Promise<RedeemRunwayResult> {
  const golem = golemOf(clade, params.golem_id);
  const { runway } = golem;
  const { phase } = golem.vitals();
  return announced({
    tool: 'metamask_redeem_runway',
    golem,
    start: {
      golem_id: golem.id,
      phase,
      daily_cap: runway && amountDown(dailyCap(runway), USDC_DECIMALS),
    },
    end: ({ redeemed, remaining, phase: after }) => ({ redeemed, remaining, phase: after }),
    run: async (progress) => {
      if (!runway) throw new ToolRefused('This Golem has no runway.');
      progress(REDEEM_STEPS[0]);
      const state = await reconcile(golem, runway);
      progress(REDEEM_STEPS[1]);
      const now = phaseOf(golem, state);
      if (now === 'terminal') return endInstead(clade, golem);
      const free = redeemable(state, now);
      const amount = amountOf(params, free);
      const idle = { redeemed: '0', transaction: null, revoked: null, phase: now };
      const remaining = amountDown(free, USDC_DECIMALS);
      if (amount === 0n) return { ...idle, remaining, reason: whyNothing(state, now) };
      progress(REDEEM_STEPS[2]);
      const payee = payeeOf(params, runway);
      const paid = await redeem(golem.chain, golem.sender, runway, { payee, amount });
      if (!paid.ok) {
        const { reason, transaction = null } = paid;
        return { ...idle, remaining, reason, transaction };
      }
      progress(REDEEM_STEPS[3]);
      const left = await leftAfter(golem, runway).catch(() => free - amount);
      const redeemed = amountDown(amount, USDC_DECIMALS);
      const { transaction } = paid;
      return {
        ...idle,
        redeemed,
        remaining: amountDown(left, USDC_DECIMALS),
        transaction,
        reason: null,
      };
    },
  });
}

/**
 * Asked after a payment. It may throw; the payment is made all the same, and must not look failed: it would be
 * made again.
 */
async function leftAfter(golem: Golem, runway: Runway): Promise<bigint> {
  golem.lastRedemptionAt = golem.now();
  const after = await reconcile(golem, runway);
  golem.lastRedemptionAt = after.block.timestamp;
  return redeemable(after, phaseOf(golem, after));
}

async function endInstead(clade: Clade, golem: Golem): Promise<RedeemRunwayResult> {
  const revoked = await revokePermissions(clade, { golems: [golem.id], reason: 'terminal' });
  const reason = 'the Golem is terminal; its permissions were ended instead';
  const nothing = { redeemed: '0', remaining: '0', transaction: null };
  return { ...nothing, phase: 'terminal', reason, revoked };
}

/** Never more than there is: the rest of the day is worth more than a refused transaction. */
function amountOf({ amount_usdc: asked }: RedeemRunwayParams, free: bigint): bigint {
  if (asked === undefined) return free;
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(String(asked))) {
    throw new ToolRefused('amount_usdc must be an amount of USDC with at most six decimals.');
  }
  const amount = parseUnits(String(asked), USDC_DECIMALS);
  if (amount === 0n) throw new ToolRefused('amount_usdc must be more than nothing.');
  if (amount > free) {
    throw new ToolRefused(`Only ${amountDown(free, USDC_DECIMALS)} USDC can be redeemed now.`);
  }
  return amount;
}

function payeeOf({ payee }: RedeemRunwayParams, { payees }: Runway): Address {
  if (payee === undefined) {
    const [only, second] = payees ?? [];
    if (!only || second)
      throw new ToolRefused('Name the payee: the runway does not name exactly one.');
    return only;
  }
  if (!isAddress(payee, { strict: false })) throw new ToolRefused('payee is not an address.');
  return payee;
}

function whyNothing(
  { ended, silent, paused, upgraded }: Awaited<ReturnType<typeof reconcile>>,
  phase: Phase,
): string {
  if (ended) return `the runway is over: ${ended}`;
  if (!upgraded) return 'the owner’s account is not upgraded, so nothing can be redeemed';
  if (paused) return 'MetaMask has paused all redemptions';
  if (silent) return 'the Golem has been silent on chain for too long';
  return `nothing is left today while ${phase}`;
}
