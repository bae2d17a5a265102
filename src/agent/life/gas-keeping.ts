// Keeping the key in gas. The owner may have given a second permission in native currency (`native-token-periodic`,
// leased like the runway, with the session key as its payee). The Golem takes from it before it runs dry: a key
// without gas can neither pay, nor report, nor die decently.
import type { Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { least } from '../../core/delegations/meter';
import { reasonOf } from '../chain/reverts';
import type { Claim } from '../payments/claims';
import { type GasLevel, readGas } from '../runway/gas';
import { isSettled, type Redeemed, redeem, redeemEarlier } from '../runway/redeem';
import type { Runway } from '../runway/runway';
import { readRunwayState } from '../runway/runway-state';
import { adoptGas } from './adoption';
import { type Golem, signerOf } from './golem';

/** In pulls: below the first it fetches gas, up to the second. Owners are warned at five. */
const LOW = 10n;
const FULL = 30n;

export type ToppedUp =
  | { ok: true; amount: bigint; transaction: Hex | null }
  | { ok: false; pullsLeft: number; reason: string };

/** Part of every beat; tells what it did, and never throws: want of gas must not cost the heartbeat. */
export async function keepGas(golem: Golem): Promise<void> {
  const { id, events } = golem;
  try {
    const done = await topUpGas(golem);
    if (!done.ok) {
      const { pullsLeft, reason } = done;
      events.emit('gas:low', { golem: id, pullsLeft, reason });
    }
  } catch (error) {
    events.emit('work:failed', { golem: id, reason: `gas: ${reasonOf(error)}` });
  }
}

/** Two at once would each fetch the same. */
const underWay = new WeakMap<Golem, Promise<ToppedUp>>();

/** `transaction` null: there was enough. */
export function topUpGas(golem: Golem): Promise<ToppedUp> {
  const running = underWay.get(golem);
  if (running) return running;
  const work = identified(golem).finally(() => underWay.delete(golem));
  underWay.set(golem, work);
  return work;
}

/**
 * A top-up is one payment however much it is about: the amount differs at every look, so it has an identity of its own, and
 * one whose fate is unknown is pursued before another is thought of.
 */
async function identified(golem: Golem): Promise<ToppedUp> {
  const { sender } = golem;
  const claim = await sender.journal?.claim({ mark: `gas ${sender.address}`.toLowerCase() });
  let known = false;
  try {
    const plan = claim?.earlier ? null : await planned(golem);
    if (plan && 'ok' in plan) return plan;
    const paid = await (plan ? fetched(golem, plan, claim) : redeemEarlier(sender, claim as Claim));
    known = isSettled(paid);
    if (!paid.ok)
      return { ok: false, pullsLeft: (await levelOf(golem)).pullsLeft, reason: paid.reason };
    const { amount, transaction } = paid;
    const told = { golem: golem.id, amount: amount.toString(), transaction };
    golem.events.emit('gas:topped-up', told);
    return { ok: true, amount, transaction };
  } finally {
    claim?.end(known);
  }
}

type Plan = { gas: Runway; amount: bigint };

/** What is to be fetched, or why nothing is. */
async function planned(golem: Golem): Promise<Plan | ToppedUp> {
  const level = await levelOf(golem);
  if (level.balance >= level.reserve + LOW * level.perPull) {
    return { ok: true, amount: 0n, transaction: null };
  }
  const refused = (reason: string) => ({ ok: false, pullsLeft: level.pullsLeft, reason }) as const;
  const wanted = level.reserve + FULL * level.perPull - level.balance;
  const { gas, available } = await gasMoney(golem);
  if (!gas) return refused('the owner has given no gas lease to this key');
  const amount = least(wanted, available);
  if (!isWorthIt(level, amount)) return refused('the gas lease has too little left today');
  return { gas, amount };
}

function fetched(
  { chain, sender }: Golem,
  { gas, amount }: Plan,
  claim: Claim | undefined,
): Promise<Redeemed> {
  const pull = { payee: sender.address, amount };
  return redeem(chain, sender, gas, pull, claim ? { claim } : {});
}

function levelOf({ chain, sender, children }: Golem): Promise<GasLevel> {
  return readGas(chain, sender.address, children.length);
}

/** Fetching costs a pull itself. */
function isWorthIt({ perPull }: GasLevel, amount: bigint): boolean {
  return amount > perPull;
}

/** What we hold while it lasts; else the plane is asked for a newer one. */
async function gasMoney(golem: Golem): Promise<{ gas: Golem['gas']; available: bigint }> {
  const held = await leftIn(golem);
  if (held.gas && held.available > 0n) return held;
  const state = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  for (const { context } of state.ok ? state.value.contexts : []) {
    const before = golem.gas;
    if (context === before?.context || (await adoptGas(golem, context)) !== null) continue;
    const found = await leftIn(golem);
    if (found.available > 0n) return found;
    golem.gas = before;
  }
  return held;
}

async function leftIn({ chain, gas, sender }: Golem): Promise<{
  gas: Golem['gas'];
  available: bigint;
}> {
  if (!gas || !sameAddress(gas.redeemer, sender.address)) return { gas: null, available: 0n };
  const { ended, available } = await readRunwayState(chain, gas);
  return { gas, available: ended === null ? available : 0n };
}
