// The owner's first page: what may leave today, who asks, and which Golem needs what.
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { Columns } from './columns';
import { ConnectButton } from './connect';
import { GolemList } from './golem-list';
import { GrantPanel } from './lazy-grant-panel';
import { RequestList } from './request-list';
import { SnapBadge } from './snap-badge';

export function HomePage() {
  return (
    <>
      <h1 class="unseen">{pageWords.title}</h1>
      {store.account.value || !store.arrived.value ? null : <ConnectButton />}
      <SnapBadge />
      <Columns
        main={
          <>
            <RequestList />
            <GolemList />
            <GrantPanel />
          </>
        }
        beside={null}
      />
    </>
  );
}
