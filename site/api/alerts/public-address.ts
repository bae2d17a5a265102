// Which addresses a stranger may have us speak to: those of the public internet, and no other. Of IPv6 only what is
// given out to the public is let through, less what hides an IPv4 address or leads nowhere; all else, also what will
// be invented, is refused.
import { BlockList, isIP } from 'node:net';

type Range = readonly [address: string, bits: number];

/** IANA's registry of special addresses, and hosts of clouds that answer to the machine itself. */
const NOT_PUBLIC_4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // behind a provider's NAT
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a cloud's own
  ['169.254.0.0', 16], // link-local, and a cloud's metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Everything outside, as ::1, fc00::/7, fe80::/10, ::ffff:0:0/96 (IPv4) and 64:ff9b::/96 (NAT64), is not public. */
const PUBLIC_6: Range = ['2000::', 3];

const NOT_PUBLIC_6: readonly Range[] = [
  ['2001::', 23], // Teredo and other tunnels
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: an IPv4 address in disguise
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const refused4 = listOf(NOT_PUBLIC_4, 'ipv4');
const public6 = listOf([PUBLIC_6], 'ipv6');
const refused6 = listOf(NOT_PUBLIC_6, 'ipv6');
const loopback4 = listOf([['127.0.0.0', 8]], 'ipv4');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4');
    case 6:
      // One with a zone is of this very link.
      if (address.includes('%')) return false;
      return public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Of this computer alone: what the demo world speaks to. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback4.check(address, 'ipv4'));
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, family);
  return list;
}
