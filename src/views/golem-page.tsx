// One Golem on a page: every figure with its source.
import {
  Address,
  Banner,
  Box,
  Button,
  Copyable,
  Divider,
  Heading,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import type { EndStage } from '../core/audit/ending';
import { isHex } from '../core/bytes/hex';
import { NEXT_WORDS } from '../core/runway/golem-state';
import { actionName } from '../core/watch/action';
import type { DetailPart, DetailRow } from '../core/watch/detail-row';
import type { GolemDetail } from '../core/watch/golem-detail';
import type { ListedGolem } from '../core/watch/golem-list';
import { AskedLines, type AskedRow } from './asked-lines';
import { type Portal, PortalLink } from './portal-link';

export type GolemModel = {
  row: ListedGolem;
  detail: GolemDetail;
  asked: AskedRow[];
  provenance: string;
  clockNote: string | null;
  golemPage: Portal;
  successionPage: Portal;
  revokePage: Portal;
};

export function GolemPage({ model }: { model: GolemModel }) {
  const { row, detail } = model;
  return (
    <Box>
      <Heading>{`◆ ${row.name}`}</Heading>
      {model.clockNote ? <Text color="warning">{model.clockNote}</Text> : null}
      {row.standing === 'dead' ? <Death model={model} /> : null}
      {row.ending ? <Ending ending={row.ending} revokePage={model.revokePage} /> : null}
      {model.asked.length > 0 ? <AskedLines rows={model.asked} /> : null}
      <Part part={{ heading: 'Now', rows: detail.now }} />
      {row.state.next === 'heal' || row.state.next === 'feed' ? (
        <Help model={model} next={row.state.next} />
      ) : null}
      <GolemActions model={model} />
      <Divider />
      {detail.parts.map((part) => (
        <Part part={part} />
      ))}
      {detail.history.length > 0 ? <History lines={detail.history} /> : null}
      <Text color="alternative">{model.provenance}</Text>
    </Box>
  );
}

/** Why it may spend less than its cap, or not for long, and the page where that is mended. */
function Help({ model, next }: { model: GolemModel; next: 'heal' | 'feed' }) {
  const { row, detail, golemPage } = model;
  const { title, text } = detail.limit ?? {
    title: `Feed ${row.name}`,
    text: 'Its runway expires soon. Extend it on the site, or it can no longer spend.',
  };
  return (
    <Box>
      <Banner title={title} severity="warning">
        <Text>{text}</Text>
      </Banner>
      <PortalLink {...golemPage}>{NEXT_WORDS[next]}</PortalLink>
    </Box>
  );
}

function Death({ model }: { model: GolemModel }) {
  const record = model.row.record.golem.knowledgeRecord;
  return (
    <Box>
      <Banner title={model.detail.death.title} severity="danger">
        <Text>{model.detail.death.text}</Text>
      </Banner>
      {record ? (
        <Section>
          <Text>Its knowledge outlives it. Record:</Text>
          <Copyable value={record} />
          <PortalLink {...model.golemPage}>Read it on the site</PortalLink>
        </Section>
      ) : (
        <Text>No knowledge record is listed.</Text>
      )}
      <PortalLink {...model.successionPage}>Choose a successor</PortalLink>
    </Box>
  );
}

function Ending({ ending, revokePage }: { ending: EndStage; revokePage: Portal }) {
  return (
    <Box>
      <Banner title={ending.title} severity="warning">
        <Text>{ending.text}</Text>
      </Banner>
      <PortalLink {...revokePage}>Finish the revocation</PortalLink>
    </Box>
  );
}

function Part({ part }: { part: DetailPart }) {
  return (
    <Section>
      <Text fontWeight="bold">{part.heading}</Text>
      {part.rows.map((row) => (
        <DetailLine row={row} />
      ))}
    </Section>
  );
}

function DetailLine({ row }: { row: DetailRow }) {
  if (row.kind === 'address' && isHex(row.value)) {
    return (
      <Row label={row.label} tooltip={row.source}>
        <Address address={row.value} />
      </Row>
    );
  }
  // Not as a Value: the wallet paints what stands beside one in its faintest grey.
  return (
    <Row label={row.label}>
      <Text>{`${row.value} (${row.source})`}</Text>
    </Row>
  );
}

function History({ lines }: { lines: string[] }) {
  return (
    <Section>
      <Text fontWeight="bold">What happened, as the server tells it</Text>
      {lines.map((line) => (
        <Text>{line}</Text>
      ))}
    </Section>
  );
}

function GolemActions({ model }: { model: GolemModel }) {
  const { row } = model;
  const golem = row.record.golem.id;
  const gone = row.standing === 'dead' || row.record.listing === 'missing';
  return (
    <Box>
      {row.revocable ? (
        <Button name={actionName({ kind: 'revoke', golem })} variant="destructive">
          {`Revoke ${row.name}`}
        </Button>
      ) : null}
      {gone ? (
        <Button name={actionName({ kind: 'dismiss', golem })}>{`Dismiss ${row.name}`}</Button>
      ) : null}
      <PortalLink {...model.golemPage}>{`${row.name} on the site`}</PortalLink>
      <Button name={actionName({ kind: 'home', page: 1 })}>Back to all Golems</Button>
    </Box>
  );
}
