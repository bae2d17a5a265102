// Every route of the control plane: method, path, who may ask, what goes in and what comes out. Site,
// Snap, agent and server take them from here. `GET /api/snap/status` answers the status document.
//
//   none     anybody; where something is changed, a signature in the body is the authority
//   session  the owner's cookie, after Sign-In with Ethereum; where `reading`, a terminal's token as well
//   terminal `authorization: Bearer <terminal token>`, about that terminal alone
//   watch    `authorization: Bearer <watch token>`; the only routes other origins may call
//   agent    `authorization: Bardo …` signed by the Golem's session key (agent-request.ts)
//
// Errors are `{ error: { code, message } }` with the HTTP status of the code.

import * as agent from './agent-shapes';
import * as alert from './alert-shapes';
import * as shape from './api-shapes';
import { CertificateStruct } from './certificate';
import { Address, AnySignature, ChainId, Line } from './fields';
import { OracleOrder, RaiseOrder, StopOrder } from './orders';
import * as runway from './runway-shapes';
import type { Infer, Struct } from './schema';
import { document, either, oneOf, orAbsent, params } from './schema';
import { FirstStatusStruct, StatusStruct } from './status';
import * as terminal from './terminal-shapes';

export const ERROR_STATUS = {
  bad_request: 400,
  bad_signature: 400,
  wrong_chain: 400,
  expired: 400,
  // What RFC 8628 answers to who waits for a person: not yet; too often; the person said no; too late.
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  /** It was here and had to make room. */
  gone: 410,
  method_not_allowed: 405,
  /** It contradicts what is known: a second live grant, an id that is taken, another generation. */
  conflict: 409,
  /** Seen before; nothing was changed again. */
  replayed: 409,
  /** The request was not there in time. */
  too_slow: 408,
  too_large: 413,
  unsupported_type: 415,
  /** Well-formed, but the chain does not show it or would refuse it. */
  not_on_chain: 422,
  /** The owner's account is not a smart account yet: upgrade it, then register the grant again. */
  not_upgraded: 422,
  /** The relay does not pay for it: `call` is what the caller can send instead. */
  not_relayed: 422,
  rate_limited: 429,
  internal: 500,
  chain_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];
const OwnCall = document({ chainId: ChainId, to: Address, data: AnySignature });
export const ErrorStruct = document({
  error: document({
    code: oneOf(CODES),
    message: Line,
    call: orAbsent(OwnCall),
    /** Of `authorization_pending` and `slow_down`: seconds until the next look. */
    interval: orAbsent(terminal.Interval),
  }),
});

