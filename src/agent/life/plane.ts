// The control plane as an agent uses it. Requests and answers pass core's schemas, an answer is bounded in size
// and time, and every failure is a value: a plane that is down costs the Golem nothing but the plane.
import { randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { agentHeader, agentTypedData } from '../../core/protocol/agent-request';
import { pathOf, type RequestOf, type ResponseOf, ROUTES } from '../../core/protocol/api';
import type { SessionKey } from '../key/session-key';
import { type PlaneAnswer, read, visit } from './plane-reply';

/** The routes that concern an agent. */
export type AgentRoute =
  | 'askRunway'
  | 'runwayRequest'
  | 'heartbeat'
  | 'agentState'
  | 'rotate'
  | 'replicant'
  | 'purpose'
  | 'end';

/** Who signs a request to a route that asks for the session key. */
export type Signer = {
  owner: Address;
  golem: string;
  chainId: number;
  key: SessionKey;
  issuedAt: number;
};

type Ask<R extends AgentRoute> = {
  id?: string;
  signer?: Signer;
} & (RequestOf<R> extends null ? { body?: undefined } : { body: RequestOf<R> });

export type Plane = {
  origin: string;
  /** Where the owner answers: links lead there. */
  portal: string;
  ask: <R extends AgentRoute>(route: R, ask: Ask<R>) => Promise<PlaneAnswer<ResponseOf<R>>>;
};

export type PlaneOptions = {
  url: string;
  /** Of the site, where it is not the control plane's own. */
  portalUrl?: string;
  deadlineMs?: number;
  maxBytes?: number;
};

export function connectPlane({
  url,
  portalUrl = url,
  deadlineMs = 10_000,
  maxBytes = 1 << 20,
}: PlaneOptions): Plane {
  const origin = originOf(url, 'control plane');
  const portal = originOf(portalUrl, 'portal');
  return {
    origin,
    portal,
    ask: async (route, { id, signer, body }) => {
      const { method, response } = ROUTES[route];
      const path = pathOf(route, id);
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers: Record<string, string> = { accept: 'application/json' };
      if (text) headers['content-type'] = 'application/json';
      if (signer)
        headers.authorization = await authorization(signer, { origin, method, path, text });
      const request = {
        method,
        headers,
        redirect: 'error',
        ...(text ? { body: text } : {}),
      } as const;
      const answer = await visit(`${origin}${path}`, request, { deadlineMs, maxBytes });
      if (!answer.ok) return answer;
      return read(answer.value, response) as PlaneAnswer<ResponseOf<typeof route>>;
    },
  };
}

function originOf(url: string, what: 'control plane' | 'portal'): string {
  const words = what === 'portal' ? 'portalUrl' : 'The control plane’s url';
  if (!URL.canParse(url)) throw new Error(`${words} must be an https address.`);
  const { origin, protocol, hostname } = new URL(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && local)) return origin;
  throw new Error(`The ${what} must be reached by https, or on this computer.`);
}

async function authorization(
  { owner, golem, chainId, key, issuedAt }: Signer,
  request: { origin: string; method: string; path: string; text: string },
): Promise<string> {
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
  const claim = { owner, golem, chainId, sessionKey: key.address, issuedAt, nonce };
  const { origin: audience, method, path, text: body } = request;
  return agentHeader(
    claim,
    await key.signTypedData(agentTypedData(claim, { audience, method, path, body })),
  );
}
