import { Box, Copyable, Link, Text } from '@metamask/snaps-sdk/jsx';

export type Portal = { url: string; linkable: boolean };

type Props = Portal & { children: string };

/** A page of the Portal: a link where the wallet allows one, else its address to copy. */
export function PortalLink({ url, linkable, children }: Props) {
  if (linkable) {
    return (
      <Text>
        <Link href={url}>{children}</Link>
      </Text>
    );
  }
  return (
    <Box>
      <Text color="alternative">{`${children}: open this address in your browser`}</Text>
      <Copyable value={url} />
    </Box>
  );
}
