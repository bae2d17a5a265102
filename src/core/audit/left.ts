// What is left of a budget, as the counters on chain have it, and what the server says is left.
import { amountWords } from '../chain/money';
import type { GrantedChain } from '../delegations/delegation-chain';
import { BUCKET, least } from '../delegations/meter';
import { chainSource, type Finding } from '../memory/claim';
import type { Permission } from '../protocol/status';
import { effectiveCap } from '../runway/phase';
import type { Facts } from './facts';
import type { Target } from './questions';

export type LeftScene = {
  facts: Facts;
  /** The server's clock when it answered. */
  serverTime: number;
};

/** Only "more than the chain has left" is a difference: balance, phase and caution make an honest figure smaller. */
export function leftFinding(
  permission: Permission,
  held: GrantedChain,
  target: Target,
  { facts, serverTime }: LeftScene,
): Finding[] {
  const left = leftOf(held, target, facts);
  if (left === null || permission.revokedAt !== null) return [];
  const point = { what: 'left', of: permission.id };
  const source = chainSource(facts.block);
  if (BigInt(permission.left) <= left)
    return [
      { ...point, verdict: 'verified', words: 'not more left than the chain counts', source },
    ];
  if (isReset(held, facts.time, serverTime)) {
    return [
      {
        ...point,
        verdict: 'unproven',
        words: 'its counter starts again between the block and the answer',
        source,
      },
    ];
  }
  const words = (amount: bigint) =>
    amountWords({ chainId: held.chainId, token: held.grant.token }, amount);
  return [
    {
      ...point,
      verdict: 'differs',
      words: `The control plane says ${words(BigInt(permission.left))} are left; the chain leaves ${words(left)}.`,
      source,
    },
  ];
}

/** What the counters of grant and lease leave in the phase the oracle names, staleness aside. */
export function leftOf(held: GrantedChain, target: Target, facts: Facts): bigint | null {
  const period = facts.periodLeft(held.hashes.at(-1) ?? '');
  const { lease } = held;
  if (period === null || !lease) return period;
  const budget = facts.budget(lease.guardian, lease.terms.budgetId);
  if (!budget) return null;
  const phase = facts.vitality(lease.guardian, target.id)?.phase ?? 'thriving';
  const unit = 10n ** BigInt(lease.terms.unitExponent);
  const units = effectiveCap(lease.terms.cap, phase) / unit - budget.units;
  return least(period, units > 0n ? units * unit : 0n);
}

function isReset({ grant }: GrantedChain, from: number, to: number): boolean {
  const period = (at: number) => Math.floor((at - grant.startAt) / grant.periodSeconds);
  const bucket = (at: number) => Math.floor(at / BUCKET);
  return period(from) !== period(to) || bucket(from) !== bucket(to);
}
