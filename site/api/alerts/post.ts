// One message to one address, and what came back. Everything about the other side is bounded, because anybody may be
// the other side: time, headers, answer. No redirect is followed, nothing is kept open, nothing is asked of a proxy.
import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secured } from 'node:https';
import { isIP } from 'node:net';
import { addressOf, type Destination, NOT_PUBLIC, type Ways } from './destination';

/** From the first question to the last byte that is read. */
const MAX_MS = 10_000;
/** What follows a status is for the owner's eye: it is not waited for long. */
const MAX_BODY_MS = 2000;
const MAX_HEADERS = 8192;
const MAX_BODY = 2048;

export type Letter = { headers: { [name: string]: string }; body: string };

/**
 * `unreached`: nothing was sent. `unclear`: something was, and whether it arrived is not known. `forbidden`: the name
 * leads where we do not go.
 */
export type Outcome =
  | { kind: 'answered'; status: number; words: string; retryAfter: number | null }
  | { kind: 'unreached' | 'unclear' | 'forbidden'; words: string };

export async function post(to: Destination, letter: Letter, ways: Ways): Promise<Outcome> {
  const until = AbortSignal.timeout(MAX_MS);
  let address: string | null;
  try {
    address = await within(until, addressOf(to, ways));
  } catch {
    return { kind: 'unreached', words: 'The name of this target was not found.' };
  }
  if (address === null) return { kind: 'forbidden', words: NOT_PUBLIC };
  return send({ to, letter, ways, address, until });
}

type Sending = { to: Destination; letter: Letter; ways: Ways; address: string; until: AbortSignal };

function send({ to, letter, ways, address, until }: Sending): Promise<Outcome> {
  const options = optionsOf(to, address, letter);
  return new Promise((resolve) => {
    const asking = to.secure
      ? secured({ ...options, servername: isIP(to.name) === 0 ? to.name : '', ...tls(ways) })
      : plain(options);
    // From then on it may have arrived, whatever is heard.
    let begun = false;
    const settle = (outcome: Outcome) => {
      until.removeEventListener('abort', late);
      resolve(outcome);
      asking.destroy();
    };
    const late = () => settle({ kind: begun ? 'unclear' : 'unreached', words: LATE });
    until.addEventListener('abort', late, { once: true });
    asking.on('error', (error) =>
      settle({ kind: begun ? 'unclear' : 'unreached', words: errorWords(error) }),
    );
    asking.on('socket', (socket) => {
      socket.once(to.secure ? 'secureConnect' : 'connect', () => {
        begun = true;
        asking.end(letter.body);
      });
    });
    asking.on('response', (answer) => {
      until.removeEventListener('abort', late);
      void bodyOf(answer).then((text) => settle(answered(answer, text)));
    });
    // A change of protocol is no answer to a message.
    asking.on('upgrade', () => settle({ kind: 'unclear', words: 'It answered with no HTTP.' }));
  });
}

const LATE = 'It did not answer within 10 seconds.';

function optionsOf(to: Destination, address: string, { headers, body }: Letter): RequestOptions {
  return {
    // The address that was judged, in place of the name: nothing is resolved again.
    host: address,
    port: to.port,
    path: to.path,
    method: 'POST',
    agent: false,
    maxHeaderSize: MAX_HEADERS,
    headers: {
      ...headers,
      host: to.host,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Bardo-Alerts/1',
      connection: 'close',
    },
  };
}

function tls({ ca }: Ways) {
  return { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca ? { ca } : {}) };
}

function answered({ statusCode = 0, headers }: IncomingMessage, text: string): Outcome {
  const after = Number(headers['retry-after'] ?? '');
  const retryAfter = Number.isInteger(after) && after > 0 ? after : null;
  const redirects = statusCode >= 300 && statusCode < 400;
  const words = redirects ? 'It sends us elsewhere, and alerts follow no redirect.' : text;
  return { kind: 'answered', status: statusCode, words, retryAfter };
}

/** Its beginning; what comes slowly or without end is left. */
async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => answer.destroy(), MAX_BODY_MS);
  try {
    for await (const part of answer) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes >= MAX_BODY) break;
    }
  } catch {
    // Cut off: what came is what there is.
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
  return Buffer.concat(parts).subarray(0, MAX_BODY).toString('utf8');
}

function within<T>(until: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    until.addEventListener('abort', () => reject(until.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** By its code: messages of libraries quote addresses. */
function errorWords(error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (code === 'ECONNREFUSED') return 'Nobody listens there.';
  if (code === 'HPE_HEADER_OVERFLOW') return 'Its answer begins with more than 8 KB of headers.';
  if (code.startsWith('HPE_')) return 'It answered with no HTTP.';
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_)/.test(code)) {
    return `Its certificate or its TLS is not good (${code}).`;
  }
  return `The connection failed (${/^[A-Z_]{1,40}$/.test(code) ? code : 'no reason given'}).`;
}