type AnyStruct = Struct<unknown>;
export type Auth = 'none' | 'session' | 'terminal' | 'watch' | 'agent';
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:id` stands for a value of `Id`, `:owner` for an address. Ids of Golems are their owner's own. */
  path: string;
  auth: Auth;
  /** Body of a POST; null = none is sent. */
  request: AnyStruct | null;
  response: AnyStruct;
  /** A terminal may read it too. */
  reading?: true;
};

const NOTHING = document({});

/** For whom a page asks: its cookie may be another account's by now, and then nothing is answered. */
export const OWNER_HEADER = 'x-bardo-owner';

export const ROUTES = {
  health: get('/api/health', 'none', shape.HealthAnswer),

  nonce: get('/api/auth/nonce', 'none', shape.NonceAnswer),
  signIn: post('/api/auth/session', 'none', shape.SignIn, shape.SessionAnswer),
  session: reading('/api/auth/session', shape.SessionAnswer),
  signOut: remove('/api/auth/session', 'session', NOTHING),

  /** A terminal asks to be signed in, and looks until it is. */
  startTerminal: post('/api/terminals', 'none', terminal.TerminalNew, terminal.DeviceAnswer),
  terminalToken: post(
    '/api/terminals/token',
    'none',
    terminal.TerminalTokenAsk,
    terminal.TerminalSession,
  ),
  /** The token after the one presented, which ends when the new one is used. */
  renewTerminal: post('/api/terminals/renewal', 'terminal', params({}), terminal.TerminalSession),
  leaveTerminal: remove('/api/terminals', 'terminal', NOTHING),
  terminals: get('/api/terminals', 'session', terminal.TerminalsAnswer),
  approveTerminal: post(
    '/api/terminals/:id/approval',
    'session',
    params({}),
    terminal.ApprovalAnswer,
  ),
  denyTerminal: post('/api/terminals/:id/denial', 'session', params({}), NOTHING),
  endTerminal: remove('/api/terminals/:id', 'session', NOTHING),
  /** The code of a terminal that asks, or of an own open request. */
  enterCode: post('/api/codes', 'session', terminal.CodeEntry, terminal.CodeAnswer),

  /** Opens a family of watch tokens for one Snap; at most 8 live families per owner. */
  watchToken: post('/api/tokens', 'session', params({}), shape.TokenAnswer),
  endTokens: remove('/api/tokens', 'session', NOTHING),

  /** `?version=2`: the newest its reader knows; 1 for who names none. `?since=<historyCursor>` leaves out what was told before. */
  status: get('/api/snap/status', 'watch', either(StatusStruct, FirstStatusStruct)),
  /** Contexts of the owner's leases, for a Snap that did not sign them itself, or has forgotten them. */
  snapGolems: get('/api/snap/golems/:id', 'watch', shape.GolemAnswer),
  stop: post('/api/snap/stops', 'none', StopOrder, NOTHING),
  raise: post('/api/snap/raises', 'none', RaiseOrder, shape.RelayAnswer),
  oracle: post('/api/snap/oracle', 'none', OracleOrder, shape.RelayAnswer),
  relay: get('/api/snap/relays/:id', 'none', shape.RelayAnswer),

  golems: reading('/api/golems', shape.GolemsAnswer),
  newGolem: post('/api/golems', 'session', shape.GolemNew, shape.GolemAnswer),
  golem: reading('/api/golems/:id', shape.GolemAnswer),
  /** The last seven days of one Golem, oldest first. `?before=<next>&limit=<1–100>`: the page of older entries. */
  history: reading('/api/golems/:id/history', shape.HistoryAnswer),
  /** What each Golem of the owner spent between these moments: `?bounds=<unix seconds>,…`, 2 to 63 of them, ascending. */
  spending: reading('/api/spending', shape.SpendingAnswer),
  succession: reading('/api/golems/:id/succession', shape.SuccessionAnswer),
  /** Public: it holds nothing but what the chain shows. */
  certificate: get('/api/certificates/:owner/:id', 'none', CertificateStruct),

  /** By the asking key's signature. Asking the same again answers the same. */
  askRunway: post('/api/runway/requests', 'none', runway.RunwayAsk, runway.RunwayAnswer),
  /** What waits for the owner's answer. */
  runwayRequests: reading('/api/runway/requests', runway.RunwaysAnswer),
  runwayRequest: get('/api/runway/requests/:id', 'none', runway.RunwayAnswer),
  /** What the asker waits for, as RFC 8628 answers it: a request that was granted, or an error that says why not (yet). */
  runwayOutcome: get('/api/runway/requests/:id/outcome', 'none', runway.RunwayAnswer),
  intend: post('/api/runway/requests/:id/intent', 'session', shape.Intent, runway.RunwayAnswer),
  refuse: post('/api/runway/requests/:id/refusal', 'session', params({}), runway.RunwayAnswer),

  grant: post('/api/grants', 'session', shape.GrantNew, shape.PermissionAnswer),
  lease: post('/api/leases', 'session', shape.LeaseNew, shape.PermissionAnswer),
  revocation: post('/api/revocations', 'session', shape.RevocationNew, shape.RevocationAnswer),

  /** Alerts off the desktop: targets, limits, and the last that was sent. */
  alerts: get('/api/alerts', 'session', alert.AlertsAnswer),
  addTarget: post('/api/alerts/targets', 'session', alert.TargetNew, alert.TargetAdded),
  pauseTarget: post('/api/alerts/targets/:id', 'session', alert.TargetPause, alert.TargetChanged),
  removeTarget: remove('/api/alerts/targets/:id', 'session', NOTHING),
  testTarget: post('/api/alerts/targets/:id/tests', 'session', params({}), alert.TestSent),
  limitSpending: post('/api/alerts/limits', 'session', alert.LimitNew, alert.LimitsAnswer),

  /** By the heartbeat's own signature. */
  heartbeat: post('/api/agent/heartbeats', 'none', agent.HeartbeatNew, agent.HeartbeatAnswer),
  agentState: get('/api/agent/state', 'agent', agent.AgentState),
  rotate: post('/api/agent/rotations', 'agent', agent.RotationNew, agent.RotationAnswer),
  replicant: post('/api/agent/replicants', 'agent', agent.ReplicantNew, shape.PermissionAnswer),
  purpose: post('/api/agent/purposes', 'agent', agent.PurposeNew, agent.PurposeAnswer),
  end: post('/api/agent/endings', 'agent', agent.EndingNew, agent.EndingAnswer),
} as const satisfies { [name: string]: Route };

export type RouteName = keyof typeof ROUTES;
type Body<S> = S extends AnyStruct ? Infer<S> : null;
export type RequestOf<R extends RouteName> = Body<(typeof ROUTES)[R]['request']>;
export type ResponseOf<R extends RouteName> = Body<(typeof ROUTES)[R]['response']>;

/** The path with its `:id` and `:owner` filled in. */
export function pathOf(name: RouteName, id = '', owner = ''): string {
  return ROUTES[name].path.replace(':id', id).replace(':owner', owner);
}

function get<S extends AnyStruct>(path: string, auth: Auth, response: S) {
  return { method: 'GET', path, auth, request: null, response } as const;
}

/** By the owner's cookie or a terminal's token. */
function reading<S extends AnyStruct>(path: string, response: S) {
  return { ...get(path, 'session', response), reading: true } as const;
}

function remove<S extends AnyStruct>(path: string, auth: Auth, response: S) {
  return { method: 'DELETE', path, auth, request: null, response } as const;
}

function post<Q extends AnyStruct, S extends AnyStruct>(
  path: string,
  auth: Auth,
  request: Q,
  response: S,
) {
  return { method: 'POST', path, auth, request, response } as const;
}
