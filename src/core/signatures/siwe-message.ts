// Sign-In with Ethereum (ERC-4361): the text to its fields, strictly by its grammar, for the Snap and for the control
// plane alike. The wallet holds the domain against the asking site only for what its own strict parser reads; a
// server that forgave more would take sign-ins which no wallet has checked.
import type { Address } from 'viem';
import { getAddress } from '../bytes/hash';
import { isHex } from '../bytes/hex';
import { timeOf } from './siwe-time';

export type SignIn = {
  scheme: string | null;
  domain: string;
  address: Address;
  statement: string | null;
  uri: string;
  chainId: number;
  nonce: string;
  /** Unix seconds; null = not given. */
  issuedAt: number;
  expiresAt: number | null;
  notBefore: number | null;
  requestId: string | null;
  resources: string[];
};

/** `header` is what the first line says; `signIn` is null when the rest does not follow the grammar. */
export type SignInClaim = { scheme: string | null; domain: string; signIn: SignIn | null };

const HEADER =
  /^(?:([a-z][a-z0-9+.-]{0,31}):\/\/)?(\S{1,256}) wants you to sign in with your Ethereum account:$/i;
const MAX_LINES = 64;

// RFC 3986, without user names in an authority: nobody signs in to "bardo.ai@evil.example".
const PLAIN = "\\-A-Za-z0-9._~!$&'()*+,;=";
const ESCAPED = '%[0-9A-Fa-f]{2}';
const AUTHORITY = `(?:\\[[0-9A-Fa-f:.]+\\]|(?:[${PLAIN}]|${ESCAPED})+)(?::\\d{1,5})?`;
const CHARACTERS = `(?:[${PLAIN}:@/?]|${ESCAPED})*`;
const URI = `[A-Za-z][A-Za-z0-9+.-]*:(?://${AUTHORITY}(?=[/?#]|$)|(?!//))${CHARACTERS}(?:#${CHARACTERS})?`;
const EXACT_HEADER = new RegExp(
  `^(?:[A-Za-z][A-Za-z0-9+.-]{0,31}://)?${AUTHORITY} wants you to sign in with your Ethereum account:$`,
);
const STATEMENT = new RegExp(`^[${PLAIN}:/?#[\\]@ ]+$`);
const RESOURCE = new RegExp(`^- ${URI}$`);

const BODY: readonly [keyof Body, RegExp, 'required' | 'optional'][] = [
  ['uri', new RegExp(`^URI: (${URI})$`), 'required'],
  ['version', /^Version: (1)$/, 'required'],
  ['chainId', /^Chain ID: (\d{1,15})$/, 'required'],
  ['nonce', /^Nonce: ([A-Za-z0-9]{8,})$/, 'required'],
  ['issuedAt', /^Issued At: (\S+)$/, 'required'],
  ['expiresAt', /^Expiration Time: (\S+)$/, 'optional'],
  ['notBefore', /^Not Before: (\S+)$/, 'optional'],
  ['requestId', new RegExp(`^Request ID: ((?:[${PLAIN}:@]|${ESCAPED})*)$`), 'optional'],
];

type Body = {
  uri: string;
  version: string;
  chainId: string;
  nonce: string;
  issuedAt: string;
  expiresAt?: string;
  notBefore?: string;
  requestId?: string;
};

/** Null when the text does not begin as a sign-in at all. */
export function parseSignIn(text: string): SignInClaim | null {
  // A loose server may forgive blank space around the first line: the claim counts, the rest does not.
  const lines = text.trimStart().split('\n', MAX_LINES + 1);
  const first = lines[0] ?? '';
  const header = HEADER.exec(first.trimEnd());
  if (!header) return null;
  const scheme = header[1]?.toLowerCase() ?? null;
  const domain = header[2] ?? '';
  const exact = text.startsWith(`${first}\n`) && EXACT_HEADER.test(first);
  const rest = lines.length > MAX_LINES || !exact ? null : parseRest(lines.slice(1));
  return { scheme, domain, signIn: rest && { scheme, domain, ...rest } };
}

function parseRest(lines: string[]): Omit<SignIn, 'scheme' | 'domain'> | null {
  const [address = '', blank, ...after] = lines;
  if (!hasChecksum(address) || blank !== '') return null;
  const { statement, body } = splitStatement(after);
  const fields = body && parseBody(body);
  return fields && { address, statement, ...fields };
}

/** ERC-4361 wants the checksum of ERC-55, which no address in lower case has. */
function hasChecksum(address: string): address is Address {
  return isHex(address, 20) && getAddress(address) === address;
}

/** With a statement: it and an empty line. Without: a second empty line. */
function splitStatement(lines: string[]): { statement: string | null; body: string[] | null } {
  const [first = '', second] = lines;
  if (first === '') return { statement: null, body: lines.slice(1) };
  const whole = STATEMENT.test(first) && second === '';
  return { statement: first, body: whole ? lines.slice(2) : null };
}

function parseBody(
  lines: string[],
): Omit<SignIn, 'scheme' | 'domain' | 'address' | 'statement'> | null {
  const body: Partial<Body> = {};
  let at = 0;
  for (const [key, pattern, need] of BODY) {
    const match = pattern.exec(lines[at] ?? '');
    if (match) {
      body[key] = match[1] ?? '';
      at += 1;
    } else if (need === 'required') return null;
  }
  const resources = parseResources(lines.slice(at));
  const times = [body.issuedAt, body.expiresAt, body.notBefore].map(timeOf);
  const [issuedAt, expiresAt, notBefore] = times;
  if (!resources || typeof issuedAt !== 'number') return null;
  if (expiresAt === undefined || notBefore === undefined) return null;
  return {
    uri: body.uri ?? '',
    chainId: Number(body.chainId),
    nonce: body.nonce ?? '',
    issuedAt,
    expiresAt,
    notBefore,
    requestId: body.requestId ?? null,
    resources,
  };
}

function parseResources(lines: string[]): string[] | null {
  if (lines.length === 0) return [];
  const [head, ...items] = lines;
  if (head !== 'Resources:' || !items.every((item) => RESOURCE.test(item))) return null;
  return items.map((item) => item.slice(2));
}
