// metamask_check_permission_health: how the runway stands, by core's one rule on what the chain shows.
import { parseAbiItem } from 'viem';
import { erc20PeriodTransfer } from '../../core/caveats/erc20-period-transfer';
import { amountDown } from '../../core/chain/amounts';
import type { Phase } from '../../core/protocol/status';
import type { Health } from '../../core/runway/health';
import { type Golem, phaseOf, presentBlock, reconcile } from '../life/golem';
import { daysRemaining, redeemable, runwayHealth, totalRemaining } from '../runway/budget';
import { readGas } from '../runway/gas';
import { USDC_DECIMALS } from './runway-ask';
import { announced, type Clade, golemOf } from './tool';

/** About a day on Base; nodes refuse far longer questions. */
const LOOK_BACK = 45_000n;

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
    const { phase } = golem.vitals();
    const nothing = { remaining_today: '0', days_remaining: 0, total_remaining: '0' };
    const rest = { last_redemption_at: null, gas_pulls_left: gas.pullsLeft, block: null };
    return { health: 'none', ...nothing, phase, ...rest };
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
    block: Number(state.block.number),
  };
}

/** After a restart the chain remembers; a node that keeps no logs does not fail the check. */
async function lastRedemption({ chain, runway, key }: Golem, head: bigint): Promise<number | null> {
  const root = runway?.hashes.at(-1);
  if (!root) return null;
  const event = parseAbiItem(
    'event TransferredInPeriod(address indexed sender, address indexed redeemer, bytes32 indexed delegationHash, address token, uint256 periodAmount, uint256 periodDuration, uint256 startDate, uint256 transferredInCurrentPeriod, uint256 transferTimestamp)',
  );
  const logs = await chain.client
    .getLogs({
      address: erc20PeriodTransfer.address,
      event,
      args: { sender: chain.manager, redeemer: key.address, delegationHash: root },
      fromBlock: head > LOOK_BACK ? head - LOOK_BACK : 0n,
      toBlock: head,
    })
    .catch(() => []);
  const at = logs.at(-1)?.args.transferTimestamp;
  return at === undefined ? null : Number(at);
}
