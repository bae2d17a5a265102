// metamask_request_runway: a request signed by the session key, shown to the owner on the site. It resolves
// when the owner has answered; a grant counts once its bytes were read and its signatures checked.
import { type Golem, presentBlock, reconcile } from '../life/golem';
import { grantedOutcome, type RunwayOutcome, unanswered } from './granted';
import { forgetWhenTold, type Posted, postRequest } from './kept-request';
import { liveLease } from './live-lease';
import { ownerAnswer, type Patience } from './owner-answer';
import { kindOf, linkOf } from './request-link';
import { type Asked, checkedAmount, checkedPayees, type RequestRunwayParams } from './runway-ask';
import { announced, type Clade, golemOf, ToolRefused } from './tool';

export const RUNWAY_STEPS = [
  'Checking the request',
  'Reading chain and account',
  'Looking for a runway that is alive',
  'Asking the owner',
  'Waiting for the owner',
  'Checking the grant on chain',
] as const;

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
  const { params, progress, pollMs } = asking;
  if (golem.vitals().phase === 'terminal')
    throw new ToolRefused('A terminal Golem asks for nothing.');
  progress(RUNWAY_STEPS[1]);
  await presentBlock(golem);
  progress(RUNWAY_STEPS[2]);
  if (!params.replace) await refuseSecond(golem);
  const patience = { until: performance.now() + (params.timeout_seconds ?? 900) * 1000, pollMs };
  for (;;) {
    progress(RUNWAY_STEPS[3]);
    const posted = await posting(golem, asking, patience);
    progress(RUNWAY_STEPS[4]);
    const outcome = await awaited(golem, posted, patience, asking);
    // It was asked a while ago and has run out unanswered; this call has time left, and asks anew.
    if (outcome.outcome !== 'expired' || !posted.kept) return outcome;
  }
}

/** Every process that waits says where the owner answers. */
async function posting(golem: Golem, asking: Asking, { until }: Patience): Promise<Posted> {
  const seconds = Math.max(0, (until - performance.now()) / 1000);
  const posted = await postRequest(golem, asking, seconds);
  const waiting = ['open', 'intended'].includes(posted.record.state);
  if (waiting) {
    const kind = await kindOf(golem, posted);
    golem.events.emit('request:waiting', { golem: golem.id, kind, ...linkOf(golem, posted) });
  }
  return posted;
}

async function awaited(
  golem: Golem,
  posted: Posted,
  patience: Patience,
  { clade, progress }: Asking,
): Promise<RunwayOutcome> {
  const { body, record } = posted;
  const before = { context: golem.runway?.context ?? null, permission: posted.replaces };
  const isAnswered = async () => (await liveLease(golem, { permission: null, before })) !== null;
  const answer = await ownerAnswer(golem.plane, { body, asked: record, isAnswered }, patience);
  const state = answer === 'leased' ? 'granted' : answer.state;
  if (state === 'open' || state === 'intended') return unanswered(golem, posted, 'timed_out');
  if (state !== 'granted') {
    forgetWhenTold(golem, body);
    return unanswered(golem, posted, state);
  }
  progress(RUNWAY_STEPS[5]);
  const permission = answer !== 'leased' && 'permission' in answer ? answer.permission : null;
  const outcome = await grantedOutcome(
    { clade, golem, posted, sought: { permission, before } },
    patience,
  );
  if (outcome.usable) forgetWhenTold(golem, body);
  return outcome;
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
