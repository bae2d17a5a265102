// The request itself: checked against what is usual, and signed by the key that asks.
import { randomBytes } from 'node:crypto';
import { type Address, isAddress, parseUnits } from 'viem';
import { lower } from '../../core/bytes/hex';
import { chainName, usdcOf } from '../../core/chain/addresses';
import { runwayTypedData } from '../../core/protocol/runway-ask';
import type { RunwayAskBody } from '../../core/protocol/runway-shapes';
import { payeesProblem } from '../../core/runway/payees';
import { USUAL_DAYS, USUAL_USDC } from '../../core/runway/usual';
import type { Golem } from '../life/golem';
import { ToolRefused } from './tool';

export const USDC_DECIMALS = 6;

export type RequestRunwayParams = {
  golems: readonly string[];
  daily_cap_usdc: number;
  duration_days: number;
  /** Whom the Golem wants to pay, at most eight; the owner sees them as its own signed words and decides. */
  payees?: readonly string[];
  reason?: string;
  /** More than 100 USDC a day or 90 days only because the owner asked for it. */
  owner_override?: boolean;
  /** Ask although a runway is alive; the owner then disables the old one, for budgets add up on chain. */
  replace?: boolean;
  /** How long to wait for the owner; default 15 minutes. */
  timeout_seconds?: number;
};

export type Asked = { params: RequestRunwayParams; amount: bigint; payees: readonly Address[] };

/** Whoever asks: a Golem, or the command in its name. */
export type Asker = Pick<Golem, 'id' | 'name' | 'owner' | 'key'> & {
  chain: Pick<Golem['chain'], 'chainId'>;
};

/** `deadline`: unix seconds, after which the owner is no longer asked. */
export async function signedAsk(
  golem: Asker,
  { params, amount, payees }: Asked,
  deadline: number,
): Promise<RunwayAskBody> {
  const { chain, owner, key, id, name } = golem;
  const { duration_days: days, reason = '' } = params;
  const asked = {
    ...{ golem: id, chainId: chain.chainId, owner, sessionKey: key.address },
    ...{ token: usdcFor(golem), amount: `${amount}`, days, deadline },
    nonce: `0x${randomBytes(32).toString('hex')}` as const,
    // A control plane of before takes a request that names nobody, in the form it knows.
    ...(payees.length === 0 ? {} : { payees: [...payees] }),
  };
  const signature = await key.signTypedData(runwayTypedData(asked));
  return { ...asked, name, reason: reason.slice(0, 280), signature };
}

/** Throws `ToolRefused` for payees that no lease could name. */
export function checkedPayees(golem: Asker, { payees = [] }: RequestRunwayParams): Address[] {
  if (!Array.isArray(payees)) throw new ToolRefused('payees must be a list of addresses.');
  const wrong = payees.findIndex((payee) => !isAddress(payee));
  if (wrong >= 0) {
    throw new ToolRefused(`payees must be addresses: number ${wrong + 1} is none, or mistyped.`);
  }
  const { owner, key } = golem;
  const named = payees.filter((payee) => isAddress(payee)).map(lower);
  const paying = { token: usdcFor(golem), owner, sessionKey: key.address };
  const problem = payeesProblem(paying, named);
  if (problem) throw new ToolRefused(`These payees cannot be asked for: ${problem}.`);
  return named;
}

function usdcFor({ chain: { chainId } }: Asker): Address {
  const token = usdcOf(chainId);
  if (!token) throw new ToolRefused(`Bardo knows no USDC on ${chainName(chainId)}.`);
  return token;
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
