// The control plane as one web-standard function, Request → Response: it runs in a Node process, in the
// Vite dev server and in tests alike. Routes come from core/protocol/api.ts; one file answers each.
import { type Context, Hono } from 'hono';
import { isHex, lower } from '../../src/core/bytes/hex';
import { OWNER_HEADER, ROUTES, type Route, type RouteName } from '../../src/core/protocol/api';
import { ownerOf } from './auth/session';
import { agentOf } from './guard/agent';
import { parseBody, readText } from './guard/body';
import { checkCookieOrigin, checkOrigin } from './guard/origin';
import { householdOf, type Rate, rateLimit } from './guard/rate';
import { HANDLERS } from './handlers';
import { safeText } from './plane/log';
import type { Call, Caller, Plane } from './plane/plane';
import { Problem, problemResponse } from './plane/problem';
import { presentTerminal } from './terminals/tokens';
import { presentToken } from './watch/families';

/** Set by the Node server to the peer's address; a header a client can write is not trusted. */
export type Bindings = { peer?: string };

type Ctx = Context<{ Bindings: Bindings }>;

export function createApp(plane: Plane): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  const rate = rateLimit(plane.perMinute);
  app.options('/api/snap/*', () => new Response(null, { status: 204, headers: CORS }));
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const route: Route = ROUTES[name];
    app.on(route.method, route.path, (context) => answer(plane, name, context, rate));
  }
  app.notFound(() => problemResponse(new Problem('not_found', 'There is no such route.')));
  return app;
}

/** For `/api/snap/*` only: a Snap's origin is `null`, and it sends no cookies. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': '600',
};

async function answer(plane: Plane, name: RouteName, context: Ctx, rate: Rate): Promise<Response> {
  const started = performance.now();
  const response = await run(plane, name, context, rate).catch((error) =>
    problemResponse(problemOf(plane, name, error)),
  );
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  // What is left of a request that was not read to its end is not waited for.
  if (response.status === 408 || response.status === 413)
    response.headers.set('connection', 'close');
  const { method, path }: Route = ROUTES[name];
  if (path.startsWith('/api/snap/')) {
    for (const [header, value] of Object.entries(CORS)) response.headers.set(header, value);
  }
  const ms = Math.round(performance.now() - started);
  plane.log('info', 'request', { method, route: path, status: response.status, ms });
  return response;
}

async function run(plane: Plane, name: RouteName, context: Ctx, rate: Rate): Promise<Response> {
  const route: Route = ROUTES[name];
  const now = plane.now();
  const { raw } = context.req;
  const { pathname, search, searchParams } = new URL(raw.url);
  const header = (key: string) => context.req.header(key);
  const facts = {
    host: header('host') ?? new URL(raw.url).host,
    origin: header('origin'),
    method: route.method,
    path: pathname,
  };
  checkOrigin(plane, facts);
  const address = `${context.env?.peer ?? 'local'}`;
  rate(address, now);
  const peer = householdOf(address);
  const id = context.req.param('id') ?? '';
  if (route.path.includes(':id') && !/^[a-z0-9-]{1,64}$/.test(id)) {
    throw new Problem('bad_request', 'The id in the path is not one of ours.');
  }
  const whose = context.req.param('owner') ?? '0x';
  if (!isHex(whose, route.path.includes(':owner') ? 20 : 0)) {
    throw new Problem('bad_request', 'The owner in the path is not an address.');
  }
  const text = route.method === 'POST' ? await readText(raw) : '';
  const bearer = bearerIn(header('authorization'));
  // A token is sent on purpose; a cookie goes along with whatever a page asks.
  if (route.auth === 'session' && !bearer) checkCookieOrigin(plane, facts);
  const signed = {
    host: facts.host,
    method: route.method,
    path: `${pathname}${search}`,
    body: text,
  };
  const caller = await callerOf(plane, route, { ...signed, header, bearer, peer, now });
  const body = parseBody(route, text, header('content-type'));
  const headers = new Headers();
  const setHeader = (key: string, value: string) => headers.set(key, value);
  const named = { id, whose: lower(whose) };
  const call = { plane, body, ...named, query: searchParams, caller, now, setHeader };
  const handler = HANDLERS[name] as (call: Call<RouteName>) => Promise<unknown>;
  return Response.json(await handler(call as Call<RouteName>), { headers });
}

type Asked = {
  host: string;
  method: string;
  path: string;
  body: string;
  header: (key: string) => string | undefined;
  bearer: string | undefined;
  peer: string;
  now: number;
};

async function callerOf(plane: Plane, route: Route, asked: Asked): Promise<Caller> {
  const { header, bearer, peer, now } = asked;
  const nobody: Caller = {
    ...{ owner: '0x', peer, until: 0, nextToken: '', agent: null, terminal: null },
  };
  switch (route.auth) {
    case 'none':
      return nobody;
    case 'session':
      if (bearer) return { ...nobody, ...(await readerOf(plane, route, bearer, now)) };
      return { ...nobody, ...(await sessionOf(plane, header, now)) };
    case 'terminal':
      if (!bearer) throw new Problem('unauthorized', 'This route wants a terminal’s token.');
      return { ...nobody, ...(await presentTerminal(plane, bearer, now)) };
    case 'watch':
      if (!bearer) throw new Problem('unauthorized', 'This route wants a watch token.');
      return { ...nobody, ...(await presentToken(plane.store, plane.secret, bearer, now)) };
    case 'agent': {
      const signed = { ...asked, header: header('authorization') };
      return { ...nobody, agent: await agentOf(plane, signed, now) };
    }
  }
}

function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,256})$/.exec(header ?? '')?.[1];
}

/** What a terminal may read is what it is for; everything else its owner does on the site. */
async function readerOf(plane: Plane, { reading }: Route, token: string, now: number) {
  const reader = await presentTerminal(plane, token, now);
  if (reading) return reader;
  throw new Problem('forbidden', 'A terminal may only read. Do this on the site.');
}

/** A page that speaks for another account than its cookie is told so: another tab has signed in since. */
async function sessionOf(plane: Plane, header: Asked['header'], now: number) {
  const session = await ownerOf(plane, header('cookie'), now);
  const meant = header(OWNER_HEADER)?.toLowerCase();
  if (meant !== undefined && meant !== session.owner.toLowerCase()) {
    throw new Problem('unauthorized', 'Another account is signed in by now. Sign in again.');
  }
  return session;
}

function problemOf(plane: Plane, name: RouteName, error: unknown): Problem {
  if (error instanceof Problem) return error;
  plane.log('error', 'bug', { route: ROUTES[name].path, error: safeText(error) });
  return new Problem(
    'internal',
    'Something went wrong here. How far it came is not known: ask again.',
  );
}
