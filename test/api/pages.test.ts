// The built site as it is served: its places, its limits, its caches.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, type Pages } from '../../site/api/pages';
import { readConfig } from '../../site/api/plane/config';
import { type Serving, startServer } from '../../site/api/server';

const root = mkdtempSync(join(tmpdir(), 'bardo-pages-'));
const dist = join(root, 'dist');
const lines: string[] = [];
const env = {
  BARDO_PORT: '0',
  BARDO_DATA: join(root, 'data'),
  BARDO_SITE: dist,
  BARDO_RATE: '8',
};
let pages: Pages;
let serving: Serving;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Bardo</title>');
  writeFileSync(join(dist, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(root, 'secret.txt'), 'nothing of the site');
  symlinkSync(join(root, 'secret.txt'), join(dist, 'link.txt'));
  pages = openPages(dist, { connect: ['wss://relay.example'], https: true }) as Pages;
  serving = await startServer(readConfig(env), (line) => lines.push(line));
});

afterAll(async () => {
  await serving?.stop();
  rmSync(root, { recursive: true, force: true });
});

const get = (path: string, init?: RequestInit) =>
  pages(new Request(`https://bardo.ai${path}`, init));

describe('the pages', () => {
  it.each([
    '/',
    '/golem/atlas',
    `/golem/0x${'aB'.repeat(20)}/atlas`,
    '/revoke',
    '/alerts',
    '/device',
    '/device?code=BARD-7F3A-K9QX',
    '/revoke/atlas-2',
    '/succession/a',
    '/?x=1',
    '/index.html',
  ])('%s is the one page', async (path) => {
    const answer = get(path);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>Bardo</title>');
  });

  it.each([
    ...[
      '/golem',
      '/golem/',
      '/golem/ATLAS',
      '/golem/a/b',
      `/golem/0x${'ab'.repeat(19)}/atlas`,
      `/golem/${'a'.repeat(65)}`,
      '/nothing',
    ],
    ...['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/link.txt', '/assets'],
    ...['/assets/', '//evil.example', '/constructor', '/__proto__', '/%00'],
  ])('%s is not there', async (path) => {
    const answer = get(path);

    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('There is no such page.\n');
  });

  it.each(['/nothing', '/golem/a/b', '/assets/gone.js'])(
    'shows a reader of %s the site, which says so',
    async (path) => {
      const accept = { headers: { accept: 'text/html,application/xhtml+xml' } };
      const answer = get(path, accept);

      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`);
      expect(await answer.text()).toContain('<title>Bardo</title>');
      expect(get(path, { ...accept, method: 'HEAD' }).body).toBeNull();
    },
  );

  it('lets nobody else’s script, style, frame or request in', () => {
    const { headers } = get('/');

    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`script-src 'self'`);
    expect(policy).toContain(`connect-src 'self' wss://relay.example`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy.join()).not.toMatch(/unsafe|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  });

  it('are kept where the name tells the content, and asked for again elsewhere', () => {
    const script = get('/assets/main-1a2b.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');

    const tag = get('/').headers.get('etag') ?? '';
    const again = get('/golem/atlas', { headers: { 'if-none-match': tag } });
    expect([again.status, again.body]).toEqual([304, null]);
  });

  it('can only be read', () => {
    expect(get('/', { method: 'POST' }).status).toBe(405);
    const head = get('/', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, null]);
  });

  it('are nothing where nothing was built', () => {
    expect(openPages(join(root, 'elsewhere'))).toBeNull();
  });
});

/** `fetch` may not choose a Host. */
async function statusFor(path: string, headers: { [name: string]: string }): Promise<number> {
  const asking = request(`${serving.url}${path}`, { headers }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

describe('one process', () => {
  it('serves the site beside the API', async () => {
    const page = await fetch(`${serving.url}/golem/atlas`);
    const api = await fetch(`${serving.url}/api/health`);
    const unknown = await fetch(`${serving.url}/api/nothing`);

    expect(await page.text()).toContain('<title>Bardo</title>');
    expect(await api.json()).toMatchObject({ ok: true, store: 'pglite' });
    expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, 'not_found']);
    expect(lines.join()).toContain('"site":true');
  });

  it('answers to its own names only, for a stranger’s name may lead here', async () => {
    expect(await statusFor('/', { host: 'evil.example' })).toBe(403);
    expect(await statusFor('/api/health', { host: 'evil.example' })).toBe(403);
    expect(await statusFor('/api/health', { host: 'localhost:3003' })).toBe(200);
  });

  it('counts callers by a proxy’s word only where there is one', async () => {
    // Twenty are more than two minutes' worth, wherever the clock stands.
    const statuses = async (address: (index: number) => string) => {
      const asked = Array.from({ length: 20 }, (_, index) =>
        statusFor('/api/health', { 'x-forwarded-for': `9.9.9.9, ${address(index)}` }),
      );
      return new Set(await Promise.all(asked));
    };
    const many = (index: number) => `1.1.1.${index}`;

    expect(await statuses(many)).toContain(429);

    await serving.stop();
    serving = await startServer(readConfig({ ...env, BARDO_BEHIND_PROXY: '1' }), () => undefined);
    expect(await statuses(many)).toEqual(new Set([200]));
    expect(await statuses(() => '2.2.2.2')).toContain(429);
  });

  it('refuses a configuration that would loosen the policy', () => {
    const connect = (BARDO_CONNECT: string) => () => readConfig({ BARDO_CONNECT });
    expect(connect(`https://a.example; script-src *`)).toThrow('BARDO_CONNECT');
    expect(connect('*')).toThrow('BARDO_CONNECT');
  });
});
