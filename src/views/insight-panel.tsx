// An insight in the wallet's confirmation: the verdict is the first banner, because the panel stands
// below the fold and the wallet shows no severity of its own.
import {
  Address,
  Banner,
  Box,
  Button,
  Copyable,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { isHex } from '../core/bytes/hex';
import type { Level } from '../core/caveats/level';
import type { Fact, Insight } from '../core/findings/finding';

const SEVERITY: Record<Level, 'danger' | 'warning' | 'info'> = {
  critical: 'danger',
  warning: 'warning',
  info: 'info',
};

export type InsightModel = {
  insight: Insight;
  /** Where the knowledge about Golems comes from and how old it is. */
  provenance: string;
  /** `offered`: a button computes them; an object: computed; `none`: nothing to digest. */
  digests: 'offered' | 'none' | { label: string; value: string }[];
};

const MAX_LINES = 20;
const MAX_FACTS = 60;

export function InsightPanel({ model }: { model: InsightModel }) {
  const { level, title, lines, facts } = model.insight;
  const [first, ...rest] = lines;
  return (
    <Box>
      <Banner title={title} severity={SEVERITY[level]}>
        <Text>{first ?? 'Read the facts below before you sign.'}</Text>
      </Banner>
      {rest.slice(0, MAX_LINES).map((line) => (
        <Text>{line}</Text>
      ))}
      {rest.length > MAX_LINES ? (
        <Text>{`and ${String(rest.length - MAX_LINES)} more lines`}</Text>
      ) : null}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      <Text color="alternative">{model.provenance}</Text>
      <Digests digests={model.digests} />
    </Box>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <Section>
      {facts.slice(0, MAX_FACTS).map((fact) => (
        <FactLine fact={fact} />
      ))}
      {facts.length > MAX_FACTS ? (
        <Text>{`and ${String(facts.length - MAX_FACTS)} more facts`}</Text>
      ) : null}
    </Section>
  );
}

function FactLine({ fact }: { fact: Fact }) {
  if (fact.kind === 'address' && isHex(fact.value, 20)) {
    return (
      <Row label={fact.label}>
        <Address address={fact.value} />
      </Row>
    );
  }
  if (fact.kind === 'words') {
    return (
      <Row label={fact.label}>
        <Text>{fact.value}</Text>
      </Row>
    );
  }
  return (
    <Box>
      <Text color="alternative">{fact.label}</Text>
      <Copyable value={fact.value} />
    </Box>
  );
}

function Digests({ digests }: { digests: InsightModel['digests'] }) {
  if (digests === 'none') return null;
  if (digests === 'offered') return <Button name="digests">Show digests</Button>;
  return (
    <Section>
      <Text>Compare these with a second device (ERC-8213).</Text>
      {digests.map((digest) => (
        <Box>
          <Text color="alternative">{digest.label}</Text>
          <Copyable value={digest.value} />
        </Box>
      ))}
    </Section>
  );
}

/** Shown when the insight itself could not be made: an error or a blank row would look like "nothing to say". */
export function UncheckedPanel({ reason }: { reason: string }) {
  return (
    <Box>
      <Banner title="Bardo could not check this" severity="warning">
        <Text>{reason}</Text>
      </Banner>
    </Box>
  );
}
