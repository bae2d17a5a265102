// What is sent to the routes of alerts that must be refused: others' targets, and every way to an address that is none
// of the public internet's.
import type { NewTarget } from '../../../src/core/protocol/alert-shapes';
import { type Case, ELSEWHERE, otherPage, type Scene, sandbox, type Table } from './scene';

export const aWebhook = (over: object = {}): NewTarget => ({
  kind: 'webhook',
  label: 'My server',
  url: 'https://hooks.example.com/bardo?key=open-sesame',
  ...over,
});

/** Each names a place of this computer, of its network, of its cloud, or a port of another service. */
const PRIVATE = [
  ...['https://localhost/', 'https://localhost./', 'https://127.0.0.1/', 'https://127.1/'],
  ...['https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/', 'https://0.0.0.0/'],
  ...['https://10.1.2.3/', 'https://172.31.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/'],
  ...['https://169.254.169.254/latest/meta-data/', 'https://168.63.129.16/', 'https://[::1]/'],
  ...['https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
  ...['https://[::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b:1::7f00:1]/'],
  ...['https://[2002:7f00:1::]/', 'https://[2001:0:7f00:1::]/', 'https://[fd00:ec2::254]/'],
  ...['https://[fe80::1]/', 'https://[ff02::1]/', 'https://[2001:db8::1]/', 'https://[3fff::1]/'],
  ...[
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://240.0.0.1/',
  ],
  ...['https://database/', 'https://metadata.google.internal.:80/', 'https://example.com:22/'],
  ...['https://example.com:6379/', 'https://example.com:5432/', 'http://example.com/'],
  ...['http://localhost:3004/', 'https://me:secret@example.com/', 'https://me@example.com/'],
  ...['https://example.com/#token', 'https://example.com:99999/', 'https://exa mple.com/'],
];

export function alerting({ people, other, target }: Scene) {
  const { cookie } = people;
  const body = aWebhook();
  const theirs = (over: object = {}) => ({ id: target, cookie: other.cookie, ...over });
  const nobodys = (over: object = {}) => ({ id: 'f'.repeat(32), cookie, ...over });
  const add = (what: string, over: object): Case => [
    what,
    'bad_request',
    () => ({ cookie, body: aWebhook(over) }),
  ];
  const elsewhere = (over: object): Case[] => [
    ['from another page', 'forbidden', () => ({ id: target, cookie, ...otherPage, ...over })],
    ['from a sandbox', 'forbidden', () => ({ id: target, cookie, ...sandbox, ...over })],
  ];
  const paused = { body: { paused: true } };
  const limit = { chainId: people.chain.chainId, token: people.chain.usdc, amount: '5' };
  return {
    alerts: [['under another name', 'forbidden', () => ({ cookie, ...ELSEWHERE })]],
    addTarget: [
      ...elsewhere({ body }),
      ...PRIVATE.map((url) => add(url, { url })),
      ...PRIVATE.map((url) => add(`ntfy at ${url}`, { kind: 'ntfy', topic: 'atlas', url })),
      add('a file', { url: 'file:///etc/passwd' }),
      add('a protocol of its own', { url: 'gopher://example.com/' }),
      add('an address with a line break', { url: 'https://example.com/\r\nHost: evil' }),
      add('a name of nothing', { label: '' }),
      add('a name that hides its end', { label: 'a\u202eb' }),
      add('a name that is too long', { label: 'x'.repeat(41) }),
      add('a kind that is none', { kind: 'smtp' }),
      add('a webhook with a token', { token: 'abc' }),
      add('a topic that is a path', { kind: 'ntfy', url: 'https://ntfy.sh', topic: '../admin' }),
      add('ntfy without a topic', { kind: 'ntfy', url: 'https://ntfy.sh' }),
      add('ntfy with the topic in its address', {
        kind: 'ntfy',
        url: 'https://ntfy.sh/a',
        topic: 'a',
      }),
      add('a bot with an address of its own', {
        kind: 'telegram',
        token: `1234567:${'a'.repeat(35)}`,
        chat: '1',
      }),
      [
        'a bot without a chat',
        'bad_request',
        () => ({ cookie, body: { kind: 'telegram', label: 'x', token: 'a' } }),
      ],
      [
        'a token with a path in it',
        'bad_request',
        () => ({ cookie, body: { kind: 'telegram', label: 'x', chat: '1', token: '1/../../' } }),
      ],
      [
        'a field of another version',
        'bad_request',
        () => ({ cookie, body: { ...body, proxy: 'x' } }),
      ],
    ],
    pauseTarget: [
      ['another owner’s', 'not_found', () => theirs(paused)],
      ['nobody’s', 'not_found', () => nobodys(paused)],
      ...elsewhere(paused),
    ],
    removeTarget: [
      ['another owner’s', 'not_found', () => theirs()],
      ['nobody’s', 'not_found', () => nobodys()],
      ...elsewhere({}),
    ],
    testTarget: [
      ['another owner’s', 'not_found', () => theirs({ body: {} })],
      ['nobody’s', 'not_found', () => nobodys({ body: {} })],
      ...elsewhere({ body: {} }),
    ],
    limitSpending: [
      ...elsewhere({ body: limit }),
      ['a negative amount', 'bad_request', () => ({ cookie, body: { ...limit, amount: '-1' } })],
      [
        'an amount with a point',
        'bad_request',
        () => ({ cookie, body: { ...limit, amount: '1.5' } }),
      ],
      [
        'a token that is none',
        'bad_request',
        () => ({ cookie, body: { ...limit, token: 'USDC' } }),
      ],
    ],
  } satisfies Partial<Table>;
}
