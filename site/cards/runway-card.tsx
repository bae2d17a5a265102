// The runway of one Golem: what is left and until when, how it stands, and what the owner can do about it.
import type { Hex } from 'viem';
import { agoWords, dateWords, durationWords } from '../../src/core/chain/time';
import { decodeContext, encodeContext } from '../../src/core/permissions/delegation';
import { feedWords } from '../../src/core/permissions/feed';
import { endsAt } from '../../src/core/permissions/health';
import { nextResetAt } from '../../src/core/permissions/runway';
import type { ResponseOf } from '../../src/core/protocol/api';
import type { HistoryEntry, Permission } from '../../src/core/protocol/status';
import { leaseRules } from '../golem-tree';
import { budgetOf, type GolemView, money } from '../golem-view';
import { openRenewal } from '../grant/desk';
import * as store from '../store';
import type { ChainFacts } from '../wallet/reads';
import { words } from '../words';
import { Chart } from './chart';
import { HealthBadge } from './golem-summary';
import { Button, Card, Fact, Note } from './kit';

type Detail = ResponseOf<'golem'>;
type Props = {
  detail: Detail;
  view: GolemView;
  facts: ChainFacts | null;
  history: readonly HistoryEntry[];
  fetchedAt: number | null;
};

export function RunwayCard(props: Props) {
  const { view, detail } = props;
  return (
    <Card title={words.runway.heading} aside={<HealthBadge view={view} />}>
      {view.runway ? (
        <Figures {...props} runway={view.runway} />
      ) : (
        <p class="soft">{words.runway.none}</p>
      )}
      <Needs {...props} />
      <Actions detail={detail} view={view} />
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
  const told = words.plane.asOf(agoWords(fetchedAt ?? now, store.clock.value));
  const reset = nextResetAt(runway, now);
  const seen = facts?.available ?? null;
  const shown = seen ?? left;
  const percent = cap === 0n ? 0 : Number((shown * 100n) / cap);
  return (
    <>
      <div class="big">
        <span class="figure">
          <b>{money(runway, shown)}</b> <small>{words.golem.leftShort}</small>
        </span>
        <progress class="meter" max={100} value={percent} aria-label={words.golem.leftShort} />
        <small>
          {facts && seen !== null ? words.runway.chainSource(facts.block) : told}
          {allowed < cap
            ? ` · ${words.golem.narrowed(money(runway, allowed), money(runway, cap))}`
            : ''}
        </small>
      </div>
      <dl class="facts two">
        <Fact label={words.runway.cap}>{words.runway.perDay(money(runway, cap, 'up'))}</Fact>
        <Fact label={words.runway.spent}>
          {money(runway, spentSince(history, runway, now), 'up')}
        </Fact>
        <Fact label={words.runway.reset}>
          {reset === null ? words.runway.noReset : words.runway.inTime(durationWords(reset - now))}
        </Fact>
        <Fact label={words.runway.daysLeft}>{durationWords(endsAt(runway) - now)}</Fact>
        <Fact label={words.runway.end}>{dateWords(endsAt(runway))}</Fact>
        <Fact label={words.runway.gas}>{gasWords(detail)}</Fact>
        <Fact label={words.runway.phase}>
          {words.golem.phases[golem.phase]}, {words.golem.vitality(golem.vitality)}
        </Fact>
        <Fact label={words.runway.heartbeat}>
          {golem.heartbeat ? agoWords(golem.heartbeat.at, now) : words.golem.noHeartbeat}
        </Fact>
      </dl>
      <Chart history={history} runway={runway} />
      <small>
        {facts ? words.runway.checked(facts.block, facts.grantEnded) : words.runway.unchecked}{' '}
        {told}.
      </small>
      {view.silent ? <Note tone="low">{words.runway.silent}</Note> : null}
    </>
  );
}

/** Since the grant's day began. */
function spentSince(history: readonly HistoryEntry[], runway: Permission, now: number): bigint {
  const passed = Math.floor((now - runway.startAt) / runway.periodSeconds);
  const from = runway.startAt + passed * runway.periodSeconds;
  return history
    .filter(
      ({ kind, at, permission }) => kind === 'redeemed' && at >= from && permission === runway.id,
    )
    .reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
}

function gasWords({ golem }: Detail): string {
  if (golem.gasLeft === null) return words.runway.unknown;
  const amount = money({ chainId: golem.chainId, token: null }, BigInt(golem.gasLeft));
  return golem.gasPullsLeft === null
    ? amount
    : `${amount}, ${words.runway.pulls(golem.gasPullsLeft)}`;
}

function Needs({ view, detail }: Props) {
  return (
    <>
      {view.feed ? (
        <Note tone="low">
          {feedWords(view.feed).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Note>
      ) : null}
      {view.unleased ? <Note tone="low">{words.golem.unleased}</Note> : null}
      {detail.pendingKey ? <Note tone="low">{words.runway.rotation}</Note> : null}
      {detail.asksForRevocation && view.revocable ? (
        <Note tone="bad">{words.runway.asksEnd}</Note>
      ) : null}
    </>
  );
}

function Actions({ detail, view }: { detail: Detail; view: GolemView }) {
  const dead = detail.golem.phase === 'terminal';
  const leasable =
    !dead && detail.golem.guardian !== null && (view.runway !== null || view.unleased !== null);
  const feed =
    view.feed?.kind === 'new-lease' || view.unleased !== null || detail.pendingKey !== null;
  return (
    <div class="row">
      {leasable ? (
        <Button kind={feed ? 'main' : 'plain'} onClick={() => lease(detail, view)}>
          {view.unleased
            ? words.runway.finish
            : detail.pendingKey
              ? words.runway.rotate
              : view.feed
                ? words.runway.feed
                : words.runway.change}
        </Button>
      ) : null}
      {dead || detail.golem.parent ? null : (
        <Button
          kind={view.feed?.kind === 'new-grant' || !view.runway ? 'main' : 'plain'}
          onClick={() => renew(detail, view)}
        >
          {view.feed?.kind === 'new-grant'
            ? words.runway.feed
            : view.runway
              ? words.runway.renew
              : words.wish.open}
        </Button>
      )}
      {dead ? (
        <a class="button main" href={`/succession/${detail.golem.id}`}>
          {words.runway.succession}
        </a>
      ) : null}
      {view.revocable ? (
        <a class="button danger" href={`/revoke/${detail.golem.id}`}>
          {words.runway.revoke}
        </a>
      ) : null}
    </div>
  );
}

function contextOf({ contexts }: Detail, permission: Permission | null): Hex | null {
  return (
    (contexts.find((one) => one.permission === permission?.id)?.context as Hex | undefined) ?? null
  );
}

/** Within the grant: the Snap signs, MetaMask is not asked. */
function lease(detail: Detail, view: GolemView): void {
  const runway = view.unleased ?? view.runway;
  const context = contextOf(detail, runway);
  if (!context || !runway) return;
  const rules = leaseRules(context);
  openRenewal({
    golem: detail.golem,
    runway,
    payees: rules?.payees ?? [],
    replicants: rules?.replicantCap ?? 0n,
    sessionKey: detail.pendingKey ?? detail.golem.sessionKey,
    grant: encodeContext(decodeContext(context).slice(-1)),
  });
}

function renew(detail: Detail, view: GolemView): void {
  const context = contextOf(detail, view.runway);
  const rules = context ? leaseRules(context) : null;
  const days = view.feed?.kind === 'new-grant' ? { days: view.feed.days } : {};
  openRenewal({
    golem: detail.golem,
    runway: view.runway,
    payees: rules?.payees ?? [],
    replicants: rules?.replicantCap ?? 0n,
    ...days,
  });
}
