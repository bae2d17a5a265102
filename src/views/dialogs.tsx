// What Bardo asks in a window of its own. Every dialog is headed by who asks; text of the site stands
// in Copyable boxes, because in plain text it could pose as ours.
import { Banner, Box, Copyable, Divider, Heading, Section, Text } from '@metamask/snaps-sdk/jsx';
import { shortHex } from '../core/chain/addresses';
import { printable } from '../core/findings/finding';
import type { Plan } from '../core/protocol/rpc';
import { counted } from '../core/watch/cause';

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
 * `lines`: one sentence for each permission; `guardian`: whose signs the end of its leases, if anybody's. `bare`: so many
 * of its permissions have none, and no guardian can end them.
 */
export type Ending = {
  name: string;
  lines: string[];
  guardian: 'ours' | 'other' | 'none';
  bare: number;
  /** One of its leases is of another guardian than this Bardo holds. */
  foreign: boolean;
};

export function RevokeDialog({ asker, endings }: { asker: string; endings: Ending[] }) {
  const shown = endings.slice(0, 20);
  return (
    <Box>
      <Heading>{`${asker} asks to end`}</Heading>
      <Banner title={endingTitle(endings)} severity="danger">
        <Text>{endingText(endings)}</Text>
      </Banner>
      {shown.map((ending) => (
        <Section>
          <Text fontWeight="bold">{`◆ ${ending.name}`}</Text>
          {ending.lines.map((line) => (
            <Text>{line}</Text>
          ))}
          {ending.guardian === 'ours' ? null : (
            <Text color="warning">{UNSIGNED[ending.guardian]}</Text>
          )}
          {ending.guardian === 'ours' && ending.bare > 0 ? (
            <Text color="warning">{bareWords(ending)}</Text>
          ) : null}
          {ending.guardian === 'ours' && ending.foreign ? (
            <Text color="warning">
              One of its leases is of another guardian: only your own transaction on the site ends
              it.
            </Text>
          ) : null}
        </Section>
      ))}
      {endings.length > shown.length ? (
        <Text>{`and ${String(endings.length - shown.length)} more Golems`}</Text>
      ) : null}
      <Text>The grants themselves stay open until your own transactions on the site.</Text>
      <Divider />
      <Text color="alternative">
        As the control plane lists them, less what the chain showed ended at the last check.
      </Text>
    </Box>
  );
}

function bareWords({ bare, lines }: Ending): string {
  const goesOn = 'until your own transaction on the site';
  if (lines.length === bare) return `It has no lease: it can spend on ${goesOn}.`;
  return `${bare === 1 ? 'One of these has no lease and goes' : `${bare} of these have no lease and go`} on ${goesOn}.`;
}

/** Where this Bardo has no key to sign with. */
const UNSIGNED = {
  other:
    'No guardian of this Bardo: another recovery phrase or another Snap may hold it. Only your own transaction on the site ends its grant.',
  none: 'No guardian: only your own transaction on the site ends it.',
};

function endingTitle(endings: readonly Ending[]): string {
  const signed = endings.filter(({ guardian }) => guardian === 'ours').length;
  const all = String(endings.length);
  if (signed === 0) return 'Ends nothing by itself';
  return signed === endings.length
    ? `Ends ${counted(signed, 'Golem')}`
    : `Ends ${String(signed)} of ${all} Golems`;
}

function endingText(endings: readonly Ending[]): string {
  if (!endings.some(({ guardian }) => guardian === 'ours')) {
    return 'Bardo signs nothing here and cannot send transactions: what you approve ends with your own transaction on the site.';
  }
  return 'Guardians sign a stop and the end of every lease, for good. The control plane relays them; nothing has ended until the chain shows it.';
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
