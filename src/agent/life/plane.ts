// The control plane as an agent uses it. Requests and answers pass core's schemas, an answer is bounded in size
// and time, and every failure is a value: a plane that is down costs the Golem nothing but the plane.
import { randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { agentHeader, agentTypedData } from '../../core/protocol/agent-request';
import {
  type ErrorCode,
  ErrorStruct,
  pathOf,
  type RequestOf,
  type ResponseOf,
  ROUTES,
} from '../../core/protocol/api';
import { check } from '../../core/protocol/check';
import type { Struct } from '../../core/protocol/schema';
import { type Foreign, foreign } from '../chain/foreign';
import type { SessionKey } from '../key/session-key';

/** The routes that concern an agent. */
export type AgentRoute =
  | 'askRunway'
  | 'runwayRequest'
  | 'heartbeat'
  | 'agentState'
  | 'rotate'
  | 'replicant'
  | 'end';

export type PlaneAnswer<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      code: ErrorCode | 'unreachable' | 'slow' | 'unreadable';
      /** A sentence of ours. */
      reason: string;
      /** The control plane's own words, marked as such. */
      said: Foreign | null;
    };

/** Who signs a request to a route that asks for the session key. */
export type Signer = {
  owner: Address;
  golem: string;
  chainId: number;
  key: SessionKey;
  issuedAt: number;
};

type Ask<R extends AgentRoute> = {
  id?: string;
  signer?: Signer;
} & (RequestOf<R> extends null ? { body?: undefined } : { body: RequestOf<R> });

export type Plane = {
  origin: string;
  ask: <R extends AgentRoute>(route: R, ask: Ask<R>) => Promise<PlaneAnswer<ResponseOf<R>>>;
};

export type PlaneOptions = { url: string; deadlineMs?: number; maxBytes?: number };

export function connectPlane({
  url,
  deadlineMs = 10_000,
  maxBytes = 1 << 20,
}: PlaneOptions): Plane {
  if (!URL.canParse(url)) throw new Error('The control plane’s url must be an https address.');
  const { origin, protocol, hostname } = new URL(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) {
    throw new Error('The control plane must be reached by https, or on this computer.');
  }
  return {
    origin,
    ask: async (route, { id, signer, body }) => {
      const { method, response } = ROUTES[route];
      const path = pathOf(route, id);
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers: Record<string, string> = { accept: 'application/json' };
      if (text) headers['content-type'] = 'application/json';
      if (signer)
        headers.authorization = await authorization(signer, { origin, method, path, text });
      const request = {
        method,
        headers,
        redirect: 'error',
        ...(text ? { body: text } : {}),
      } as const;
      const answer = await visit(`${origin}${path}`, request, { deadlineMs, maxBytes });
      if (!answer.ok) return answer;
      return read(answer.value, response) as PlaneAnswer<ResponseOf<typeof route>>;
    },
  };
}

async function authorization(
  { owner, golem, chainId, key, issuedAt }: Signer,
  request: { origin: string; method: string; path: string; text: string },
): Promise<string> {
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
  const claim = { owner, golem, chainId, sessionKey: key.address, issuedAt, nonce };
  const { origin: audience, method, path, text: body } = request;
  return agentHeader(
    claim,
    await key.signTypedData(agentTypedData(claim, { audience, method, path, body })),
  );
}

type Reply = { status: number; text: string };

/** The deadline covers headers and body, and is raced: a body that trickles in need not obey a signal. */
async function visit(
  url: string,
  request: RequestInit,
  { deadlineMs, maxBytes }: { deadlineMs: number; maxBytes: number },
): Promise<PlaneAnswer<Reply>> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PlaneAnswer<Reply>>((resolve) => {
    const reason = `the control plane gave no full answer within ${deadlineMs / 1000} s`;
    timer = setTimeout(() => resolve({ ok: false, code: 'slow', reason, said: null }), deadlineMs);
  });
  const reached = fetch(url, { ...request, signal: abort.signal }).then(async (response) => {
    const text = await readBounded(response, maxBytes);
    if (text === null) return unreadable('its answer is too large');
    return { ok: true, value: { status: response.status, text } } as const;
  });
  const reason = 'the control plane cannot be reached';
  const safely = reached.catch(
    () => ({ ok: false, code: 'unreachable', reason, said: null }) as const,
  );
  try {
    return await Promise.race([safely, late]);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(value, { stream: true });
  }
}

function read({ status, text }: Reply, struct: Struct<unknown>): PlaneAnswer<unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return unreadable(`it answered ${status} with something that is not JSON`);
  }
  if (status === 200) {
    const checked = check(json, struct);
    if (checked.ok) return { ok: true, value: checked.value };
    return unreadable(`its field "${checked.path.join('.') || 'document'}" is missing or wrong`);
  }
  const problem = check(json, ErrorStruct);
  if (!problem.ok) return unreadable(`it answered ${status}`);
  const { code, message } = problem.value.error;
  const reason = `the control plane refused (${code})`;
  return { ok: false, code, reason, said: foreign('control plane', message) };
}

function unreadable(what: string): PlaneAnswer<never> {
  return {
    ok: false,
    code: 'unreadable',
    reason: `the control plane cannot be understood: ${what}`,
    said: null,
  };
}
