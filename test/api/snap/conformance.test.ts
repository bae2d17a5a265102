// The conformance check itself, against planes on loopback that are sound or broken in one way each.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { aGolem, aPermission, aStatus, aWaiting } from '../../vectors/builders';
import { conformanceOf } from '../../vectors/conformance';

const TOKEN = 'watch-token-number-0';
const running: Server[] = [];

type Answer = (request: IncomingMessage, response: ServerResponse, sound: object) => void;

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

function soundStatus(token: string, query: URLSearchParams): object {
  const since = query.get('since');
  const version = query.get('version') === '2' ? 2 : 1;
  const now = Math.floor(Date.now() / 1000);
  const heartbeat = aGolem().heartbeat;
  const {
    unreadable: _,
    waiting,
    mandates,
    ...status
  } = aStatus({
    version,
    serverTime: now,
    nextToken: `watch-token-number-${Number(token.split('-').at(-1)) + 1}`,
    golems: [aGolem({ heartbeat: heartbeat && { ...heartbeat, at: 1_790_000_000 } })],
    permissions: [aPermission({ startAt: 1_700_000_000, expiresAt: 9_000_000_000 })],
    history: since
      ? []
      : [
          {
            at: now,
            kind: 'granted',
            golem: 'atlas',
            permission: null,
            amount: null,
            transaction: null,
          },
        ],
  });
  return version === 1 ? status : { ...status, waiting, mandates };
}

async function plane(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'Authorization');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!token.startsWith('watch-token-')) return response.writeHead(401).end();
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    return answer(request, response, soundStatus(token, searchParams));
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/snap/status`;
}

async function broken(answer: Answer) {
  const rules = await conformanceOf(await plane(answer), TOKEN);
  return rules.filter((one) => !one.kept).map((one) => `${one.rule}: ${one.found}`);
}

const json: (over: () => object) => Answer = (over) => (_request, response, sound) => {
  response.end(JSON.stringify({ ...sound, ...over() }));
};

describe('A plane', () => {
  it('that keeps the protocol keeps every rule', async () => {
    const rules = await conformanceOf(await plane(json(() => ({}))), TOKEN);

    expect(rules.filter((one) => !one.kept)).toEqual([]);
    expect(rules).toHaveLength(17);
  });

  it('that is not there or no plane is told so in words', async () => {
    expect(await conformanceOf('http://127.0.0.1:1/', TOKEN)).toContainEqual({
      rule: 'is a status document',
      kept: false,
      found: 'no answer, a redirect, or none within 15 s',
    });
    expect(await broken((_request, response) => response.end('<html>'))).toEqual([
      'is a status document: its answer is not JSON',
    ]);
    expect(await broken((_request, response) => response.writeHead(500).end())).toEqual([
      'answers a watch token with code 200: code 500',
      'is a status document: code 500',
    ]);
  });

  it('with an unreadable record hears which', async () => {
    const golems = [aGolem({ heartbeat: null }), { ...aGolem({ id: 'nyx' }), vitality: 101 }];

    expect(await broken(json(() => ({ golems })))).toContain(
      'has no unreadable record: golems.1.vitality',
    );
  });
});

describe('A control plane', () => {
  it('that forks its tokens is caught', async () => {
    let n = 0;
    const fork = json(() => {
      n += 1;
      return { nextToken: `watch-token-number-${n}` };
    });

    expect(await broken(fork)).toEqual([
      'gives a token one successor, however often it is asked: another successor',
    ]);
  });

  it('that does not rotate, or repeats its history, is caught', async () => {
    expect(await broken(json(() => ({ nextToken: TOKEN })))).toEqual([
      'names another token as the successor: the same token',
    ]);
    const history = [
      {
        at: 1_790_000_000,
        kind: 'died',
        golem: 'x',
        permission: null,
        amount: null,
        transaction: null,
      },
    ];
    expect(await broken(json(() => ({ history })))).toEqual([
      'tells no history twice: 1 entries came again',
    ]);
  });

  it('whose clock or terms contradict is told the contradiction', async () => {
    const [late] = await broken(
      json(() => ({ serverTime: Math.floor(Date.now() / 1000) - 86_400 })),
    );
    let cap = 20_000_000;
    const shifting = json(() => {
      cap += 1;
      return { permissions: [aPermission({ cap: String(cap), expiresAt: 9_000_000_000 })] };
    });

    expect(late).toMatch(/^does not contradict itself: The control plane's clock .* differ by/);
    expect((await broken(shifting))[0]).toMatch(
      /^does not contradict its last answer: .*changed its cap/,
    );
  });
});

describe('A plane of two versions', () => {
  const second =
    (over: object): Answer =>
    (request, response, sound) => {
      const asked = request.url?.includes('version=2');
      response.end(JSON.stringify(asked ? { ...sound, ...over } : sound));
    };

  it('that speaks only the newer is caught; one of before, that knows only the older, is not', async () => {
    const onlyNew = json(() => ({ version: 2, waiting: [], mandates: [] }));
    const onlyOld = json(() => ({ version: 1 }));

    expect(await broken(onlyNew)).toEqual(['speaks version 1 to who names none: version 2']);
    expect(await broken(onlyOld)).toEqual([]);
  });

  it('that tells each version something else is caught', async () => {
    expect(await broken(second({ golems: [] }))).toContainEqual(
      expect.stringMatching(/^lists the same in each version: atlas/),
    );
    expect(await broken(second({ version: 3 }))).toEqual([
      'speaks a version it is asked for: it speaks protocol version 3, this Bardo reads versions up to 2: update Bardo',
    ]);
  });

  it('that lets wait what is over, or in a form nobody reads, is caught', async () => {
    const over = aWaiting({ deadline: 1_700_000_000 });

    expect(await broken(second({ waiting: [over] }))).toEqual([
      `lets nothing wait that is over: ${over.id}`,
    ]);
    expect(await broken(second({ waiting: [{ ...over, kind: 'A Vote' }] }))).toContain(
      'has no unreadable record: waiting.0.kind',
    );
  });
});
