// The home page: banners first, then the Golems of one page, then what one can do.
import {
  Banner,
  Bold,
  Box,
  Button,
  Divider,
  Heading,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { type Action, actionName } from '../core/watch/action';
import { cardLines, standingWords } from '../core/watch/golem-card';
import type { ListedGolem, ListPage } from '../core/watch/golem-list';
import type { Banner as BannerText, Nothing, Screen } from '../core/watch/home';
import { AskedLines, type AskedRow } from './asked-lines';
import { type Portal, PortalLink } from './portal-link';

export type HomeModel = {
  screen: Screen;
  /** Why no Golem is shown, for the empty screen. */
  nothing: Nothing;
  banners: BannerText[];
  provenance: string;
  clockNote: string | null;
  /** Titles of alerts whose cause still lasts, worst first. */
  alerts: string[];
  /** What waits for the owner, worst first. */
  asked: AskedRow[];
  /** What is still open of Golems that were put away. */
  away: string | null;
  list: ListPage;
  /** Live permissions that "Revoke all" would end. */
  revocable: number;
  portal: Portal;
  /** This computer's clock. */
  local: number;
  /** What the last click did, or what came of an answer that closed this page. */
  outcome: { title: string; text: string } | null;
  /** Takes the last click back. */
  undo: Action | null;
  /** A visit to the control plane is under way. */
  refreshing: boolean;
};

const SHOWN_ALERTS = 5;

export function HomePage({ model }: { model: HomeModel }) {
  return (
    <Box>
      <Heading>Bardo Golem console</Heading>
      {model.outcome ? (
        <Banner title={model.outcome.title} severity="info">
          <Text>{model.outcome.text}</Text>
          {model.undo ? <Button name={actionName(model.undo)}>Undo</Button> : null}
        </Banner>
      ) : null}
      {model.banners.map((banner) => (
        <Banner title={banner.title} severity={banner.severity}>
          <Text>{banner.text}</Text>
        </Banner>
      ))}
      <Screens model={model} />
      <Divider />
      <Actions model={model} />
    </Box>
  );
}

function Screens({ model }: { model: HomeModel }) {
  switch (model.screen) {
    case 'first-run':
      return <FirstRun model={model} />;
    case 'waiting':
      return <Text>Bardo is connected and has not received a status yet. Refresh to ask now.</Text>;
    case 'empty':
      return (
        <Box>
          <Text>{model.nothing.text}</Text>
          {model.asked.length > 0 ? <AskedLines rows={model.asked} /> : null}
          {model.alerts.length > 0 ? <Alerts alerts={model.alerts} /> : null}
          <PortalLink {...model.portal}>
            {model.nothing.open ? 'End what is open' : 'Grant a Golem a runway'}
          </PortalLink>
          <Text color="alternative">{model.provenance}</Text>
        </Box>
      );
    case 'golems':
      return <GolemList model={model} />;
  }
}

function FirstRun({ model }: { model: HomeModel }) {
  return (
    <Box>
      <Text>
        Bardo shows what your autonomous agents may spend, warns you when one declines or dies, and
        explains what you sign for them.
      </Text>
      <Text>
        It is not connected yet and talks to nobody. Connect it on the site: Bardo then asks the
        control plane for the status of your Golems every five minutes.
      </Text>
      <PortalLink {...model.portal}>Connect Bardo</PortalLink>
    </Box>
  );
}

function GolemList({ model }: { model: HomeModel }) {
  const { list, alerts, away } = model;
  return (
    <Box>
      {model.clockNote ? <Text color="warning">{model.clockNote}</Text> : null}
      {alerts.length > 0 ? <Alerts alerts={alerts} /> : null}
      {model.asked.length > 0 ? <AskedLines rows={model.asked} /> : null}
      {list.rows.map((row) => (
        <GolemCard row={row} local={model.local} />
      ))}
      {list.pages > 1 ? <Pages list={list} /> : null}
      {away ? <Text color="warning">{away}</Text> : null}
      <Text color="alternative">{model.provenance}</Text>
    </Box>
  );
}

function Alerts({ alerts }: { alerts: string[] }) {
  const more = alerts.length - SHOWN_ALERTS;
  return (
    <Section>
      <Text fontWeight="bold">{`Alerts (${String(alerts.length)})`}</Text>
      {alerts.slice(0, SHOWN_ALERTS).map((title) => (
        <Text color="warning">{title}</Text>
      ))}
      {more > 0 ? <Text color="alternative">{`and ${String(more)} more`}</Text> : null}
    </Section>
  );
}

/** Colour never speaks alone: state and health are words. */
function GolemCard({ row, local }: { row: ListedGolem; local: number }) {
  const { golem, listing } = row.record;
  const dead = row.standing === 'dead';
  return (
    <Section>
      <Text color={dead || row.standing === 'alarm' ? 'error' : 'default'}>
        {row.nested ? '↳ ' : ''}◆ <Bold>{row.name}</Bold> {standingWords(row)}
      </Text>
      {cardLines(row, local).map(({ text, tone }) => (
        <Text color={tone}>{text}</Text>
      ))}
      <Button name={actionName({ kind: 'golem', golem: golem.id })}>{`Show ${row.name}`}</Button>
      {dead || listing === 'missing' ? (
        <Button
          name={actionName({ kind: 'dismiss', golem: golem.id })}
        >{`Dismiss ${row.name}`}</Button>
      ) : null}
    </Section>
  );
}

function Pages({ list }: { list: ListPage }) {
  const { page, pages, total } = list;
  return (
    <Box>
      <Text alignment="center">{`Page ${String(page)} of ${String(pages)} · ${String(total)} Golems, worst first`}</Text>
      <Box direction="horizontal" alignment="space-between">
        <Button name={actionName({ kind: 'home', page: page - 1 })} disabled={page === 1}>
          Previous
        </Button>
        <Button name={actionName({ kind: 'home', page: page + 1 })} disabled={page === pages}>
          Next
        </Button>
      </Box>
    </Box>
  );
}

function Actions({ model }: { model: HomeModel }) {
  return (
    <Box>
      {model.screen === 'first-run' ? null : (
        <Button name="refresh" loading={model.refreshing} disabled={model.refreshing}>
          Refresh now
        </Button>
      )}
      <Button name="test-notice">Send a test notification</Button>
      {model.revocable > 0 ? (
        <Button name="revoke-all" variant="destructive">
          Revoke all
        </Button>
      ) : null}
    </Box>
  );
}
