// metamask_request_runway: a request signed by the session key, shown to the owner on the site. It resolves
// when the owner has answered; a grant counts once its bytes were read and its signatures checked.
import type { Hex } from 'viem';
import { amountDown } from '../../core/chain/amounts';
import type { RunwayRecord } from '../../core/protocol/runway-shapes';
import { adoptRunway } from '../life/adoption';
import { type Golem, presentBlock, reconcile, signerOf } from '../life/golem';
import { dailyCap } from '../runway/runway';
import { ownerAnswer, type Patience, poll } from './owner-answer';
import {
  type Asked,
  checkedAmount,
  checkedPayees,
  type RequestRunwayParams,
  signedAsk,
  USDC_DECIMALS,
} from './runway-ask';
import { announced, type Clade, golemOf, ToolRefused } from './tool';

export const RUNWAY_STEPS = [
  'Checking the request',
  'Reading chain and account',
  'Looking for a runway that is alive',
  'Asking the owner',
  'Waiting for the owner',
  'Checking the grant on chain',
] as const;

export type RunwayOutcome = {
  golem: string;
  /** `dropped`: too many others ask, and the control plane has let go of the request again and again. */
  outcome: 'granted' | 'refused' | 'expired' | 'timed_out' | 'dropped';
  permission_id: string | null;
  stored_in_grimoire: boolean;
  /** As granted, which may be less than asked; null while the lease is not signed. */
  daily_cap: string | null;
  expires_at: number | null;
  /** The lease is there and the Golem can redeem. */
  usable: boolean;
};

/** The first Golem's outcome, and everybody's. */
export type RequestRunwayResult = RunwayOutcome & { runways: RunwayOutcome[] };

export async function requestRunway(
  clade: Clade,
  params: RequestRunwayParams,
  pollMs = 3000,
): Promise<RequestRunwayResult> {
  const [first] = params.golems;
  if (first === undefined) throw new ToolRefused('No Golem was named.');
  const golems = params.golems.map((id) => golemOf(clade, id));
  const { daily_cap_usdc, duration_days, payees = [] } = params;
  return announced({
    tool: 'metamask_request_runway',
    golem: golemOf(clade, first),
    start: { golems: params.golems, daily_cap_usdc, duration_days, payees },
    end: ({ outcome, permission_id, stored_in_grimoire }) => ({
      outcome,
      permission_id,
      stored_in_grimoire,
    }),
    run: async (progress) => {
      progress(RUNWAY_STEPS[0]);
      const amount = checkedAmount(params);
      const askers = golems.map((golem) => ({ golem, payees: checkedPayees(golem, params) }));
      const asking = { clade, params, amount, pollMs, progress };
      const runways = await Promise.all(
        askers.map(({ golem, payees }) => askFor(golem, { ...asking, payees })),
      );
      return { ...(runways[0] as RunwayOutcome), runways };
    },
  });
}

type Asking = Asked & {
  clade: Clade;
  pollMs: number;
  progress: (step: string) => void;
};

async function askFor(golem: Golem, asking: Asking): Promise<RunwayOutcome> {
  const { params, progress } = asking;
  if (golem.vitals().phase === 'terminal')
    throw new ToolRefused('A terminal Golem asks for nothing.');
  progress(RUNWAY_STEPS[1]);
  await presentBlock(golem);
  progress(RUNWAY_STEPS[2]);
  if (!params.replace) await refuseSecond(golem);
  progress(RUNWAY_STEPS[3]);
  const seconds = params.timeout_seconds ?? 900;
  const until = performance.now() + seconds * 1000;
  const body = await signedAsk(golem, asking, Math.ceil(golem.now() + seconds));
  const asked = await golem.plane.ask('askRunway', { body });
  if (!asked.ok) throw new ToolRefused(`The request was not taken: ${asked.reason}.`, asked.said);
  progress(RUNWAY_STEPS[4]);
  const patience = { until, pollMs: asking.pollMs };
  const record = await ownerAnswer(golem.plane, { body, asked: asked.value }, patience);
  const nothing = {
    permission_id: null,
    stored_in_grimoire: false,
    daily_cap: null,
    expires_at: null,
  };
  const { state } = record;
  if (state === 'granted') {
    progress(RUNWAY_STEPS[5]);
    return granted(golem, record, patience, asking);
  }
  const outcome = state === 'open' || state === 'intended' ? 'timed_out' : state;
  return { golem: golem.id, outcome, ...nothing, usable: false };
}

async function granted(
  golem: Golem,
  { permission }: RunwayRecord,
  patience: Patience,
  { clade }: Asking,
): Promise<RunwayOutcome> {
  const context = await poll(patience, () => usableContext(golem, permission));
  const runway = context ? golem.runway : null;
  const stored = runway ? await remember(clade, golem, permission, runway.context) : false;
  return {
    golem: golem.id,
    outcome: 'granted',
    permission_id: permission,
    stored_in_grimoire: stored,
    daily_cap: runway && amountDown(dailyCap(runway), USDC_DECIMALS),
    expires_at: runway?.expiresAt ?? null,
    usable: runway !== null,
  };
}

/** The context of this permission once it names our key and every link is signed; null until then. */
async function usableContext(golem: Golem, permission: string | null): Promise<Hex | null> {
  const state = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  if (!state.ok) return null;
  const found = state.value.contexts.find((one) => one.permission === permission);
  if (!found) return null;
  const context = found.context;
  return (await adoptRunway(golem, context)) === null ? context : null;
}

async function remember(
  { grimoire }: Clade,
  { id }: Golem,
  permission: string | null,
  context: Hex,
): Promise<boolean> {
  if (!grimoire) return false;
  return grimoire.put(`metamask.permission.${id}`, { permission, context }).then(
    () => true,
    () => false,
  );
}

async function refuseSecond(golem: Golem): Promise<void> {
  if (!golem.runway) return;
  const { ended } = await reconcile(golem, golem.runway);
  if (ended === null) {
    throw new ToolRefused(
      'A runway is alive already. A second one would add to it, not replace it.',
    );
  }
}
