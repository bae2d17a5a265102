// Installing from a page, as a browser sees it: files of the Snap are readable across origins, nothing
// else is, and a rebinding host is refused.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSnapFiles, serveSnap } from '../../site/world/builds/snap-server';
import { TWIN } from '../../site/world/builds/twin';
import { launchChromium, openPage } from '../worker/chromium';

let browser: Browser;
let page: Page;
let site: Server;
let snap: { server: Server; port: number };

beforeAll(async () => {
  snap = await serveSnap(readSnapFiles(TWIN), 0);
  site = createServer((_request, response) => response.end('<!doctype html><title>site</title>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await openPage(browser);
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  for (const server of [site, snap?.server]) server?.close();
});

const read = (path: string) =>
  page.evaluate(async (url) => {
    const response = await fetch(url);
    return { status: response.status, text: await response.text() };
  }, `http://localhost:${snap.port}/${path}`);

it('gives a page of another origin the manifest, bundle and icon it names', async () => {
  const manifest = JSON.parse((await read('snap.manifest.json')).text);
  const { filePath, iconPath } = manifest.source.location.npm;

  const [bundle, icon] = [await read(filePath), await read(iconPath)];

  expect(bundle).toEqual({ status: 200, text: readSnapFiles(TWIN)['dist/bundle.js'] });
  expect(icon.text).toContain('<svg');
});

it.each(['package.json', 'src/index.ts', 'images/', '__proto__', ''])(
  'serves nothing beyond the Snap: %s',
  async (path) => {
    const url = `http://localhost:${snap.port}/${path}`;

    expect((await fetch(url)).status).toBe(404);
    await expect(read(path)).rejects.toThrow('Failed to fetch');
  },
);

it('refuses a host name that is not this computer', async () => {
  const status = await new Promise((resolve) => {
    request(
      {
        port: snap.port,
        host: '127.0.0.1',
        path: '/snap.manifest.json',
        headers: { host: 'evil.example' },
      },
      (response) => resolve(response.statusCode),
    ).end();
  });

  expect(status).toBe(403);
});
