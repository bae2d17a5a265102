// A control plane for one Golem on loopback: it holds requests and answers to core's schemas, checks
// signatures as the real one must, and can be down, slow, huge or lying.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, recoverTypedDataAddress } from 'viem';
import type { StopOrder } from '../../src/agent/life/stop';
import { agentTypedData, parseAgentHeader } from '../../src/core/protocol/agent-request';
import type { HeartbeatBody } from '../../src/core/protocol/agent-shapes';
import { ERROR_STATUS, type ErrorCode, ROUTES, type RouteName } from '../../src/core/protocol/api';
import { check } from '../../src/core/protocol/check';
import { isSignedRunway, runwayDigest } from '../../src/core/protocol/runway-ask';
import type { RunwayAskBody, RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { bardoTypedData } from '../../src/core/protocol/typed-data';
import { userCodeOf } from '../../src/core/protocol/user-code';
import { aGolem, aPermission } from '../vectors/builders';

export type LoopbackPlane = {
  url: string;
  /** What it knows and answers; tests write here. */
  said: {
    mode: 'up' | 'down' | 'slow' | 'huge' | 'lying';
    runway: RunwayRecord | null;
    contexts: { permission: string; chainId: number; context: Hex }[];
    /** Keys that a lease names. */
    keys: string[];
    stop: StopOrder | null;
    lastSequence: number | null;
  };
  /** Every request that was taken, in order. */
  heard: { route: RouteName; body: unknown }[];
  /** Every one that arrived whole, also those that were refused. */
  posted: { route: RouteName; body: unknown }[];
  close: () => Promise<void>;
};

type Known = { route: RouteName; body: never; key: Hex | null };

export async function aPlane(): Promise<LoopbackPlane> {
  const said: LoopbackPlane['said'] = {
    mode: 'up',
    runway: null,
    contexts: [],
    keys: [],
    stop: null,
    lastSequence: null,
  };
  const heard: LoopbackPlane['heard'] = [];
  const posted: LoopbackPlane['posted'] = [];
  const server = createServer(async (request, response) => {
    if (said.mode === 'down') return request.socket.destroy();
    if (said.mode === 'slow') return;
    if (said.mode === 'huge') return void response.end(`"${'x'.repeat(2 << 20)}"`);
    if (said.mode === 'lying') return void response.end('{"sequence":"seven"}');
    const origin = `http://${request.headers.host}`;
    const known = await understand(request, origin, said);
    if ('code' in known) return refuse(response, known.code);
    posted.push({ route: known.route, body: known.body });
    const answer = await ANSWERS[known.route]?.(known, said);
    if (typeof answer === 'string') return refuse(response, answer as ErrorCode);
    heard.push({ route: known.route, body: known.body });
    const checked = check(answer, ROUTES[known.route].response);
    if (!checked.ok) throw new Error(`the test plane answers badly: ${checked.path.join('.')}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, said, heard, posted, close };
}

async function understand(
  request: IncomingMessage,
  audience: string,
  { keys }: LoopbackPlane['said'],
): Promise<Known | { code: ErrorCode }> {
  const text = await bodyOf(request);
  const path = `${request.url}`;
  const route = (Object.keys(ROUTES) as RouteName[]).find((name) => {
    const { method, path: known } = ROUTES[name];
    return (
      method === request.method && new RegExp(`^${known.replace(':id', '[a-z0-9-]+')}$`).test(path)
    );
  });
  if (!route) return { code: 'not_found' };
  const { request: struct, auth } = ROUTES[route];
  let body: unknown = null;
  if (struct) {
    const checked = check(JSON.parse(text), struct);
    if (!checked.ok) return { code: 'bad_request' };
    body = checked.value;
  }
  if (auth !== 'agent') return { route, body: body as never, key: null };
  const header = parseAgentHeader(request.headers.authorization);
  if (!header) return { code: 'unauthorized' };
  const signed = { audience, method: `${request.method}`, path, body: text };
  const { claim, signature } = header;
  const signer = await recoverTypedDataAddress({ ...agentTypedData(claim, signed), signature });
  if (signer.toLowerCase() !== claim.sessionKey) return { code: 'bad_signature' };
  return keys.includes(claim.sessionKey)
    ? { route, body: body as never, key: claim.sessionKey }
    : { code: 'unauthorized' };
}

const ANSWERS: {
  [route: string]: (known: Known, said: LoopbackPlane['said']) => Promise<unknown> | unknown;
} = {
  askRunway: async ({ body }, said) => {
    const ask = body as RunwayAskBody;
    if (!isSignedRunway(ask)) return 'bad_signature';
    const codeNonce = `0x${'5e'.repeat(32)}` as const;
    const digest = runwayDigest(ask);
    const code = digest ? { codeNonce, code: userCodeOf(digest, codeNonce) } : {};
    const fresh = { askedAt: ask.deadline - 900, permission: null, knownKey: false, ...code };
    said.runway ??= { ...ask, id: 'request-1', state: 'open', ...fresh };
    return said.runway;
  },
  runwayRequest: (_, { runway }) => runway ?? 'gone',
  heartbeat: async ({ body }, said) => {
    const beat = body as HeartbeatBody;
    if (said.lastSequence !== null && beat.sequence <= said.lastSequence) return 'replayed';
    const { golem, guardian, phase, vitality, blockHash } = beat;
    const typed = bardoTypedData('Heartbeat', beat.chainId, {
      ...{ golem, guardian: guardian as Hex, phase, vitality, blockHash: blockHash as Hex },
      sequence: BigInt(beat.sequence),
      issuedAt: BigInt(beat.issuedAt),
      blockNumber: BigInt(beat.blockNumber),
    });
    const signer = await recoverTypedDataAddress({ ...typed, signature: beat.signature as Hex });
    if (!said.keys.includes(signer.toLowerCase())) return 'bad_signature';
    said.lastSequence = beat.sequence;
    return { sequence: beat.sequence, stop: said.stop };
  },
  agentState: ({ key }, { contexts, stop, lastSequence }) => ({
    golem: aGolem({ sessionKey: key }),
    owner: `0x${'0a'.repeat(20)}`,
    permissions: [],
    contexts,
    requests: [],
    stop,
    lastSequence,
  }),
  rotate: ({ body }) => ({ pendingKey: (body as { sessionKey: string }).sessionKey }),
  replicant: () => ({ permission: aPermission() }),
  purpose: ({ body }) => ({ purpose: (body as { purpose: string }).purpose }),
  end: () => ({ revokedCount: 1, open: ['atlas-runway'] }),
};

function refuse(response: ServerResponse, code: ErrorCode): void {
  response.statusCode = ERROR_STATUS[code];
  response.end(JSON.stringify({ error: { code, message: `The plane says ${code}.` } }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
