// What Bardo asks in a window of its own. Every dialog is headed by who asks; text of the site stands
// in Copyable boxes, because in plain text it could pose as ours.
import { Banner, Box, Copyable, Divider, Heading, Section, Text } from '@metamask/snaps-sdk/jsx';
import { shortHex } from '../core/chain/addresses';
import { printable } from '../core/findings/finding';
import type { Plan } from '../core/protocol/rpc';

export function ApprovalDialog({
  asker,
  title,
  body,
}: {
  asker: string;
  title: string;
  body: string;
}) {
  return (
    <Box>
      <Heading>{`${asker} asks`}</Heading>
      <Quote text={title} />
      <Quote text={body} />
      <Text color="alternative">
        These are the site's words. Approving answers the site; it signs nothing.
      </Text>
    </Box>
  );
}

export function PlanDialog({ asker, plan }: { asker: string; plan: Plan }) {
  return (
    <Box>
      <Heading>{`${asker} asks about a plan`}</Heading>
      <Quote text={plan.title} />
      {plan.steps.map((step, index) => (
        <Section>
          <Text fontWeight="bold">{`Step ${String(index + 1)} of ${String(plan.steps.length)}`}</Text>
          <Quote text={step.label} />
          {step.detail ? <Quote text={step.detail} /> : null}
        </Section>
      ))}
      <Text color="alternative">
        These are the site's words. Approving answers the site; it signs nothing.
      </Text>
    </Box>
  );
}

/** Foreign text: line breaks are kept, characters that reorder or hide text are shown as what they are. */
function Quote({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => printable(line, line.length));
  return <Copyable value={lines.join('\n')} />;
}

/**
 * `lines`: one sentence for each permission; `guarded`: a guardian signs the end of its leases. `bare`: so many of its
 * permissions have none, and no guardian can end them.
 */
export type Ending = { name: string; lines: string[]; guarded: boolean; bare: number };

export function RevokeDialog({ asker, endings }: { asker: string; endings: Ending[] }) {
  const shown = endings.slice(0, 20);
  return (
    <Box>
      <Heading>{`${asker} asks to end`}</Heading>
      <Banner title={`Ends ${String(endings.length)} Golem(s)`} severity="danger">
        <Text>{endingText(endings)}</Text>
      </Banner>
      {shown.map((ending) => (
        <Section>
          <Text fontWeight="bold">{`◆ ${ending.name}`}</Text>
          {ending.lines.map((line) => (
            <Text>{line}</Text>
          ))}
          {ending.guarded ? null : (
            <Text color="warning">No guardian: only your own transaction on the site ends it.</Text>
          )}
          {ending.guarded && ending.bare > 0 ? (
            <Text color="warning">{bareWords(ending)}</Text>
          ) : null}
        </Section>
      ))}
      {endings.length > shown.length ? (
        <Text>{`and ${String(endings.length - shown.length)} more Golems`}</Text>
      ) : null}
      <Text>The grants themselves stay open until your own transactions on the site.</Text>
      <Divider />
      <Text color="alternative">As the control plane lists them, less what the chain showed ended at the last check.</Text>
    </Box>
  );
}

function bareWords({ bare, lines }: Ending): string {
  const goesOn = 'until your own transaction on the site';
  if (lines.length === bare) return `It has no lease: it can spend on ${goesOn}.`;
  return `${bare === 1 ? 'One of these has no lease and goes' : `${bare} of these have no lease and go`} on ${goesOn}.`;
}

function endingText(endings: readonly Ending[]): string {
  if (!endings.some(({ guarded }) => guarded)) {
    return 'Bardo cannot send transactions: after you approve, the end takes effect with your own transaction on the site.';
  }
  return 'Guardians sign a stop and the end of every lease, for ever. The control plane relays them; nothing has ended until the chain shows it.';
}

export function OwnerDialog({ asker, from, to }: { asker: string; from: string; to: string }) {
  return (
    <Box>
      <Heading>{`${asker} asks to watch another owner`}</Heading>
      <Banner title={`From ${shortHex(from)} to ${shortHex(to)}`} severity="warning">
        <Text>Bardo forgets the Golems of the present owner and watches those of the other.</Text>
      </Banner>
      <Text>Present owner</Text>
      <Copyable value={from} />
      <Text>New owner</Text>
      <Copyable value={to} />
    </Box>
  );
}
