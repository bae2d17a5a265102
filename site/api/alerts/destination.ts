// From what an owner typed to one address that may be spoken to. The name is resolved here, once; whoever sends
// connects to the address that was judged and never asks for the name again, so that a name that changes its mind
// (DNS rebinding) leads nowhere.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address';

export type Ways = {
  /** http, and this computer's own addresses: for the demo world only. */
  loopback: boolean;
  /** All addresses of a name. */
  resolve: (host: string) => Promise<string[]>;
  /** Which addresses count as public; absent = those that are. */
  isPublic?: (address: string) => boolean;
  /** Whom a target's certificate must be signed by; absent = whom Node trusts. */
  ca?: string;
};

export type Destination = {
  secure: boolean;
  /** As it was typed, for SNI, the certificate and the Host header; without brackets. */
  name: string;
  host: string;
  port: number;
  path: string;
};

/** Where webhooks listen. Others are of services that a request could confuse. */
const PORTS = [443, 4443, 8443, 9443];

/** A destination, or a sentence that says what is wrong with it. */
export function destinationOf(url: string, loopback: boolean): Destination | string {
  if (!URL.canParse(url)) return 'This is no web address.';
  const parsed = new URL(url);
  const { protocol, hostname, username, password, hash, pathname, search } = parsed;
  if (username !== '' || password !== '') {
    return 'Leave name and password out of the address: others could read them there.';
  }
  if (hash !== '') return 'Leave out what follows the #: it is never sent.';
  const secure = protocol === 'https:';
  const own = loopback && isOwn(hostname);
  if (!secure && !(own && protocol === 'http:')) return 'The address must begin with https://.';
  const port = Number(parsed.port || (secure ? 443 : 80));
  if (!own && !PORTS.includes(port)) return `The port must be one of ${PORTS.join(', ')}.`;
  const name = bare(hostname).replace(/\.$/, '');
  if (isIP(name) !== 0 && !mayReach(name, own)) return NOT_PUBLIC;
  if (isIP(name) === 0 && !own && !/^([a-z0-9_-]+\.)+[a-z][a-z0-9-]+$/.test(name))
    return NOT_PUBLIC;
  return { secure, name, host: parsed.host, port, path: `${pathname}${search}` };
}

export const NOT_PUBLIC = 'The address must lead to the public internet.';

/** The one address to connect to; null where any of them is not public. Throws when the name is not found. */
export async function addressOf({ name }: Destination, ways: Ways): Promise<string | null> {
  const own = ways.loopback && isOwn(name);
  const found = isIP(name) !== 0 ? [name] : own ? ['127.0.0.1'] : await ways.resolve(name);
  const [first] = found;
  if (first === undefined) throw new Error('its name has no address');
  // One private address among public ones is an attempt, or a mistake that would be one at the next answer.
  return found.every((address) => mayReach(address, own, ways.isPublic)) ? first : null;
}

/** Not by the system's resolver: that one knows names of this network, and keeps a thread for each question. */
export async function resolvePublic(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

function mayReach(address: string, own: boolean, isPublic = isPublicAddress): boolean {
  return own ? isLoopbackAddress(address) : isPublic(address);
}

function isOwn(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(bare(hostname));
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
