// What a guardian is about to sign, in a window of its own: who asks, what decides, then the rest. The wallet scrolls the
// window as a whole: what stands far down is not read before the answer.
import { Banner, Box, Copyable, Heading, Section, Text } from '@metamask/snaps-sdk/jsx';
import type { Speech } from '../core/runway/speech';

export function OrderDialog({ asker, speech }: { asker: string; speech: Speech }) {
  return (
    <Box>
      <Heading>{`${asker} asks you to sign`}</Heading>
      <Banner title={speech.title} severity={speech.severity}>
        <Text>{speech.verdict}</Text>
      </Banner>
      {speech.decision.map((line) => (
        <Text>{line}</Text>
      ))}
      {speech.parts.map(({ heading, lines }) => (
        <Section>
          <Text fontWeight="bold">{heading}</Text>
          {lines.map((line) => (
            <Text>{line}</Text>
          ))}
        </Section>
      ))}
      <Section>
        {speech.addresses.map(({ label, value }) => (
          <Box>
            <Text color="alternative">{label}</Text>
            <Copyable value={value} />
          </Box>
        ))}
      </Section>
      <Text color="alternative">{speech.source}</Text>
    </Box>
  );
}
