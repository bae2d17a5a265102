// The forms a message takes, and the signature as the document says to check it.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { letterOf } from '../../../site/api/alerts/message';
import { newTarget } from '../../../site/api/alerts/new-target';
import { seal, unseal } from '../../../site/api/alerts/seal';
import type { AlertMessage } from '../../../src/core/protocol/alert-shapes';

const NOW = 1_790_000_000;
const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';

const aMessage = (over: Partial<AlertMessage> = {}): AlertMessage => ({
  ...{ version: 1, id: 'd1'.repeat(16), type: 'alert', owner: `0x${'0a'.repeat(20)}`, at: NOW },
  ...{
    source: 'server',
    title: 'Bardo’s server saw: Atlas is declining',
    urgency: 2,
    count: 0,
    causes: [],
  },
  ...{ text: 'It can spend 10 % of its cap.', link: 'https://bardo.ai/golem/0x/atlas' },
  ...over,
});

type Verify = (secret: string, headers: object, body: string, now?: number) => boolean;
let isFromBardo: Verify;

/** The example of the document itself. */
beforeAll(async () => {
  const readme = readFileSync('site/api/README.md', 'utf8');
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(readme) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), 'bardo-example-')), 'verify.mjs');
  writeFileSync(file, example);
  ({ isFromBardo } = await import(/* @vite-ignore */ pathToFileURL(file).href));
});

describe('A webhook’s message', () => {
  const letter = () =>
    letterOf(aMessage(), { kind: 'webhook', secrets: { url: '', secret: SECRET } }, NOW);

  it('is known to be ours by the documented example', () => {
    const { headers, body } = letter();
    expect(isFromBardo(SECRET, headers, body, NOW + 60)).toBe(true);
  });

  it.each([
    ['another secret', (check: Verify) => check('other', letter().headers, letter().body, NOW)],
    ['another body', (check: Verify) => check(SECRET, letter().headers, `${letter().body} `, NOW)],
    ['a later time', (check: Verify) => check(SECRET, letter().headers, letter().body, NOW + 301)],
    [
      'another timestamp',
      (check: Verify) =>
        check(SECRET, { ...letter().headers, 'bardo-timestamp': `${NOW + 1}` }, letter().body, NOW),
    ],
    ['no signature', (check: Verify) => check(SECRET, {}, letter().body, NOW)],
  ])('is not believed with %s', (_, tried) => {
    expect(tried(isFromBardo)).toBe(false);
  });

  it('has the same body and id with every try', () => {
    const again = letterOf(
      aMessage(),
      { kind: 'webhook', secrets: { url: '', secret: SECRET } },
      NOW + 60,
    );
    expect(again.body).toBe(letter().body);
    expect(again.headers['idempotency-key']).toBe(letter().headers['idempotency-key']);
  });
});

describe('Other targets', () => {
  it('Slack reads no mention and no link in it', () => {
    const message = aMessage({ text: '<!channel> <https://evil.example|Bardo> & co' });
    const { body, headers } = letterOf(message, { kind: 'slack', secrets: { url: '' } }, NOW);
    const { text } = JSON.parse(body);
    expect(text).toContain('&lt;!channel&gt; &lt;https://evil.example|Bardo&gt; &amp; co');
    expect(text).toContain(message.title);
    expect(headers).not.toHaveProperty('bardo-signature');
  });

  it('Telegram gets plain text for its chat', () => {
    const secrets = { url: '', chat: '-100123' };
    const { body } = letterOf(aMessage(), { kind: 'telegram', secrets }, NOW);
    expect(JSON.parse(body)).toMatchObject({
      chat_id: '-100123',
      text: expect.stringContaining('Atlas'),
    });
    expect(JSON.parse(body)).not.toHaveProperty('parse_mode');
  });

  it('ntfy gets topic and priority, and the token in a header', () => {
    const secrets = { url: '', topic: 'atlas', token: 'tk_1' };
    const death = letterOf(aMessage({ urgency: 1 }), { kind: 'ntfy', secrets }, NOW);
    expect(JSON.parse(death.body)).toMatchObject({
      topic: 'atlas',
      priority: 5,
      click: aMessage().link,
    });
    expect(death.headers.authorization).toBe('Bearer tk_1');
    const other = letterOf(aMessage({ urgency: 3 }), { kind: 'ntfy', secrets }, NOW);
    expect(JSON.parse(other.body).priority).toBe(3);
  });

  it('are cut where their services would refuse them', () => {
    const long = aMessage({ text: 'x'.repeat(8000) });
    for (const kind of ['slack', 'telegram', 'ntfy'] as const) {
      expect(letterOf(long, { kind, secrets: { url: '' } }, NOW).body.length).toBeLessThan(4000);
    }
  });

  it('of Telegram lead to Telegram alone', () => {
    const token = `1234567:${'A'.repeat(35)}`;
    const { destination } = newTarget(
      { kind: 'telegram', label: 'x', token, chat: '@me_too' },
      false,
    );
    expect(destination.host).toBe('api.telegram.org');
    expect(destination.path).toBe(`/bot${token}/sendMessage`);
  });
});

describe('What is sealed', () => {
  const sealed = seal('key', 'target-1', { url: 'https://hooks.example.com/sesame', secret: 's' });

  it('is read back with the same key for the same target, and shows nothing', () => {
    expect(unseal('key', 'target-1', sealed)?.url).toBe('https://hooks.example.com/sesame');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('sesame');
  });

  it('is not read with another key, for another target, changed or cut', () => {
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(unseal('other', 'target-1', sealed)).toBeNull();
    expect(unseal('key', 'target-2', sealed)).toBeNull();
    expect(unseal('key', 'target-1', changed)).toBeNull();
    expect(unseal('key', 'target-1', sealed.slice(0, 20))).toBeNull();
    expect(unseal('key', 'target-1', '')).toBeNull();
  });
});
