// What is sent to the routes of terminals and codes that must be refused.
import type { Asking } from '../house';
import { otherPage, type Scene, sandbox, type Table } from './scene';

const CODE = 'BARD-0000-0000';

export function terminals({ people, other, token: watching, requests, terminal }: Scene) {
  const { cookie } = people;
  const browser = { port: 4000, state: 's'.repeat(16), challenge: 'c'.repeat(43) };
  const starting = (over: object) => ({ body: { name: 'x', browser: { ...browser, ...over } } });
  const elsewhere = [
    ['from another page', 'forbidden', () => ({ cookie, ...otherPage, ...answering })],
    ['from a sandbox', 'forbidden', () => ({ cookie, ...sandbox, ...answering })],
    [
      'by a terminal, which only reads',
      'forbidden',
      () => ({ token: terminal.token, ...answering }),
    ],
    ['with a watch token', 'unauthorized', () => ({ token: watching, ...answering })],
  ] as const;
  const answering: Asking = { id: terminal.waiting, body: {} };
  const unknown = [
    'one that never was',
    'not_found',
    () => ({ cookie, id: 'f'.repeat(32), body: {} }),
  ] as const;
  const byOthers = [
    ['with a watch token', 'unauthorized', () => ({ token: watching, body: {} })],
    ['with a cookie', 'unauthorized', () => ({ cookie, body: {} })],
    ['with a token that nobody has', 'unauthorized', () => ({ token: 'A'.repeat(43), body: {} })],
  ] as const;
  return {
    startTerminal: [
      ['a name that is none', 'bad_request', () => ({ body: { name: '' } })],
      ['a name of two lines', 'bad_request', () => ({ body: { name: 'a\nb' } })],
      ['a huge name', 'bad_request', () => ({ body: { name: 'x'.repeat(65) } })],
      ['a port of the system', 'bad_request', () => starting({ port: 80 })],
      ['a host in place of a port', 'bad_request', () => starting({ port: '4000@evil.example' })],
      [
        'a state that adds to the query',
        'bad_request',
        () => starting({ state: '&code=1'.repeat(3) }),
      ],
      ['a plain verifier', 'bad_request', () => starting({ challenge: 'short' })],
      ['a host', 'bad_request', () => starting({ host: 'evil.example' })],
      ['from another page', 'forbidden', () => ({ ...otherPage, body: { name: 'x' } })],
    ],
    terminalToken: [
      ['one that never was', 'expired_token', () => ({ body: { device_code: 'A'.repeat(43) } })],
      [
        'another’s code and no approval',
        'authorization_pending',
        () => ({
          body: {
            device_code: terminal.device,
            browser: { code: 'A'.repeat(43), verifier: 'v'.repeat(43) },
          },
        }),
      ],
      ['its id', 'expired_token', () => ({ body: { device_code: terminal.waiting } })],
    ],
    renewTerminal: [...byOthers],
    leaveTerminal: [...byOthers],
    terminals: [
      ['by a terminal', 'forbidden', () => ({ token: terminal.token })],
      ['with a watch token', 'unauthorized', () => ({ token: watching })],
    ],
    approveTerminal: [
      ...elsewhere,
      unknown,
      ['one that is let in', 'not_found', () => ({ cookie, id: terminal.id, body: {} })],
      ['a request', 'not_found', () => ({ cookie, id: requests.open, body: {} })],
    ],
    denyTerminal: [...elsewhere, unknown],
    endTerminal: [
      ...elsewhere.map(
        ([what, code, asking]) => [what, code, () => ({ ...asking(), body: undefined })] as const,
      ),
      unknown,
      ['another owner’s', 'not_found', () => ({ cookie: other.cookie, id: terminal.id })],
      ['one that waits', 'not_found', () => ({ cookie, id: terminal.waiting })],
    ],
    enterCode: [
      ['from another page', 'forbidden', () => ({ cookie, body: { code: CODE }, ...otherPage })],
      ['by a terminal', 'forbidden', () => ({ token: terminal.token, body: { code: CODE } })],
      ['one that is nobody’s', 'not_found', () => ({ cookie, body: { code: CODE } })],
      ['what is no code', 'not_found', () => ({ cookie, body: { code: "' or 1=1 --" } })],
      ['a number', 'bad_request', () => ({ cookie, body: { code: 12_345_678 } })],
      ['a long one', 'bad_request', () => ({ cookie, body: { code: 'A'.repeat(65) } })],
    ],
    runwayOutcome: [
      ['an unknown one', 'not_found', () => ({ id: 'e'.repeat(64) })],
      ['one that waits', 'authorization_pending', () => ({ id: requests.open })],
      ['one that was refused', 'access_denied', () => ({ id: requests.answered })],
    ],
  } satisfies Partial<Table>;
}
