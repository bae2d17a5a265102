// Does a control plane speak the status protocol? Any plane can be asked:
//   npx tsx test/vectors/conformance.ts https://plane.example/api/snap/status <watch token>
// Asked for each version, as Snaps of before and of now ask. Judged by the Snap's own parser and rules. The token is presented several times and its successor
// once, all within the grace of the token rules, so a sound plane loses nothing by it.
import { fileURLToPath } from 'node:url';
import { emptyState } from '../../src/core/memory/state';
import { PROTOCOL_VERSION, parseStatus, type Status } from '../../src/core/protocol/status';
import { contradictionsOf } from '../../src/core/watch/contradictions';
import { mergeStatus } from '../../src/core/watch/merge';

/** One rule of the protocol: what was expected and, where it was not kept, what was found instead. */
export type Rule = { rule: string; kept: boolean; found: string };

type Reply = { code: number; headers: Headers; text: string };

const MAX_BYTES = 2 * 1024 * 1024;

export async function conformanceOf(url: string, token: string): Promise<Rule[]> {
  const first = await ask(url, token);
  const old = statusOf(first);
  const read = statusOf(await ask(newest(url), token));
  const rules = [
    judged('answers a watch token with code 200', first.code === 200, `code ${first.code}`),
    judged('fits into 2 MB', first.text.length <= MAX_BYTES, `${first.text.length} characters`),
    judged('is a status document', typeof old !== 'string', String(old)),
    await refusesStrangers(url),
    await letsBrowsersAsk(url),
  ];
  if (typeof old === 'string') return rules;
  const asked = judged('speaks a version it is asked for', typeof read !== 'string', String(read));
  if (typeof read === 'string') return [...rules, asked];
  return [...rules, asked, ...versionRules(old, read), ...(await statusRules(url, token, read))];
}

/** The path with the newest version its reader knows, and more to ask. */
function newest(url: string, more = ''): string {
  return `${url}?version=${PROTOCOL_VERSION}${more}`;
}

/** What both versions tell is the same, and what only the newer tells keeps its own rules. */
function versionRules(old: Status, read: Status): Rule[] {
  const idsOf = ({ golems, permissions }: Status) =>
    [...golems, ...permissions].map(({ id }) => id).join(', ');
  const unread = old.unreadable.map((entry) => entry.path).join(', ');
  const late = read.waiting.filter(({ deadline }) => (deadline ?? Infinity) <= read.serverTime);
  return [
    judged('speaks version 1 to who names none', old.version === 1, `version ${old.version}`),
    judged('has no unreadable record in version 1', unread === '', unread),
    judged('lists the same in each version', idsOf(old) === idsOf(read), idsOf(old)),
    judged('lets nothing wait that is over', late.length === 0, late.map(({ id }) => id).join()),
  ];
}

async function statusRules(url: string, token: string, first: Status): Promise<Rule[]> {
  const now = Math.floor(Date.now() / 1000);
  const broken = first.unreadable.map((entry) => entry.path).join(', ');
  const alone = contradictionsOf(emptyState(), first, now);
  const again = statusOf(await ask(newest(url), token));
  const since = statusOf(await ask(newest(url, `&since=${first.historyCursor}`), token));
  const next = statusOf(await ask(newest(url), first.nextToken));
  const known = mergeStatus(emptyState(), first, now);
  const later = typeof again === 'string' ? [] : contradictionsOf(known, again, now);
  return [
    judged('has no unreadable record', broken === '', broken),
    judged('does not contradict itself', alone.length === 0, texts(alone)),
    judged('does not contradict its last answer', later.length === 0, texts(later)),
    judged('names another token as the successor', first.nextToken !== token, 'the same token'),
    same('gives a token one successor, however often it is asked', again, (status) =>
      status.nextToken === first.nextToken ? null : 'another successor',
    ),
    same('tells no history twice', since, (status) => repeated(first, status)),
    same('accepts the successor', next, (status) =>
      status.owner === first.owner ? null : 'the status of another owner',
    ),
  ];
}

async function refusesStrangers(url: string): Promise<Rule> {
  const { code } = await ask(url, 'a-token-that-nobody-ever-issued');
  return judged('refuses a token it never issued', code === 401 || code === 403, `code ${code}`);
}

/** The Snap's requests carry `Origin: null` and, for their token, a preflight. */
async function letsBrowsersAsk(url: string): Promise<Rule> {
  const { code, headers } = await ask(url, null, 'OPTIONS');
  const origin = headers.get('access-control-allow-origin');
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  const kept =
    code < 300 && ['*', 'null'].includes(origin ?? '') && allowed.includes('authorization');
  return judged(
    'lets the Snap ask from any origin with an authorization header',
    kept,
    `code ${code}, origin "${origin}", headers "${allowed}"`,
  );
}

async function ask(url: string, token: string | null, method = 'GET'): Promise<Reply> {
  const preflight = {
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const headers = token === null ? preflight : { authorization: `Bearer ${token}` };
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, origin: 'null' },
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    return { code: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { code: 0, headers: new Headers(), text: '' };
  }
}

/** The status, or why there is none. */
function statusOf(reply: Reply): Status | string {
  if (reply.code === 0) return 'no answer, a redirect, or none within 15 s';
  if (reply.code !== 200) return `code ${reply.code}`;
  try {
    const result = parseStatus(JSON.parse(reply.text));
    return result.ok ? result.status : result.reason;
  } catch {
    return 'its answer is not JSON';
  }
}

function repeated(first: Status, since: Status): string | null {
  const known = new Set(first.history.map((entry) => JSON.stringify(entry)));
  const count = since.history.filter((entry) => known.has(JSON.stringify(entry))).length;
  return count === 0 ? null : `${count} entries came again`;
}

/** A rule about a further answer: `wrong` says what is, null = nothing. */
function same(
  rule: string,
  status: Status | string,
  wrong: (status: Status) => string | null,
): Rule {
  const found = typeof status === 'string' ? status : wrong(status);
  return judged(rule, found === null, found ?? '');
}

function judged(rule: string, kept: boolean, found: string): Rule {
  return { rule, kept, found: kept ? '' : found };
}

function texts(contradictions: readonly { text: string }[]): string {
  return contradictions.map((one) => one.text).join(' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url = '', token = ''] = process.argv.slice(2);
  const rules = await conformanceOf(url, token);
  for (const { rule, kept, found } of rules) {
    console.log(kept ? `kept    ${rule}` : `broken  ${rule}: ${found}`);
  }
  process.exitCode = rules.every((one) => one.kept) ? 0 : 1;
}
