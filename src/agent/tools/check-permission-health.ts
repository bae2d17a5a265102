// metamask_check_permission_health: how the runway stands, by core's one rule on what the chain shows.
import { erc20PeriodTransfer } from '../../core/caveats/erc20-period-transfer';
import { sameAddress } from '../../core/chain/addresses';
import { amountDown, amountUp } from '../../core/chain/amounts';
import { amountWords } from '../../core/chain/money';
import { limitsOf } from '../../core/delegations/read-limits';
import type { Phase } from '../../core/protocol/status';
import type { Health } from '../../core/runway/health';
import { burnPerDay, type Lasting, lastingOf } from '../../core/runway/lasting';
import { boundsWords, burnWords, lastsWords } from '../../core/runway/lasting-words';
import { type Golem, phaseOf, presentBlock, reconcile, vitalsOf } from '../life/golem';
import {
  daysRemaining,
  permissionOf,
  redeemable,
  runwayHealth,
  totalRemaining,
} from '../runway/budget';
import { readGas } from '../runway/gas';
import { LOOK_BACK, readPace, TRANSFERRED } from '../runway/pace';
import type { Runway } from '../runway/runway';
import type { RunwayState } from '../runway/runway-state';
import { USDC_DECIMALS } from './runway-ask';
import { announced, type Clade, golemOf } from './tool';

export const HEALTH_STEPS = ['Reading the runway from the chain'] as const;

export type CheckPermissionHealthParams = { golem_id: string };

export type PermissionHealthResult = {
  /** `none`: there never was a runway. */
  health: Health | 'none';
  remaining_today: string;
  days_remaining: number;
  /** null = none known, or none within the last day. */
  last_redemption_at: number | null;
  total_remaining: string;
  phase: Phase;
  gas_pulls_left: number;
  /** USDC, over the last 7 days or as long as is known; null = too short a time, or not known. */
  burn_per_day: string | null;
  /** Unix seconds: when the first of them ends, at this pace; null without a runway. */
  lasts_until: number | null;
  lasts_by: Lasting['first']['by'] | null;
  /** false = something that is not known could end earlier. */
  lasts_surely: boolean;
  /** The same in words, and each end by itself. */
  lasts: readonly string[];
  /** MetaMask has paused all redemptions: nothing can be paid until it lets go, and nothing is lost. Null without a runway. */
  paused: boolean | null;
  /** The block all of this is true of; null without a runway. */
  block: number | null;
};

export async function checkPermissionHealth(
  clade: Clade,
  { golem_id }: CheckPermissionHealthParams,
): Promise<PermissionHealthResult> {
  const golem = golemOf(clade, golem_id);
  return announced({
    tool: 'metamask_check_permission_health',
    golem,
    start: { golem_id },
    end: ({ health, remaining_today, days_remaining }) => ({
      health,
      remaining_today,
      days_remaining,
    }),
    run: (progress) => {
      progress(HEALTH_STEPS[0]);
      return read(golem);
    },
  });
}

async function read(golem: Golem): Promise<PermissionHealthResult> {
  const { runway, chain, key, children } = golem;
  await presentBlock(golem);
  const gas = await readGas(chain, key.address, children.length);
  if (!runway) {
    const { phase } = vitalsOf(golem);
    const nothing = { remaining_today: '0', days_remaining: 0, total_remaining: '0' };
    const rest = {
      ...{ last_redemption_at: null, gas_pulls_left: gas.pullsLeft },
      ...{ paused: null, block: null },
    };
    return { health: 'none', ...nothing, phase, ...rest, ...NOTHING_LASTS };
  }
  const state = await reconcile(golem, runway);
  const phase = phaseOf(golem, state);
  return {
    health: runwayHealth(runway, state, phase),
    remaining_today: amountDown(redeemable(state, phase), USDC_DECIMALS),
    days_remaining: daysRemaining(runway, state),
    last_redemption_at: golem.lastRedemptionAt ?? (await lastRedemption(golem, state.block.number)),
    total_remaining: amountDown(totalRemaining(runway, state, phase), USDC_DECIMALS),
    phase,
    gas_pulls_left: gas.pullsLeft,
    ...(await lastingOfRunway(golem, { runway, state, pullsLeft: gas.pullsLeft })),
    paused: state.paused,
    block: Number(state.block.number),
  };
}

const NOTHING_LASTS = {
  burn_per_day: null,
  lasts_until: null,
  lasts_by: null,
  lasts_surely: true,
  lasts: ['There is no runway.'],
} as const;

type Seen = { runway: Runway; state: RunwayState; pullsLeft: number };

async function lastingOfRunway(golem: Golem, { runway, state, pullsLeft }: Seen) {
  const phase = phaseOf(golem, state);
  if (state.ended !== null || phase === 'terminal') {
    return { ...NOTHING_LASTS, lasts: ['It has ended: nothing can be spent.'] };
  }
  const now = state.block.timestamp;
  const permission = { ...permissionOf(runway, state, phase), expiresAt: grantEnd(runway) };
  const refill = golem.gas && sameAddress(golem.gas.redeemer, golem.key.address) ? golem.gas : null;
  const lasting = lastingOf({
    now,
    runway: permission,
    phase,
    pace: await readPace(golem.chain, runway, state.block),
    held: state.balance,
    gas: { pullsLeft, refillsUntil: refill?.expiresAt ?? null },
  });
  const perDay = burnPerDay(lasting.burn);
  const amounts = (amount: bigint) => amountWords(permission, amount);
  return {
    burn_per_day: perDay === null ? null : amountUp(perDay, USDC_DECIMALS),
    lasts_until: lasting.first.at,
    lasts_by: lasting.first.by,
    lasts_surely: lasting.first.surely,
    lasts: [
      lastsWords(lasting, now),
      burnWords(lasting.burn, amounts),
      ...boundsWords(lasting).map(({ label, value }) => `${label}: ${value}.`),
    ],
  };
}

/** Of the grant itself: the lease on it may end before. */
function grantEnd({ links, chainId, expiresAt }: Runway): number {
  const root = links.at(-1);
  return (root && limitsOf(root, { chainId, paid: () => [] }).endsAt) ?? expiresAt;
}

/** After a restart the chain remembers; a node that keeps no logs does not fail the check. */
async function lastRedemption({ chain, runway, key }: Golem, head: bigint): Promise<number | null> {
  const root = runway?.hashes.at(-1);
  if (!root) return null;
  const logs = await chain.client
    .getLogs({
      address: erc20PeriodTransfer.address,
      event: TRANSFERRED,
      args: { sender: chain.manager, redeemer: key.address, delegationHash: root },
      fromBlock: head > LOOK_BACK ? head - LOOK_BACK : 0n,
      toBlock: head,
    })
    .catch(() => []);
  const at = logs.at(-1)?.args.transferTimestamp;
  return at === undefined ? null : Number(at);
}
