// The environment, read once and refused with a sentence when it makes no sense.
import type { Hex } from 'viem';
import { isHex } from '../../../src/core/bytes/hex';
import { GAS_EACH, QUOTA, type Quota } from './quota-figures';

export type ChainConfig = { chainId: number; rpcUrl: string; fromBlock: number };

export type Config = {
  port: number;
  host: string;
  /** Portal origins, the main one first. */
  origins: string[];
  databaseUrl: string | null;
  folder: string;
  chains: ChainConfig[];
  relayKey: Hex | null;
  secret: string | null;
  perMinute: number;
  quota: Quota | null;
  /** A proxy of ours writes the caller's address as the last of `x-forwarded-for`. */
  behindProxy: boolean;
  /** Alerts may go to this computer itself, by http too: for trying them out. */
  loopbackTargets: boolean;
  /** Folder of the built companion site; served when it is there. */
  site: string;
  /** What its pages may talk to besides us, e.g. a relay for phones. */
  connect: string[];
};

export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const ORIGIN = 'http://localhost:3003';

export function readConfig(env: { [name: string]: string | undefined }): Config {
  const host = env.BARDO_HOST ?? '127.0.0.1';
  return {
    port: whole('BARDO_PORT', env.BARDO_PORT ?? '3004'),
    host,
    origins: (env.BARDO_ORIGINS ?? ORIGIN).split(',').map(originOf),
    databaseUrl: env.DATABASE_URL ?? null,
    folder: env.BARDO_DATA ?? '.bardo',
    chains: (env.BARDO_CHAINS ?? '').split(',').filter(Boolean).map(chainOf),
    relayKey: keyOf(env.BARDO_RELAY_KEY),
    secret: env.BARDO_SECRET ?? null,
    perMinute: whole('BARDO_RATE', env.BARDO_RATE ?? '600'),
    quota: quotaOf(env.BARDO_RELAY_ORDERS),
    behindProxy: env.BARDO_BEHIND_PROXY === '1',
    loopbackTargets: loopbackTargetsOf(env.BARDO_ALERTS_LOOPBACK, host),
    site: env.BARDO_SITE ?? 'site/dist',
    connect: (env.BARDO_CONNECT ?? '').split(',').filter(Boolean).map(sourceOf),
  };
}

/** `84532=http://127.0.0.1:8545`, with `@123` behind it to read from block 123 on. */
function chainOf(text: string): ChainConfig {
  const [, chainId, rpcUrl, fromBlock] = /^(\d+)=(https?:\/\/.+?)(?:@(\d+))?$/.exec(text) ?? [];
  if (!chainId || !rpcUrl) {
    throw new Error('BARDO_CHAINS must look like 84532=https://node.example@123,…');
  }
  return { chainId: Number(chainId), rpcUrl, fromBlock: Number(fromBlock ?? 0) };
}

/** Where strangers sign in it would let them reach what listens beside us. */
function loopbackTargetsOf(text: string | undefined, host: string): boolean {
  if (text !== '1') return false;
  if (LOOPBACK.includes(host)) return true;
  throw new Error('BARDO_ALERTS_LOOPBACK is for a control plane that listens on loopback only.');
}

function originOf(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text) {
    throw new Error('BARDO_ORIGINS must be origins like https://bardo.ai, separated by commas.');
  }
  return text;
}

/** A host of a Content-Security-Policy; anything else could add directives of its own. */
function sourceOf(text: string): string {
  if (!/^(https|wss):\/\/[a-z0-9.-]+(:\d+)?$/.test(text)) {
    throw new Error('BARDO_CONNECT must be hosts like wss://relay.example, separated by commas.');
  }
  return text;
}

function keyOf(text: string | undefined): Hex | null {
  if (text === undefined || text === '') return null;
  if (!isHex(text, 32)) throw new Error('BARDO_RELAY_KEY is not a private key.');
  return text;
}

/** Orders per owner and day; a third of them per grant, and gas in proportion. 0 = no limit. */
function quotaOf(text: string | undefined): Quota | null {
  if (text === undefined) return QUOTA;
  const orders = whole('BARDO_RELAY_ORDERS', text);
  const share = (count: number) => ({ orders: count, gas: count * GAS_EACH });
  return orders === 0 ? null : { owner: share(orders), grant: share(Math.ceil(orders / 3)) };
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number.`);
  return Number(text);
}
