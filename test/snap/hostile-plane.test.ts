// A control plane that fails or lies in every way we could think of: the page stays usable and says
// what is wrong, and a death in the next good document is still announced.
import { describe, expect, it } from '@jest/globals';
import { type Bardo, connectedState, installConnected } from './bardo';
import { liveGolem, livePermission, liveStatus } from './live';
import { type Answer, good, json, type Plane, raw, startPlane, token } from './plane';

const dead = () => ({ golems: [liveGolem({ phase: 'terminal' as const, vitality: 0 })] });
const next = { nextToken: token(1) };

/** Bends one field of a whole document, also into what JSON.stringify would not write. */
const bent = (field: string, text: string): Answer =>
  raw(JSON.stringify({ ...liveStatus(), ...next, [field]: '@@' }).replace('"@@"', text));

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const UNUSABLE: [string, Answer, string][] = [
  ['HTML', raw('<!doctype html><h1>502</h1>', 200, { 'content-type': 'text/html' }), 'not JSON'],
  ['an empty body', raw(''), 'not JSON'],
  ['half a document', raw(JSON.stringify(liveStatus()).slice(0, 400)), 'not JSON'],
  ['null', json(null), '"document"'],
  ['a list', json([liveStatus()]), '"'],
  ['a text', json('ok'), '"document"'],
  ['NaN', bent('serverTime', 'NaN'), 'not JSON'],
  ['Infinity', bent('serverTime', '1e999'), '"serverTime"'],
  ['a negative time', bent('serverTime', '-1790000000'), '"serverTime"'],
  ['a time in milliseconds', bent('serverTime', '1790000000000'), '"serverTime"'],
  ['a broken time', bent('serverTime', '1790000000.5'), '"serverTime"'],
  ['an owner that is no address', bent('owner', '"0x12"'), '"owner"'],
  ['a token with a line break', bent('nextToken', '"watch-token-number\\r\\nx: y"'), '"nextToken"'],
  ['no token', bent('nextToken', 'null'), '"nextToken"'],
  ['a value that cannot be put into words', bent('owner', '{"toString":1}'), '"owner"'],
  ['no list of Golems', bent('golems', '{}'), 'a list is missing'],
  [
    '501 Golems',
    bent('golems', JSON.stringify(Array(501).fill(0))),
    'longer than the protocol allows',
  ],
  ['a million Golems', bent('golems', `[${'0,'.repeat(999_999)}0]`), 'a list is missing or longer'],
  ['a body over 2 MB', bent('padding', `"${'x'.repeat(2_200_000)}"`), 'larger than 2 MB'],
  ['a future protocol', bent('version', '3'), 'protocol version 3'],
  ['a future protocol of many digits', bent('version', '1e300'), 'protocol version'],
  ['code 429', raw('', 429), 'called less often'],
  ['code 500', raw('oops', 500), 'code 500'],
  ['code 204', raw('', 204), 'code 204'],
  ['code 418 with a whole document', json({ ...liveStatus(), ...next }, 418), 'code 418'],
];

async function watching(): Promise<{ plane: Plane; bardo: Bardo }> {
  const plane = await startPlane();
  const bardo = await installConnected(plane);
  await bardo.check();
  return { plane, bardo };
}

type Row = [name: string, answer: Answer, banner: string, detail: string];

/** For each: one bad heartbeat, then a good one with a death in it, from the same memory. */
async function survives(rows: Row[]) {
  const { plane, bardo } = await watching();
  const start = bardo.state;
  for (const [name, answer, banner, detail] of rows) {
    bardo.state = start;
    bardo.wallet.notices.length = 0;
    plane.answer(answer);
    await bardo.check();
    const page = await bardo.home();
    const seen = { name, banner: page.lines[1], detail: page.lines[2] };
    expect(seen).toEqual({ name, banner, detail: expect.stringContaining(detail) });
    expect(page.text).toContain('◆ Atlas waits for its lease');
    expect(page.buttons).toContain('refresh');
    expect(bardo.state.auth_token).toBe(token(1));
    plane.status = dead;
    plane.answer(good(() => plane));
    await bardo.check();
    const said = bardo.wallet.notices.map((one) => one.message);
    expect([name, ...said]).toContain('Atlas is reported dead');
    expect((await bardo.home()).text).not.toContain(banner);
  }
}

it('an answer that is not a status is said to be none, and the old figures stay', async () => {
  await survives(
    UNUSABLE.map(([name, answer, detail]) => [name, answer, 'warning: No usable status', detail]),
  );
});

it('codes 401 and 403 say that the token is rejected', async () => {
  const rejected = 'danger: Not watching: token rejected';
  await survives([401, 403].map((code) => [String(code), raw('', code), rejected, 'Reconnect']));
});

