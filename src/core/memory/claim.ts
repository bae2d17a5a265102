// One line of the ledger: something the control plane says, and what can be said about it.
import { AnyText, AnyWhole } from '../protocol/fields';
import { type Infer, list, oneOf, orAbsent, orNull, params, yesNo } from '../protocol/schema';
import { PHASES } from '../protocol/status';
import { POINT, type PointStruct } from './point';

export type Verdict = 'verified' | 'unproven' | 'contradicted';

const ClaimStruct = params({
  ...POINT,
  verdict: oneOf(['verified', 'unproven', 'contradicted']),
  words: AnyText,
  /** "chain · block 123", "signed by Atlas", "signed grant", "server". */
  source: AnyText,
  /** What excuses a difference holds until this wallet sees a block of that time, and no longer. */
  awaits: orAbsent(AnyWhole),
  /** It differed for the first time in the last look. */
  once: orAbsent(yesNo()),
});

/** All that was found about one Golem, and when. */
export const ProofStruct = params({
  golem: AnyText,
  chainId: AnyWhole,
  /** Local time and block of the last check that had an answer; null before the first. */
  seen: orNull(params({ at: AnyWhole, block: AnyWhole, time: AnyWhole })),
  /** Local time of the last check, answered or not. */
  triedAt: orAbsent(AnyWhole),
  /** Why the last check had none. */
  problem: orNull(AnyText),
  /** What the server said then, in short: whoever says something new is asked about first. */
  fingerprint: AnyText,
  claims: list(ClaimStruct),
  /** The oracle's word; null = no record, or not known. */
  phase: orNull(oneOf(PHASES)),
  /** The oracle has not heard of it for longer than its lease allows. */
  silent: orNull(params({ reportedAt: AnyWhole })),
  /** Permissions that the chain shows ended, and by what. `leaf`: the hash it was asked of, ids are a server's. */
  ends: list(
    params({
      permission: AnyText,
      what: oneOf(['grant', 'lease']),
      words: AnyText,
      leaf: orAbsent(AnyText),
    }),
  ),
  /** Listed permissions that had no place among this check's questions. */
  unasked: orAbsent(AnyWhole),
  /** Permissions whose grant the chain shows in force. */
  alive: list(AnyText),
  /** Base units left, as the chain counts them. */
  left: list(
    params({
      permission: AnyText,
      amount: AnyText,
      /** Of its money in the owner's account. */
      held: orAbsent(AnyText),
    }),
  ),
  gas: orNull(AnyText),
  /** Could its key spend right now? */
  probe: orNull(params({ can: oneOf(['yes', 'no', 'unknown']), words: AnyText })),
  /** The last heartbeat whose signature was recovered here. */
  beat: orNull(params({ sequence: AnyWhole, signature: AnyText, key: AnyText, strange: AnyWhole })),
});

export type Point = Infer<typeof PointStruct>;
export type Claim = Infer<typeof ClaimStruct>;
export type Proof = Infer<typeof ProofStruct>;

/** A claim before it is settled: `differs` may still be explained by a newer or older block. */
export type Finding = Omit<Claim, 'verdict' | 'awaits' | 'once'> & { verdict: Verdict | 'differs' };

/** A name for lists and for who reads them; nothing is read back from it. */
export function pointKey({ what, of }: Point): string {
  return of === null ? what : `${what}:${of}`;
}

export function isSamePoint(a: Point, b: Point): boolean {
  return a.what === b.what && a.of === b.of;
}

export function chainSource(block: number): string {
  return `chain · block ${block}`;
}
