// The Golem's own word: a heartbeat whose signer is recovered here. The expected key is the one the signed
// lease names; what a server says about keys is not asked.
import type { Address } from 'viem';
import { signerOf } from '../bytes/curve';
import { hashTypedData } from '../bytes/typed-hash';
import { ZERO_ADDRESS } from '../caveats/bardo-terms';
import { sameAddress } from '../chain/addresses';
import { MINUTE } from '../chain/time';
import type { GrantedChain } from '../delegations/delegation-chain';
import type { Finding, Proof } from '../memory/claim';
import type { Golem } from '../protocol/status';
import { bardoTypedData } from '../protocol/typed-data';
import type { Facts } from './facts';
import { isUnleased } from './listed-chain';
import type { Target } from './questions';

/** An agent that was given a new key may speak with the old one until it has fetched its lease. */
const HANDOVER = 10 * MINUTE;

export type Beat = NonNullable<Golem['heartbeat']>;

/** null when the document does not carry all that was signed, or nothing can be recovered from it. */
export function beatSigner(golem: Golem, guardian: Address | null): Address | null {
  const { heartbeat: beat } = golem;
  if (!beat || beat.phase === undefined || beat.vitality === undefined) return null;
  const typed = bardoTypedData('Heartbeat', golem.chainId, {
    golem: golem.id,
    guardian: guardian ?? ZERO_ADDRESS,
    sequence: BigInt(beat.sequence),
    issuedAt: BigInt(beat.at),
    phase: beat.phase,
    vitality: beat.vitality,
    blockNumber: BigInt(beat.blockNumber),
    blockHash: beat.blockHash,
  });
  return signerOf(hashTypedData(typed), beat.signature);
}

const HEARTBEAT = { what: 'heartbeat', of: null };

export type BeatScene = {
  signer: Address | null;
  /** When each lease was signed here. */
  signedAt: (held: GrantedChain) => number;
  facts: Facts | null;
  last: Proof['beat'];
};

/** The finding, and what to remember of a heartbeat that holds. */
export function judgeBeat(
  golem: Golem,
  { held }: Target,
  scene: BeatScene,
): { finding: Finding; beat: Proof['beat'] } {
  const { heartbeat } = golem;
  const { signer, last } = scene;
  const none = (verdict: Finding['verdict'], words: string, beat: Proof['beat'] = last) => ({
    finding: { ...HEARTBEAT, verdict, words, source: 'server' },
    beat,
  });
  if (!heartbeat) return none('unproven', 'it never sent a heartbeat');
  const keys = held.filter((one) => one.grant.token !== null && !isUnleased(one, golem));
  if (keys.length === 0) return none('unproven', 'the key of its lease is not known here');
  const own = keys.find(({ redeemer }) => sameAddress(redeemer, signer));
  if (!own)
    return none('contradicted', 'Its last heartbeat was not signed by any key of its leases.');
  if (isOutdated(own, keys, heartbeat.at, scene)) {
    return none('contradicted', 'Its last heartbeat was signed by a key that was replaced before.');
  }
  const replayed = last !== null && sameAddress(last.key, signer) && goesBack(last, heartbeat);
  if (replayed)
    return none(
      'contradicted',
      `Its heartbeat number ${heartbeat.sequence} was sent before in another form, or is older than one already proven.`,
    );
  const strange = isStrange(heartbeat, scene.facts);
  const again = strange && last !== null && last.strange > 0 && heartbeat.sequence > last.sequence;
  const beat = {
    sequence: heartbeat.sequence,
    signature: heartbeat.signature,
    key: own.redeemer,
    strange: strange ? 1 : 0,
  };
  if (again)
    return none('contradicted', 'Its heartbeats name blocks that this chain does not have.', beat);
  if (strange)
    return none(
      'unproven',
      'its heartbeat names a block this chain does not have; a reorganisation can explain one',
      beat,
    );
  const finding: Finding = {
    ...HEARTBEAT,
    verdict: 'verified',
    words: `heartbeat ${heartbeat.sequence}`,
    source: 'signed by its key',
  };
  return { finding, beat };
}

function goesBack(last: NonNullable<Proof['beat']>, beat: Beat): boolean {
  if (beat.sequence < last.sequence) return true;
  return beat.sequence === last.sequence && beat.signature !== last.signature;
}

/** Signed by the key of an earlier lease, long after a later one was signed and the chain had ended the earlier. */
function isOutdated(
  own: GrantedChain,
  keys: readonly GrantedChain[],
  at: number,
  scene: BeatScene,
): boolean {
  const { lease } = own;
  if (!lease || !scene.facts) return false;
  const later = keys.filter(
    (one) =>
      one.lease &&
      one.lease.terms.generation > lease.terms.generation &&
      !sameAddress(one.redeemer, own.redeemer),
  );
  const floor = scene.facts.budget(lease.guardian, lease.terms.budgetId)?.floor ?? 0n;
  return floor > lease.terms.generation && later.some((one) => at > scene.signedAt(one) + HANDOVER);
}

function isStrange({ blockNumber, blockHash }: Beat, facts: Facts | null): boolean {
  const hash = facts?.blockHash(blockNumber) ?? null;
  return hash !== null && hash !== blockHash;
}
