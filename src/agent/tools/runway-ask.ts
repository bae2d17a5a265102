// The request itself: checked against what is usual, and signed by the key that asks.
import { randomBytes } from 'node:crypto';
import { type Hex, parseUnits } from 'viem';
import { chainName, usdcOf } from '../../core/chain/addresses';
import { USUAL_DAYS, USUAL_USDC } from '../../core/permissions/usual';
import type { RunwayAskBody } from '../../core/protocol/api-shapes';
import { planeTypedData } from '../../core/protocol/messages';
import type { Golem } from '../golem';
import { ToolRefused } from './tool';

export const USDC_DECIMALS = 6;

export type RequestRunwayParams = {
  golems: readonly string[];
  daily_cap_usdc: number | string;
  duration_days: number;
  reason?: string;
  /** More than 100 USDC a day or 90 days only because the owner asked for it. */
  owner_override?: boolean;
  /** Ask although a runway is alive; the owner then disables the old one, for budgets add up on chain. */
  replace?: boolean;
  /** How long to wait for the owner; default 15 minutes. */
  timeout_seconds?: number;
};

/** `deadline`: unix seconds, after which the owner is no longer asked. */
export async function signedAsk(
  golem: Golem,
  asking: { params: RequestRunwayParams; amount: bigint },
  deadline: number,
): Promise<RunwayAskBody> {
  const { chain, owner, key, id } = golem;
  const token = usdcOf(chain.chainId);
  if (!token) throw new ToolRefused(`Bardo knows no USDC on ${chainName(chain.chainId)}.`);
  const { duration_days: days, reason = '' } = asking.params;
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
  const asked = { golem: id, owner, sessionKey: key.address, token, nonce };
  const signature = await key.signTypedData(
    planeTypedData('RunwayRequest', chain.chainId, {
      ...asked,
      amount: asking.amount,
      days: BigInt(days),
      deadline: BigInt(deadline),
    }),
  );
  const rest = { name: golem.name, chainId: chain.chainId, amount: asking.amount.toString() };
  return { ...asked, ...rest, days, deadline, reason: reason.slice(0, 280), signature };
}

/** Base units per day; throws `ToolRefused` for what is not usual and not overridden. */
export function checkedAmount(params: RequestRunwayParams): bigint {
  const { duration_days: days, daily_cap_usdc: cap, owner_override: override } = params;
  if (!Number.isInteger(days) || days < 1 || days > 3650) {
    throw new ToolRefused('duration_days must be a whole number of days, at least one.');
  }
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(String(cap)) || Number(cap) === 0) {
    throw new ToolRefused('daily_cap_usdc must be an amount of USDC with at most six decimals.');
  }
  const amount = parseUnits(String(cap), USDC_DECIMALS);
  const unusual = days > USUAL_DAYS || amount > parseUnits(String(USUAL_USDC), USDC_DECIMALS);
  if (unusual && override !== true) {
    throw new ToolRefused(
      `More than ${USUAL_USDC} USDC a day or ${USUAL_DAYS} days needs the owner’s explicit override.`,
    );
  }
  return amount;
}
