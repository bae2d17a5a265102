// The runway of one Golem: what is left and until when, how it stands, and what the owner can do about it.
import { agoWords, DAY, durationWords, periodWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import type { Permission } from '../../src/core/protocol/status';
import { feedWords } from '../../src/core/runway/feed';
import { capOf, endsAt } from '../../src/core/runway/health';
import { nextResetAt } from '../../src/core/runway/runway';
import { budgetOf, type GolemView, money } from '../golem/golem-view';
import { spentSince } from '../golem/spending';
import { grantWords } from '../grant/grant.words';
import * as store from '../owner/store';
import type { ChainFacts } from '../wallet/reads';
import { GasLow, gasWords } from './gas-line';
import { leftShort, phaseWords, StateBadge } from './golem-summary';
import { golemSummaryWords } from './golem-summary.words';
import { HealOffer } from './heal';
import { Card, Fact, Note } from './kit';
import { LastingLines } from './lasting';
import { Moment } from './moment';
import { RunwayActions } from './runway-actions';
import { runwayCardWords } from './runway-card.words';
import { Term } from './term';

type Detail = ResponseOf<'golem'>;
type Props = {
  detail: Detail;
  view: GolemView;
  facts: ChainFacts | null;
  history: ResponseOf<'history'> | null;
  fetchedAt: number | null;
};

export function RunwayCard(props: Props) {
  const { view, detail } = props;
  return (
    <Card
      title={runwayCardWords.heading}
      aside={
        <span class="row">
          <Term of="runway" />
          <StateBadge view={view} />
        </span>
      }
    >
      {view.runway ? (
        <Figures {...props} runway={view.runway} />
      ) : (
        <p class="soft">{runwayCardWords.none}</p>
      )}
      <Needs {...props} />
      <RunwayActions detail={detail} view={view} />
    </Card>
  );
}

function Figures({
  detail,
  view,
  facts,
  history,
  fetchedAt,
  runway,
}: Props & { runway: Permission }) {
  const { golem } = detail;
  const now = store.now.value;
  const { left, allowed, cap } = budgetOf(runway, golem);
  const told = runwayCardWords.asOf(agoWords(fetchedAt ?? now, store.clock.value));
  const reset = nextResetAt(runway, now);
  const seen = facts?.available ?? null;
  const shown = seen ?? left;
  const percent = cap === 0n ? 0 : Number((shown * 100n) / cap);
  return (
    <>
      <div class="big">
        <span class="figure">
          <b>{money(runway, shown)}</b> <small>{leftShort(runway)}</small>
        </span>
        <progress class="meter" max={100} value={percent} aria-label={leftShort(runway)} />
        <small>
          {facts && seen !== null ? runwayCardWords.chainSource(facts.block) : told}
          {allowed < cap
            ? ` · ${runwayCardWords.narrowed(money(runway, allowed), money(runway, cap))}`
            : ''}
        </small>
      </div>
      <dl class="facts two">
        <Fact label={runwayCardWords.cap}>{capWords(runway)}</Fact>
        <Fact label={runwayCardWords.spent}>{spentIn(history, runway, now)}</Fact>
        <Fact label={runwayCardWords.reset}>
          {reset === null
            ? runwayCardWords.noReset
            : runwayCardWords.inTime(durationWords(reset - now))}
        </Fact>
        <Fact label={runwayCardWords.daysLeft}>{durationWords(endsAt(runway) - now)}</Fact>
        <Fact label={runwayCardWords.end}>
          <Moment at={endsAt(runway)} />
        </Fact>
        <Fact label={runwayCardWords.gas}>{gasWords(detail.golem, view.gas)}</Fact>
        <Fact label={runwayCardWords.phase}>
          {phaseWords(golem)}
          {/* Before its first heartbeat it is a figure that nobody measured. */}
          {golem.heartbeat ? `, ${runwayCardWords.vitality(golem.vitality)}` : null}
        </Fact>
        <Fact label={runwayCardWords.heartbeat}>
          {golem.heartbeat ? agoWords(golem.heartbeat.at, now) : golemSummaryWords.noHeartbeat}
        </Fact>
      </dl>
      <LastingLines view={view} held={facts?.held ?? null} />
      <small class="two-lines">
        {facts ? runwayCardWords.checked(facts.block, facts.grantEnded) : runwayCardWords.unchecked}{' '}
        {told}.
      </small>
      {view.silent ? <Note tone="low">{runwayCardWords.silent}</Note> : null}
    </>
  );
}

/** A lease counts in days, whatever the grant above it counts in. */
function capWords(runway: Permission): string {
  const { cap, periodSeconds, lease } = runway;
  if (periodSeconds === DAY) return runwayCardWords.perDay(money(runway, capOf(runway), 'up'));
  const whole = `${money(runway, BigInt(cap), 'up')} ${grantWords.every(periodWords(BigInt(periodSeconds)))}`;
  return lease ? runwayCardWords.both(whole, money(runway, BigInt(lease.cap), 'up')) : whole;
}

function spentIn(history: Props['history'], runway: Permission, now: number): string {
  const spent = spentSince(history, runway, now);
  if (!spent) return runwayCardWords.notRead;
  const amount = money(runway, spent.amount, 'up');
  return spent.atLeast ? runwayCardWords.atLeast(amount) : amount;
}

function Needs({ view, detail, facts }: Props) {
  return (
    <>
      {view.feed ? (
        <Note tone="low">
          {feedWords(view.feed).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Note>
      ) : null}
      <HealOffer view={view} permissions={detail.permissions} onChain={facts?.phase ?? null} />
      {view.unleased ? <Note tone="low">{golemSummaryWords.unleased}</Note> : null}
      <GasLow detail={detail} />
      {detail.pendingKey ? <Note tone="low">{runwayCardWords.rotation}</Note> : null}
      {detail.asksForRevocation && view.revocable ? (
        <Note tone="bad">{runwayCardWords.asksEnd}</Note>
      ) : null}
    </>
  );
}
