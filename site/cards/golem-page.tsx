// One Golem in full: its runway, its permissions, its history, its identity.
import { nameOf } from '../../src/core/protocol/status';
import { lifeContext, viewOf } from '../golem/golem-view';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { pageWords } from '../words/page.words';
import { useChainFacts } from './chain-facts';
import { Columns } from './columns';
import { DeathOverlay } from './death';
import { HistoryCard } from './history';
import { IdentityCard } from './identity';
import { Lost, Waiting } from './kit';
import { MoreCard } from './more';
import { PermissionsPanel } from './permissions-panel';
import { RunwayCard } from './runway-card';

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
            <RunwayCard
              detail={value}
              view={view}
              facts={facts.value}
              history={entries}
              fetchedAt={detail.value.at}
            />
            <PermissionsPanel detail={value} />
            <HistoryCard
              history={entries}
              unread={history.value.value?.unread ?? []}
              permissions={value.permissions}
              chainId={value.golem.chainId}
            />
          </>
        }
        beside={
          <>
            <IdentityCard detail={value} view={view} />
            <MoreCard golem={value.golem} />
          </>
        }
      />
      <DeathOverlay detail={value} facts={facts.value} history={entries} />
    </>
  );
}
