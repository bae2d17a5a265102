// What waits for the owner's answer, worst first, each with the page that answers it.
import { Section, Text } from '@metamask/snaps-sdk/jsx';
import { type Portal, PortalLink } from './portal-link';

export type AskedRow = { title: string; code: string | null; page: Portal };

const SHOWN = 5;

export function AskedLines({ rows }: { rows: AskedRow[] }) {
  const more = rows.length - SHOWN;
  return (
    <Section>
      <Text fontWeight="bold">{`Waits for you (${String(rows.length)})`}</Text>
      {rows.slice(0, SHOWN).map(({ title, code, page }) => (
        <PortalLink {...page}>{code ? `${title} · code ${code}` : title}</PortalLink>
      ))}
      {more > 0 ? <Text color="alternative">{`and ${String(more)} more on the site`}</Text> : null}
    </Section>
  );
}
