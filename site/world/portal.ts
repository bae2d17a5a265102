// The Portal of the demo world: one origin with the control plane under /api, the built companion site, and
// the demo wallet's script in its page. Loopback only; any other Host is refused (DNS rebinding).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../api/app';
import { isLoopback } from '../api/guard/origin';
import { openPages } from '../api/pages';
import type { Plane } from '../api/plane/plane';
import { listenOn } from './chain/rpc-door';

export type PortalOptions = {
  port: number;
  plane: Plane;
  /** Folder of the built site. */
  site: string;
  /** What the site asks for as /settings.json. */
  settings: object;
  /** A part of the world that answers some paths itself, and a script it wants in every page. */
  guest?: Guest | null;
  /** Where the demo's own alerts can be sent. */
  inbox?: Pick<Guest, 'handle'> | null;
};

export type Guest = {
  scriptPath: string;
  handle: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export async function openPortal(options: PortalOptions): Promise<Server> {
  const { plane, guest, inbox, port } = options;
  const app = createApp(plane);
  const pages = pagesOf(options);
  const answer = getRequestListener((request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/')) {
      return app.fetch(request, { peer: incoming.socket.remoteAddress ?? 'local' });
    }
    return pathname === '/settings.json' ? settingsOf(options) : pages(request);
  });
  const server = createServer((request, response) => {
    if (!isLoopback(request.headers.host ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Not under that name.\n');
    } else if (!inbox?.handle(request, response) && !guest?.handle(request, response)) {
      void answer(request, response);
    }
  });
  return listenOn(server, port);
}

function settingsOf({ settings }: PortalOptions): Response {
  return Response.json(settings, { headers: { 'cache-control': 'no-store' } });
}

function pagesOf({
  site,
  guest,
}: PortalOptions): (request: Request) => Response | Promise<Response> {
  const pages = openPages(site);
  if (!pages) return () => new Response(PLAIN, { headers: { 'content-type': 'text/html' } });
  if (!guest) return pages;
  return async (request) => {
    const page = pages(request);
    if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
    const script = `<script src="${guest.scriptPath}"></script>`;
    const text = (await page.text()).replace('</title>', `</title>${script}`);
    const headers = new Headers(page.headers);
    for (const name of ['content-length', 'etag']) headers.delete(name);
    return new Response(text, { status: page.status, headers });
  };
}

const PLAIN = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bardo</title>
<h1>Bardo’s Portal</h1><p>The companion site is not built. The control plane answers under <a
href="/api/health">/api</a>; <code>npm run build:site</code> and a new start bring the site.</p></html>
`;
