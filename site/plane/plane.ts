// The control plane as the site asks it: routes, bodies and answers as core/protocol/api.ts has them. An
// answer that does not fit its schema counts as none.
import type { Hex } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { decodeContext } from '../../src/core/delegations/delegation';
import {
  type ErrorCode,
  ErrorStruct,
  OWNER_HEADER,
  pathOf,
  type RequestOf,
  type ResponseOf,
  ROUTES,
  type Route,
  type RouteName,
} from '../../src/core/protocol/api';
import { check } from '../../src/core/protocol/check';
import { sessionWords } from '../words/session.words';
import { planeWords } from './plane.words';

/**
 * `offline`: no answer at all, so that what is shown stays, marked as old. `superseded`: an answer to a session that is
 * over, which is nobody's any more.
 */
export type Failure = {
  kind: 'offline' | 'refused' | 'unreadable' | 'superseded';
  code: ErrorCode | null;
  words: string;
};
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export type Plane = {
  ask: <R extends RouteName>(
    name: R,
    asking?: { id?: string; owner?: string; query?: string; body?: RequestOf<R> },
  ) => Promise<Outcome<ResponseOf<R>>>;
};

const PATIENCE_MS = 20_000;

/** Who is signed in; another object is another session, also of the same owner. */
type Session = { owner: string } | string | null;

/**
 * What is asked in a session belongs to it. The control plane is told whose it is, because the browser's cookie may be
 * another tab's by now; and an answer that lands in another session is nobody's.
 */
export function planeAt(fetching: typeof fetch, sessionNow: () => Session = () => null): Plane {
  return {
    ask: async (name, { id = '', owner = '', query = '', body } = {}) => {
      const { method, response, auth }: Route = ROUTES[name];
      const session = sessionNow();
      const init: RequestInit = { method, signal: AbortSignal.timeout(PATIENCE_MS) };
      init.headers = {
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(auth === 'session' && session !== null && typeof session === 'object'
          ? { [OWNER_HEADER]: session.owner }
          : {}),
      };
      if (method === 'POST') init.body = JSON.stringify(body ?? {});
      const path = `${pathOf(name, id, owner)}${query && `?${query}`}`;
      const answer = await answerOf(() => fetching(path, init), response);
      if (auth === 'session' && !SESSIONLESS.includes(name) && sessionNow() !== session) {
        return failed('superseded', null, sessionWords.switched);
      }
      // The type of a route's answer is that of its own struct.
      return answer as Outcome<ResponseOf<typeof name>>;
    },
  };
}

/** Asked about the session itself. */
const SESSIONLESS: readonly RouteName[] = ['session', 'signOut'];

async function answerOf(
  fetching: () => Promise<Response>,
  response: Route['response'],
): Promise<Outcome<unknown>> {
  const answer = await fetching().catch(() => null);
  if (answer === null) return failed('offline', null, planeWords.offline);
  const json: unknown = await answer.json().catch(() => null);
  if (!answer.ok) return refusal(answer.status, json);
  const read = check(json, response);
  return read.ok && hasReadableLinks(read.value)
    ? { ok: true, value: read.value }
    : failed('unreadable', null, planeWords.unreadable);
}

/** Bytes that are no chain of delegations could be neither shown nor ended, and nothing may be said of them. */
function hasReadableLinks(answer: unknown): boolean {
  const { contexts = [], replicantContexts = [] } = (answer ?? {}) as Partial<ResponseOf<'golem'>>;
  return [...contexts, ...replicantContexts].every(({ context }) => decodes(context));
}

function decodes(context: Hex): boolean {
  try {
    return decodeContext(context).length > 0;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

function refusal(status: number, json: unknown): Outcome<never> {
  const read = check(json, ErrorStruct);
  // A proxy in front of a plane that is gone answers in its own words.
  if (!read.ok) return failed('offline', null, planeWords.broken(status));
  const { code, message } = read.value.error;
  return failed(code === 'chain_unavailable' ? 'offline' : 'refused', code, message);
}

function failed(kind: Failure['kind'], code: ErrorCode | null, text: string): Outcome<never> {
  return { ok: false, failure: { kind, code, words: text } };
}

/** For places where a failure ends what was being done. */
export function answered<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new PlaneRefusal(outcome.failure);
}

export class PlaneRefusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.words);
    this.name = 'PlaneRefusal';
    this.failure = failure;
  }
}
