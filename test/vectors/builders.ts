// Test data builders: a whole, valid thing with the few fields a test is about. Addresses are
// recognisable at sight: one byte, repeated, that says whose it is.
import type { Address } from 'viem';
import type { Scene, Watched } from '../../src/core/findings/scene';
import {
  type Golem,
  type Permission,
  PROTOCOL_VERSION,
  type Status,
} from '../../src/core/protocol/status';
import type { Waiting } from '../../src/core/protocol/waiting';

export const NOW = 1_790_000_000;
export const BASE = 8453;
export const USDC_ON_BASE: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

export const OWNER = anAddress(0x0a);
export const SESSION_KEY = anAddress(0x5e);
export const GUARDIAN = anAddress(0x6a);
export const STRANGER = anAddress(0x66);
export const HASH = aHash(0xd1);

/** The same byte twenty times, so that a swapped argument shows. */
export function anAddress(byte: number): Address {
  return `0x${byte.toString(16).padStart(2, '0').repeat(20)}`;
}

export function aHash(byte: number): `0x${string}` {
  return `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;
}

export function aGolem(over: Partial<Golem> = {}): Golem {
  return {
    id: 'atlas',
    name: 'Atlas',
    chainId: BASE,
    guardian: GUARDIAN,
    parent: null,
    phase: 'thriving',
    vitality: 90,
    heartbeat: {
      at: NOW - 60,
      intervalSeconds: 300,
      sequence: 7,
      blockNumber: 30_000_000,
      blockHash: aHash(0xb1),
      signature: `0x${'11'.repeat(65)}`,
    },
    policyTier: 2,
    sessionKey: SESSION_KEY,
    gasLeft: '1000000000000000',
    gasPullsLeft: 40,
    knowledgeRecord: null,
    ...over,
  };
}

export function aPermission(over: Partial<Permission> = {}): Permission {
  return {
    id: 'atlas-runway',
    golem: 'atlas',
    chainId: BASE,
    manager: '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
    token: USDC_ON_BASE,
    cap: '10000000',
    periodSeconds: 86_400,
    left: '8000000',
    startAt: NOW - 86_400,
    expiresAt: NOW + 6 * 86_400,
    delegationHashes: [HASH],
    revokedAt: null,
    lease: null,
    ...over,
  };
}

/** A request with a key that the Golem's lease names. */
export function aWaiting(over: Partial<Waiting> = {}): Waiting {
  return {
    id: 'd1'.repeat(32),
    golem: 'atlas',
    chainId: BASE,
    kind: 'runway',
    askedAt: NOW - 600,
    deadline: NOW + 86_400,
    sessionKey: SESSION_KEY,
    token: USDC_ON_BASE,
    amount: '10000000',
    days: 7,
    knownKey: true,
    ...over,
  };
}

export function aStatus(over: Partial<Status> = {}): Status {
  return {
    version: PROTOCOL_VERSION,
    serverTime: NOW,
    owner: OWNER,
    nextToken: 'next-token-0123456789',
    historyCursor: 'cursor-1',
    golems: [aGolem()],
    permissions: [aPermission()],
    history: [],
    waiting: [],
    mandates: [],
    unreadable: [],
    ...over,
  };
}

/** The owner signs on Base, from the Portal, with one living Golem watched. */
export function aScene(over: Partial<Scene> = {}): Scene {
  const watched: Watched = aStatus();
  return { chainId: BASE, signer: OWNER, origin: 'https://bardo.ai', watched, now: NOW, ...over };
}
