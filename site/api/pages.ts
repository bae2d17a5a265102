// The built companion site (`site/dist`). The folder is read once, so a request chooses among known files and
// no path can leave it. Web-standard like the API: the process, the demo world and tests host it alike.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export type Pages = (request: Request) => Response;

/** `connect`: what else the pages may talk to, as sources of a Content-Security-Policy. */
export type PagesOptions = { connect?: readonly string[]; https?: boolean };

type File = { body: Uint8Array<ArrayBuffer>; type: string; tag: string; hashed: boolean };

/** Places of the one page; what the site itself shows there is its own business. */
const PLACE =
  /^\/(?:revoke|alerts|device|grant|request\/[0-9a-f]{64}|(?:golem|revoke|succession|grant)\/(?:0x[0-9a-fA-F]{40}\/)?[a-z0-9-]{1,64})?$/;

const TYPES: { [ending: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** null when nothing was built there. */
export function openPages(folder: string, options: PagesOptions = {}): Pages | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = readFiles(folder);
  const headers = commonHeaders(options);
  return (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Pages can only be read.', { ...headers, allow: 'GET, HEAD' });
    }
    const file = files.get(PLACE.test(pathname) ? '/index.html' : pathname);
    return file ? answer(request, file, headers) : missing(request, files, headers);
  };
}

function answer(request: Request, file: File, common: { [name: string]: string }): Response {
  const headers = {
    ...common,
    etag: file.tag,
    // Vite names these after their content; everything else is asked for again.
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (request.headers.get('if-none-match')?.includes(file.tag)) {
    return new Response(null, { status: 304, headers });
  }
  const sized = { 'content-type': file.type, 'content-length': `${file.body.byteLength}` };
  const body = request.method === 'HEAD' ? null : file.body;
  return new Response(body, { headers: { ...headers, ...sized } });
}

/** Who reads it in a browser gets the site, which says that nothing is there and leads back; a program gets a line. */
function missing(
  request: Request,
  files: ReadonlyMap<string, File>,
  headers: { [name: string]: string },
): Response {
  const page = files.get('/index.html');
  const wanted = request.headers.get('accept')?.includes('text/html') ?? false;
  if (!page || !wanted) return plain(404, 'There is no such page.', headers);
  const sized = { 'content-type': page.type, 'cache-control': 'no-store' };
  const body = request.method === 'HEAD' ? null : page.body;
  return new Response(body, { status: 404, headers: { ...headers, ...sized } });
}

function plain(status: number, text: string, headers: { [name: string]: string }): Response {
  const type = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(`${text}\n`, { status, headers: { ...headers, ...type } });
}

/** No script, style, frame or request of anybody else; the page may not be framed. */
function commonHeaders({ connect = [], https = false }: PagesOptions): { [name: string]: string } {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${[`'self'`, ...connect].join(' ')}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function readFiles(folder: string): ReadonlyMap<string, File> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map((entry) => readOne(folder, join(entry.parentPath, entry.name))));
}

function readOne(folder: string, file: string): [string, File] {
  const path = `/${relative(folder, file).split(sep).join('/')}`;
  const body = new Uint8Array(readFileSync(file));
  const digest = createHash('sha256').update(body).digest('base64url');
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return [path, { body, type, tag: `"${digest}"`, hashed: path.startsWith('/assets/') }];
}
