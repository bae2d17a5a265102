// Serves a Snap the way a wallet installs it: manifest, bundle and icon, open to every origin and
// never cached. Loopback only; a Host that is not loopback is refused (DNS rebinding).
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';

export type SnapFiles = { [path: string]: string };

const TYPES: { [ending: string]: string } = {
  json: 'application/json',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

export function readSnapFiles(root: string): SnapFiles {
  const paths = ['snap.manifest.json', 'dist/bundle.js', 'images/icon.svg'];
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
}

export function serveSnap(
  files: SnapFiles,
  port: number,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!['localhost', '127.0.0.1'].includes(host)) return response.writeHead(403).end();
    if (file === undefined) return response.writeHead(404).end('Not a file of this Snap.\n');
    const type = TYPES[path.split('.').pop() ?? ''] ?? 'text/plain';
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    return response.end(file);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });
}
