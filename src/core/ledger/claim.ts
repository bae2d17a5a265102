// One line of the ledger: something the control plane says, and what can be said about it.
import { array, enums, type Infer, integer, nullable, object, string } from '@metamask/superstruct';
import { PHASES } from '../protocol/status';

export type Verdict = 'verified' | 'unproven' | 'contradicted';

const ClaimStruct = object({
  /** Names it within its Golem: "phase", "left:<permission>". */
  key: string(),
  verdict: enums(['verified', 'unproven', 'contradicted']),
  words: string(),
  /** "chain · block 123", "signed by Atlas", "signed grant", "server". */
  source: string(),
});

/** All that was found about one Golem, and when. */
export const ProofStruct = object({
  golem: string(),
  chainId: integer(),
  /** Local time and block of the last look that had an answer; null before the first. */
  seen: nullable(object({ at: integer(), block: integer(), time: integer() })),
  /** Why the last look had none. */
  problem: nullable(string()),
  /** What the server said then, in short: whoever says something new is looked at first. */
  mark: string(),
  claims: array(ClaimStruct),
  /** The oracle's word; null = no record, or not known. */
  phase: nullable(enums(PHASES)),
  /** The oracle has not heard of it for longer than its lease allows. */
  silent: nullable(object({ reportedAt: integer() })),
  /** Permissions that the chain shows ended, and by what. */
  ends: array(object({ permission: string(), what: enums(['grant', 'lease']), words: string() })),
  /** Permissions whose grant the chain shows in force. */
  alive: array(string()),
  /** Base units left, as the chain counts them. */
  left: array(object({ permission: string(), amount: string() })),
  gas: nullable(string()),
  /** Could its key spend right now? */
  probe: nullable(object({ can: enums(['yes', 'no', 'unknown']), words: string() })),
  /** The last heartbeat whose signature was recovered here. */
  beat: nullable(
    object({ sequence: integer(), signature: string(), key: string(), strange: integer() }),
  ),
});

export type Claim = Infer<typeof ClaimStruct>;
export type Proof = Infer<typeof ProofStruct>;

/** A claim before it is settled: `differs` may still be explained by a newer or older block. */
export type Finding = Omit<Claim, 'verdict'> & { verdict: Verdict | 'differs' };

export function chainSource(block: number): string {
  return `chain · block ${block}`;
}
