// A Golem's last words: why it ends, and which knowledge record it leaves. Its session key signs them, so that plane,
// site and Snap each find out by themselves whose words they are. They are foreign text, whoever signed them.
import type { Address } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { signerOf } from '../bytes/curve';
import { hashTypedData } from '../bytes/typed-hash';
import { Address as AddressStruct, Id, Line, Signature, Time } from './fields';
import { document, type Infer, maybe } from './schema';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION } from './typed-data';

export const ENDING_TYPES = {
  /** An empty `knowledgeRecord` names none. */
  Ending: abiParameters(
    'address owner, string golem, uint64 endedAt, string reason, string knowledgeRecord',
  ),
} as const;

/** As the status tells it; `knowledgeRecord` is the one that was signed. */
export const EndingStruct = document({
  reason: Line,
  at: Time,
  sessionKey: maybe(AddressStruct),
  knowledgeRecord: maybe(Id),
  signature: maybe(Signature),
});

export type LastWords = Infer<typeof EndingStruct>;
export type Whose = { owner: Address; golem: string; chainId: number };

export function endingTypedData(
  { owner, golem, chainId }: Whose,
  { reason, at, knowledgeRecord }: Pick<LastWords, 'reason' | 'at' | 'knowledgeRecord'>,
) {
  const types = { EIP712Domain: BARDO_DOMAIN_FIELDS, ...ENDING_TYPES };
  const domain = { name: 'Bardo', version: BARDO_VERSION, chainId: BigInt(chainId) } as const;
  const record = knowledgeRecord ?? '';
  const message = { owner, golem, endedAt: BigInt(at), reason, knowledgeRecord: record };
  return { domain, types, primaryType: 'Ending', message } as const;
}

/** Lower case. null = nobody's: unsigned, or no signature of anybody. */
export function endingSigner(whose: Whose, words: LastWords): Address | null {
  if (!words.signature) return null;
  return signerOf(hashTypedData(endingTypedData(whose, words)), words.signature);
}

/** What a Golem ended by the tool says first; its own words follow behind a colon. */
export const REVOKE_REASONS = [
  'terminal',
  'out_of_funds',
  'policy_violation',
  'owner_kill_switch',
  'heartbeat_anomaly',
] as const;

export type RevokeReason = (typeof REVOKE_REASONS)[number];

/** `code` null: it says everything in its own words. */
export function reasonParts(reason: string): { code: RevokeReason | null; words: string } {
  const [first = '', ...rest] = reason.split(': ');
  const code = REVOKE_REASONS.find((one) => one === first) ?? null;
  return { code, words: code ? rest.join(': ') : reason };
}

/** Whatever a Golem says as one line that the protocol takes. */
export function asLine(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Cs}/gu, '\u{fffd}');
  return [...line].slice(0, 280).join('');
}
