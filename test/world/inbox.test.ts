// The demo world's own place for alerts: what arrives is shown, as text, and only this computer's server may write.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letterOf } from '../../site/api/alerts/message';
import { TEST } from '../../site/api/alerts/server-words';
import { openInbox } from '../../site/world/inbox/inbox';

const NOW = 1_790_000_000;
let server: Server;
let url = '';

beforeAll(async () => {
  const inbox = openInbox(() => NOW);
  server = createServer((request, response) => {
    if (!inbox.handle(request, response)) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

const shown = async () => (await fetch(`${url}/demo-inbox`)).text();
const send = (body: string, headers: { [name: string]: string } = {}) =>
  fetch(`${url}/demo-inbox/hook`, { method: 'POST', body, headers });

it('shows a message as it came, and says whether it was signed', async () => {
  expect(await shown()).toContain('Nothing has arrived yet');
  const message = {
    ...({ version: 1, id: 'd1'.repeat(16), type: 'test', owner: `0x${'0a'.repeat(20)}` } as const),
    ...{
      at: NOW,
      source: 'server',
      ...TEST,
      urgency: 3,
      link: `${url}/alerts`,
      count: 0,
      causes: [],
    },
  };
  const target = { kind: 'webhook', secrets: { url: '', secret: 's' } } as const;
  const { body, headers } = letterOf(message, target, NOW);

  expect((await send(body, headers)).status).toBe(200);

  const page = await shown();
  expect(page).toContain(TEST.title);
  expect(page).toContain('with a signature');
});

it('shows foreign text as text', async () => {
  await send('<script>alert(1)</script>');
  const page = await shown();
  expect(page).toContain('&#60;script&#62;alert(1)');
  expect(page).not.toContain('<script>');
});

it('takes nothing from a page of somebody else, nothing huge, and keeps a few', async () => {
  expect((await send('hello', { origin: 'https://evil.example' })).status).toBe(404);
  expect((await send('x'.repeat(70_000))).status).toBe(413);
  for (let count = 0; count < 30; count += 1) await send(`number ${count}`);
  const page = await shown();
  expect(page.match(/<article>/g)).toHaveLength(20);
  expect(page).not.toContain('number 9<');
  expect((await fetch(`${url}/elsewhere`)).status).toBe(204);
});