describe('a connection that goes wrong', () => {
  const bytes = JSON.stringify({ ...liveStatus(), ...next });
  const CUT: [string, Answer][] = [
    ['cut before the headers', (request) => void request.socket.destroy()],
    [
      'cut in the middle of the body',
      (_request, response) => {
        response.writeHead(200, { 'content-length': String(bytes.length) });
        response.write(bytes.slice(0, 200), () => response.socket?.destroy());
      },
    ],
    [
      'a content length longer than the body',
      (_request, response) => {
        response.writeHead(200, { 'content-length': String(bytes.length + 50) });
        response.write(bytes, () => response.socket?.end());
      },
    ],
    ['not HTTP at all', (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n')],
    ['a redirect to another path', raw('', 302, { location: '/api/snap/status?again' })],
    ['a redirect to another site', raw('', 307, { location: 'http://127.0.0.1:9/steal' })],
  ];

  it('is said to be unreachable', async () => {
    const detail = 'no connection, or it was cut';
    const banner = 'warning: Control plane unreachable';
    await survives(CUT.map(([name, answer]) => [name, answer, banner, detail]));
  });

  it('a content length shorter than the body is no whole document', async () => {
    const { plane, bardo } = await watching();
    plane.answer((_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n${bytes}`);
    });
    await bardo.check();
    expect((await bardo.home()).text).toContain('its answer is not JSON');
  });

  it('a redirect is not followed with the token', async () => {
    const { plane, bardo } = await watching();
    plane.answer(raw('', 302, { location: '/elsewhere' }));
    await bardo.check();
    expect(plane.tokens).toEqual([token(0), token(1)]);
  });
});

describe('a server that never ends', () => {
  it('slow headers and a trickling body are given up after 15 seconds, and closed', async () => {
    const { plane, bardo } = await watching();
    let closed = 0;
    const trickle: Answer = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 200);
      response.on('close', () => {
        clearInterval(timer);
        closed += 1;
      });
    };
    plane.answer(() => undefined, trickle);
    const started = Date.now();
    const slow = [1, 2, 3].map(() => bardo.ask('refresh'));
    // The page is not blocked meanwhile.
    expect((await bardo.home()).text).toContain('◆ Atlas waits for its lease');
    for (const reply of await Promise.all(slow)) {
      expect(reply).toMatchObject({ result: { failure: { kind: 'slow' } } });
    }
    expect(Date.now() - started).toBeLessThan(25_000);
    expect(closed).toBe(2);
    expect((await bardo.home()).text).toContain('no full answer within 15 s');
    plane.status = dead;
    plane.answer(good(() => plane));
    await bardo.check();
    expect(bardo.wallet.notices.map((one) => one.message)).toContain('Atlas is reported dead');
  });

  it('a body without end is given up as soon as it is too large', async () => {
    const { plane, bardo } = await watching();
    let sent = 0;
    plane.answer((_request, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(65_536);
      const more = () => {
        sent += chunk.length;
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      more();
    });
    await bardo.check();
    expect((await bardo.home()).text).toContain('larger than 2 MB');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('one bad record does not hide a death beside it', () => {
  const bo = () => liveGolem({ id: 'bo', name: 'Bo', phase: 'terminal', vitality: 0 });
  const BAD: [string, object][] = [
    ['a negative vitality', { golems: [{ ...liveGolem(), vitality: -1 }, bo()] }],
    ['a vitality in words', { golems: [{ ...liveGolem(), vitality: '90' }, bo()] }],
    ['an unknown phase', { golems: [{ ...liveGolem(), phase: 'immortal' }, bo()] }],
    ['no Golem at all', { golems: [null, 7, 'x', [], {}, bo()] }],
    ['the same id twice', { golems: [liveGolem(), { ...liveGolem(), vitality: 1 }, bo()] }],
    ['a dead and a living record of one id', { golems: [bo(), { ...bo(), phase: 'thriving' }] }],
    [
      'a value that cannot be put into words',
      { golems: [{ ...liveGolem(), vitality: { toString: 1 } }, bo()] },
    ],
    ['deep nesting', { golems: [bo()], history: [JSON.parse(deep(3000))] }],
    [
      'an amount that is negative',
      { golems: [bo()], permissions: [livePermission({ left: '-1' })] },
    ],
    ['an amount with a point', { golems: [bo()], permissions: [livePermission({ cap: '1.5' })] }],
    [
      'an amount of 79 digits',
      { golems: [bo()], permissions: [livePermission({ cap: '9'.repeat(79) })] },
    ],
    [
      'a permission without hashes',
      { golems: [bo()], permissions: [livePermission({ delegationHashes: [] })] },
    ],
    [
      'history of the far future',
      { golems: [bo()], history: [{ at: 1e12, kind: 'died', golem: 'bo' }] },
    ],
  ];

  it('and the record is reported', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    for (const [name, status] of BAD) {
      bardo.state = connectedState();
      bardo.wallet.notices.length = 0;
      plane.status = () => status;
      await bardo.check();
      expect([name, bardo.wallet.notices[0]?.message]).toEqual([name, 'Bo is reported dead']);
      const page = await bardo.home();
      expect([name, page.lines[1]]).toEqual([name, 'danger: The status contradicts itself']);
      expect(page.text).toContain('◆ Bo reported dead');
      await page.click('golem:bo');
      expect(bardo.state.auth_token).toBe(token(1));
    }
  });

  it('also when the record is nested so deep that it cannot be put into words', async () => {
    const golems = [liveGolem({ vitality: '@@' as never }), bo()];
    const text = JSON.stringify({ ...liveStatus({ golems }), ...next });
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    plane.answer(raw(text.replace('"@@"', deep(100_000))));
    await bardo.check();
    expect(bardo.wallet.notices[0]?.message).toBe('Bo is reported dead');
    expect((await bardo.home()).text).toContain('could not be read (golems.0');
  });
});
