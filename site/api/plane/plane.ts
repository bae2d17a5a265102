// What every handler is given: the stored facts, the chains, a clock and a log. Tests hand in their own.
import type { Address, PublicClient } from 'viem';
import type { AgentClaim } from '../../../src/core/protocol/agent-request';
import type { RequestOf, ResponseOf, RouteName } from '../../../src/core/protocol/api';
import type { Store } from '../store/store';
import type { Log } from './log';
import { Problem } from './problem';
import type { Quota } from './quota-figures';

export type Plane = {
  store: Store;
  /** By chain id; what is not here is a foreign chain. */
  chains: ReadonlyMap<number, PublicClient>;
  /** The relay account of each chain that has one. */
  relays: ReadonlyMap<number, Address>;
  /** Portal origins; the first is the one that links are for. */
  origins: readonly string[];
  /** Host and Origin are checked: the plane runs on the owner's own computer. */
  loopback: boolean;
  /** Key of the watch tokens' succession. */
  secret: string;
  /** Requests per minute and caller; 0 = no limit. */
  perMinute: number;
  /** Orders that the relay pays for; null = all, where its gas is the owner's own. */
  quota: Quota | null;
  /** Alerts may go to this computer itself: the demo world's do. */
  loopbackTargets: boolean;
  /** Whether this process follows the chains and sends for the relay. */
  leads: () => boolean;
  /** Reads what the chain has shown; false when it could not be read up to now. */
  catchUp: (chainId: number) => Promise<boolean>;
  /** Unix seconds. */
  now: () => number;
  log: Log;
};

/** Who asks, as far as the route's `auth` demanded it. */
export type Caller = {
  /** In lower case; "0x" when the route needs nobody. */
  owner: Address;
  /** The network it came from. */
  peer: string;
  /** Of a session route: when the session ends. */
  until: number;
  /** Of a watch route: the token that follows the one presented. */
  nextToken: string;
  agent: AgentClaim | null;
  /** The terminal that asks, with its token and how often that was renewed; null for the owner's own browser. */
  terminal: { id: string; token: string; generation: number } | null;
};

export type Call<R extends RouteName> = {
  plane: Plane;
  body: RequestOf<R>;
  /** The `:id` of the path. */
  id: string;
  /** The `:owner` of the path, in lower case; "0x" where the path names none. */
  whose: Address;
  query: URLSearchParams;
  caller: Caller;
  now: number;
  setHeader: (name: string, value: string) => void;
};

export type Handler<R extends RouteName> = (call: Call<R>) => Promise<ResponseOf<R>>;

export function chainOf(plane: Plane, chainId: number): PublicClient {
  const client = plane.chains.get(chainId);
  if (!client) throw new Problem('wrong_chain', `Chain ${chainId} is not watched here.`);
  return client;
}

/** For answers that must not rest on an old reading of the chain. */
export async function readUpToNow(plane: Plane, chainId: number): Promise<void> {
  if (await plane.catchUp(chainId)) return;
  throw new Problem('chain_unavailable', 'The chain could not be read up to now. Try again later.');
}

/** A node that does not answer is no fault of the caller. */
export async function asked<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('chain_unavailable', 'The chain could not be asked. Try again later.');
  }
}
