// metamask_redeem_runway: one payment, at most what the phase leaves. A terminal Golem gets its end instead.
import { type Address, isAddress, parseUnits } from 'viem';
import { isHex } from '../../core/bytes/hex';
import { amountDown } from '../../core/chain/amounts';
import { doubtOfEnd } from '../life/ended';
import { type Golem, phaseOf, reconcile, signerOf, vitalsOf } from '../life/golem';
import { type Claim, KeyTaken } from '../payments/claims';
import { redeemable } from '../runway/budget';
import { redeem, redeemEarlier } from '../runway/redeem';
import { dailyCap, type Runway } from '../runway/runway';
import type { RunwayState } from '../runway/runway-state';
import {
  NOTHING,
  type Paying,
  REDEEM_STEPS,
  type RedeemRunwayParams,
  type RedeemRunwayResult,
  resultOf,
  whyNothing,
} from './redeem-result';
import { revokePermissions } from './revoke-permissions';
import { USDC_DECIMALS } from './runway-ask';
import { announced, type Clade, golemOf, ToolRefused } from './tool';

export async function redeemRunway(
  clade: Clade,
  params: RedeemRunwayParams,
): Promise<RedeemRunwayResult> {
  const golem = golemOf(clade, params.golem_id);
  const { runway } = golem;
  const { phase } = vitalsOf(golem);
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
      const paying = { clade, golem, params, progress };
      return claimed(golem, params, async (claim) => {
        const result = await pay(paying, claim);
        // Before the claim ends: who is killed here has told nobody, and must find the payment again.
        await statePurpose(golem, params, result);
        return result;
      });
    },
  });
}

/** For the owner's history. A control plane that does not take it changes nothing about the payment. */
async function statePurpose(
  golem: Golem,
  { purpose }: RedeemRunwayParams,
  { transaction, payment }: RedeemRunwayResult,
): Promise<void> {
  if (purpose === undefined || payment.state !== 'paid' || !isHex(transaction, 32)) return;
  const body = { transaction, purpose };
  await golem.plane.ask('purpose', { body, signer: signerOf(golem) }).catch(() => undefined);
}

/** Holds the payment's identity until its outcome is with the caller. */
async function claimed(
  golem: Golem,
  params: RedeemRunwayParams,
  run: (claim: Claim) => Promise<RedeemRunwayResult>,
): Promise<RedeemRunwayResult> {
  const claim = await golem.journal
    .claim({ mark: markOf(params), key: params.idempotency_key })
    .catch((error: unknown) => {
      throw error instanceof KeyTaken ? new ToolRefused(error.message) : error;
    });
  let known = false;
  try {
    const result = await run(claim);
    known = result.payment.state === 'paid' || result.payment.state === 'failed';
    return result;
  } finally {
    claim.end(known);
  }
}

/** The same parameters are the same wish, whatever lease pays for it. */
function markOf({ golem_id, payee = '-', amount_usdc: asked }: RedeemRunwayParams): string {
  return ['runway', golem_id, payee.toLowerCase(), asked === undefined ? 'all' : asked].join(' ');
}

async function pay(paying: Paying, claim: Claim): Promise<RedeemRunwayResult> {
  const { clade, golem, params, progress } = paying;
  const { runway } = golem;
  if (claim.earlier) {
    progress(REDEEM_STEPS[2]);
    const { phase } = vitalsOf(golem);
    return resultOf(paying, claim, await redeemEarlier(golem.sender, claim), { phase, free: null });
  }
  if (!runway) throw new ToolRefused('This Golem has no runway.');
  progress(REDEEM_STEPS[0]);
  const state = await reconcile(golem, runway);
  progress(REDEEM_STEPS[1]);
  const phase = phaseOf(golem, state);
  if (phase === 'terminal') return endOrWait(clade, golem, state);
  const free = redeemable(state, phase);
  // "Only 0 can be redeemed" would not say why.
  const amount = free === 0n ? 0n : amountOf(params, free);
  const remaining = amountDown(free, USDC_DECIMALS);
  if (amount === 0n) return { ...NOTHING, remaining, phase, reason: whyNothing(state, phase) };
  progress(REDEEM_STEPS[2]);
  const payee = payeeOf(params, runway);
  const paid = await redeem(golem.chain, golem.sender, runway, { payee, amount }, { claim });
  return resultOf(paying, claim, paid, { phase, free });
}

/** Its own word is enough to end it; the oracle's must be seen twice. */
async function endOrWait(
  clade: Clade,
  golem: Golem,
  state: RunwayState,
): Promise<RedeemRunwayResult> {
  const own = golem.vitals().phase === 'terminal';
  const reason = own ? null : await doubtOfEnd(golem, state);
  return reason === null
    ? endInstead(clade, golem)
    : { ...NOTHING, remaining: '0', phase: 'terminal', reason };
}

async function endInstead(clade: Clade, golem: Golem): Promise<RedeemRunwayResult> {
  const revoked = await revokePermissions(clade, { golems: [golem.id], reason: 'terminal' });
  const reason = 'the Golem is terminal; its permissions were ended instead';
  return { ...NOTHING, remaining: '0', phase: 'terminal', reason, revoked };
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
