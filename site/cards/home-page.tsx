// The owner's first page: what may leave today, who asks, and which Golem needs what.
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { AlertsLine } from './alerts-line';
import { chartWords } from './chart.words';
import { Columns } from './columns';
import { ConnectButton } from './connect';
import { devicePageWords } from './device-page.words';
import { GlossaryCard } from './glossary';
import { GolemList } from './golem-list';
import { Waiting } from './kit';
import { GrantPanel } from './lazy-grant-panel';
import { OutlookStrip } from './outlook';
import { RequestList } from './request-list';
import { SnapBadge } from './snap-badge';
import { SpendingCard } from './spending';

export function HomePage() {
  return (
    <>
      <h1 class="unseen">{pageWords.title}</h1>
      {store.account.value || !store.arrived.value ? null : <ConnectButton />}
      <SnapBadge />
      <AlertsLine />
      <OutlookStrip />
      <Columns
        main={
          <>
            <RequestList />
            <GolemList />
            <GrantPanel />
          </>
        }
        beside={
          <>
            <Compared />
            <GlossaryCard />
          </>
        }
      />
      <p class="soft">
        <a href="/device">{devicePageWords.link}</a>
      </p>
    </>
  );
}

/** Beside each other once there is something to compare. */
function Compared() {
  const { value } = store.golems.value;
  // Its place is kept from the beginning, so that nothing jumps when it comes.
  if (!value) {
    return (
      <div class="spending">
        <Waiting label={chartWords.compare} lines={6} />
      </div>
    );
  }
  if (value.golems.length === 0) return null;
  const { golems, permissions } = value;
  return (
    <SpendingCard
      title={chartWords.compare}
      golems={golems}
      permissions={permissions}
      only={null}
    />
  );
}
