// One Golem in full: its runway, its permissions, its history, its identity.
import { DAY } from '../../src/core/chain/time';
import { nameOf, type Permission } from '../../src/core/protocol/status';
import { capOf } from '../../src/core/runway/health';
import { lifeContext, viewOf } from '../golem/golem-view';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { pageWords } from '../words/page.words';
import { useChainFacts } from './chain-facts';
import { chartWords } from './chart.words';
import { Columns } from './columns';
import { DeathOverlay } from './death';
import { EndingCard } from './ending-card';
import { HistoryCard } from './history';
import { IdentityCard } from './identity';
import { Lost, Waiting } from './kit';
import { MoreCard } from './more';
import { PermissionsPanel } from './permissions-panel';
import { RunwayCard } from './runway-card';
import { SpendingCard } from './spending';

export function GolemPage({ id }: { id: string }) {
  const detail = useApi('golem', id);
  const history = useApi('history', id, 10_000);
  const { value, failure } = detail.value;
  const view = value ? viewOf(value.golem, value.permissions, store.now.value) : null;
  const context = value && view ? lifeContext(value, view.runway) : null;
  const facts = useChainFacts(value?.golem ?? null, context);
  if (!value || !view) {
    return failure?.code === 'not_found' ? (
      <Lost title={pageWords.unknownTitle} text={pageWords.unknownGolem} />
    ) : (
      <Waiting label={pageWords.loadingGolems} lines={6} />
    );
  }
  const entries = history.value.value?.history ?? [];
  return (
    <>
      <p class="crumb">
        <a href="/">{pageWords.back}</a>
      </p>
      <h1 class="name">{nameOf(value.golem)}</h1>
      <Columns
        main={
          <>
            <EndingCard detail={value} facts={facts.value} />
            <RunwayCard
              detail={value}
              view={view}
              facts={facts.value}
              history={history.value.value}
              fetchedAt={detail.value.at}
            />
            <PermissionsPanel detail={value} />
            <HistoryCard key={id} detail={value} answer={history.value.value} />
          </>
        }
        beside={
          <>
            <SpendingCard
              title={chartWords.heading}
              golems={[value.golem, ...value.replicants]}
              permissions={value.permissions}
              only={[id, ...value.replicants.map((one) => one.id)]}
              cap={capOfDay(view.runway)}
            />
            <IdentityCard detail={value} view={view} />
            <MoreCard golem={value.golem} />
          </>
        }
      />
      <DeathOverlay detail={value} facts={facts.value} history={entries} />
    </>
  );
}

/** A lease counts in any 24 hours, a grant in periods of its own: only that of a day is a line in a chart of days. */
function capOfDay(runway: Permission | null) {
  if (!runway || (!runway.lease && runway.periodSeconds !== DAY)) return null;
  const { chainId, token } = runway;
  return { chainId, token, amount: capOf(runway) };
}
