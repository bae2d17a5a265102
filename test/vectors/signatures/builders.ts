// Signature requests as the wallet hands them over, and the one call every reader's test makes.
import type { Insight } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import { explainSignature, type SignatureInput } from '../../../src/core/insight/signature';
import {
  BARDO_DOMAIN_FIELDS,
  BARDO_TYPES,
  type BardoType,
} from '../../../src/core/protocol/typed-data';
import { aHash, aScene, BASE, NOW, OWNER, SESSION_KEY, USDC_ON_BASE } from '../builders';

export const PORTAL = 'https://bardo.ai';
export const ELSEWHERE = 'https://elsewhere.example';

// biome-ignore lint/suspicious/noExplicitAny: tests break these messages in every way there is
export type Typed = any;

export function aSignature(
  data: unknown,
  signatureMethod = 'eth_signTypedData_v4',
): SignatureInput {
  return { from: OWNER, data, signatureMethod };
}

/** A message of a Bardo domain, whole and valid, with the few fields a test is about. */
export function aBardoMessage(type: string, message: object = {}, over: object = {}): Typed {
  const known = type as BardoType;
  return {
    domain: { name: 'Bardo', version: '1', chainId: BASE },
    types: { EIP712Domain: BARDO_DOMAIN_FIELDS, [type]: BARDO_TYPES[known] ?? [] },
    primaryType: type,
    message: { ...MESSAGES[known], ...message },
    ...over,
  };
}

const MESSAGES: { [T in BardoType]: object } = {
  PermissionRequest: {
    golem: 'atlas',
    token: USDC_ON_BASE,
    amount: '10000000',
    days: '7',
    deadline: NOW + 3600,
  },
  ActionPermit: {
    golem: 'atlas',
    actionHash: aHash(0xac),
    riskTier: 2,
    policyHash: aHash(0x70),
    simulationHash: aHash(0x51),
    nonce: 1,
    deadline: NOW + 3600,
  },
  IdentityAttestation: {
    owner: OWNER,
    golem: 'atlas',
    agentKey: SESSION_KEY,
    deadline: NOW + 3600,
  },
  Heartbeat: {
    golem: 'atlas',
    guardian: OWNER,
    sequence: 1,
    issuedAt: NOW,
    phase: 0,
    vitality: 9000,
    blockNumber: 1,
    blockHash: aHash(1),
  },
  CladeChallenge: { target: 'atlas', nonce: aHash(2), issuedAt: NOW, expiresAt: NOW + 300 },
};

export function explain(data: unknown, over: Partial<Scene> = {}, method?: string): Insight | null {
  return explainSignature(aSignature(data, method), aScene(over), PORTAL).insight;
}

/** Typed data of a standard; field lists are written as EIP-712 writes them. */
export function typedData(
  domain: object,
  types: { [name: string]: string },
  primaryType: string,
  message: object,
): Typed {
  const lists = Object.entries(types).map(([name, members]) => [
    name,
    members.split(',').map((member) => {
      const [type, field] = member.split(' ');
      return { name: field, type };
    }),
  ]);
  return { domain, types: Object.fromEntries(lists), primaryType, message };
}

export const DOMAIN_WITH_CONTRACT =
  'string name,string version,uint256 chainId,address verifyingContract';
