// The control plane as the command asks it: with or without a terminal's token. A failure is a value with RFC 8628's pace in it.
import {
  type ErrorCode,
  ErrorStruct,
  pathOf,
  type RequestOf,
  type ResponseOf,
  ROUTES,
  type Route,
  type RouteName,
} from '../../core/protocol/api';
import { check } from '../../core/protocol/check';
import { connectPlane } from '../life/plane';
import { type PlaneAnswer, read, visit } from '../life/plane-reply';
import { Stop } from './exit';

const LIMITS = { deadlineMs: 20_000, maxBytes: 4 << 20 };
const PLANE = 'https://bardo.ai';

export type Refusal = Extract<PlaneAnswer<unknown>, { ok: false }> & { interval: number | null };
export type Reply<T> = { ok: true; value: T } | Refusal;

export type Terminal = {
  origin: string;
  ask: <R extends RouteName>(
    name: R,
    asking?: { id?: string; token?: string; body?: RequestOf<R> },
  ) => Promise<Reply<ResponseOf<R>>>;
};

/** The place of a control plane: https, or this computer. */
export function planeOf(
  named: string | undefined,
  env: { BARDO_PLANE?: string | undefined },
): Terminal {
  const { origin } = placeOf(named ?? (env.BARDO_PLANE || PLANE));
  return {
    origin,
    ask: async (name, { id = '', token, body } = {}) => {
      const { method, response }: Route = ROUTES[name];
      const headers: { [name: string]: string } = { accept: 'application/json' };
      if (method === 'POST') headers['content-type'] = 'application/json';
      if (token) headers.authorization = `Bearer ${token}`;
      const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
      const request: RequestInit = {
        method,
        headers,
        redirect: 'error',
        ...(text ? { body: text } : {}),
      };
      const answer = await visit(`${origin}${pathOf(name, id)}`, request, LIMITS);
      if (!answer.ok) return { ...answer, interval: null };
      const reply = read(answer.value, response);
      // The type of a route's answer is that of its own struct.
      if (reply.ok) return reply as Reply<ResponseOf<typeof name>>;
      return { ...reply, interval: intervalIn(answer.value.text) };
    },
  };
}

function placeOf(url: string): { origin: string } {
  try {
    return connectPlane({ url });
  } catch (error) {
    throw new Stop('usage', `${error instanceof Error ? error.message : ''} Say --plane <url>.`);
  }
}

function intervalIn(text: string): number | null {
  try {
    const problem = check(JSON.parse(text), ErrorStruct);
    return problem.ok ? (problem.value.error.interval ?? null) : null;
  } catch {
    return null;
  }
}

/** In one sentence: ours, and the control plane's own words marked as its. */
export function wordsFor({ reason, said }: Refusal): string {
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return said ? `${sentence} It says: “${said.text}”` : sentence;
}

export function failedWith(refusal: Refusal, code: 'failed' | 'signed_out' = 'failed'): Stop {
  return new Stop(code, wordsFor(refusal));
}

/** Worth asking again after a while. */
export function isPassing(code: ErrorCode | 'unreachable' | 'slow' | 'unreadable'): boolean {
  return ['unreachable', 'slow', 'rate_limited', 'chain_unavailable', 'internal'].includes(code);
}
