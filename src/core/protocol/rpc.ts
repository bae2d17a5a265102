// What the Portal may ask of the Snap and what it is answered: names, parameter schemas and types, shared
// by both sides. Addresses and hashes are read in lower case, amounts are base units as decimal text,
// times are unix seconds.

import type { Hex } from 'viem';
import { Address, Amount, ChainId, Context, Hash, Id, Name, Signature, Time } from './fields';
import type { OracleOrderBody, RaiseOrderBody } from './orders';
import type { Infer } from './schema';
import { list, oneOf, orAbsent, params, text, whole } from './schema';

const Line = text(/^[\s\S]{1,120}$/);
const Paragraph = text(/^[\s\S]{1,2000}$/);

const PlanStepStruct = params({ label: Line, detail: orAbsent(Paragraph) });

/** What a request for a runway says besides its Golem, chain, owner and key, and the nonce its code is computed with. */
const RunwayProof = params({
  token: Address,
  amount: Amount,
  days: whole(1, 3650),
  payees: orAbsent(list(Address, 0, 8)),
  deadline: Time,
  nonce: Hash,
  signature: Signature,
  codeNonce: Hash,
});
export type RunwayProof = Infer<typeof RunwayProof>;

export const RPC_PARAMS = {
  /** Any question in the Portal's words, headed by who asks. → `{approved}` */
  showApprovalDialog: params({ title: Line, body: Paragraph }),
  /** A plan of at most 20 steps. → `{approved}` */
  showPlanSummary: params({ plan: params({ title: Line, steps: list(PlanStepStruct, 1, 20) }) }),
  /** Shows what ends; on approval the Snap signs the end and hands it to the control plane itself. */
  triggerRevoke: params({ golems: list(Id, 1, 500) }),
  /** Cached status with the Snap's own judgement. Never a token. */
  getGolemsStatus: params({}),
  /** A watch token, tried before it is kept. → `{accepted, owner}` */
  updateAuthToken: params({ token: text(/^[A-Za-z0-9_-]{20,256}$/) }),
  /** Who am I talking to? → `{version, protocol, connected, owner, lastFetchAt}` */
  handshake: params({}),
  /** One visit to the control plane without rotating the token. → like getGolemsStatus */
  refresh: params({}),
  /** → `{version, protocol}` */
  getVersion: params({}),
  /** The address a grant for this Golem must name. No dialog: an address gives nothing away. */
  /**
   * `owner`: whose Golem; else the owner this Snap watches for. `known`: as the site was told; it is the answer if it is
   * one of ours over this Golem.
   */
  getGuardian: params({ golem: Id, owner: orAbsent(Address), known: orAbsent(Address) }),
  /**
   * A lease to the Golem's session key under `grant`, the ERC-7715 context as the wallet returned it. The Snap
   * chooses budget, epoch and generation, reads the chain itself, and signs what its dialog has said. `request`: the
   * one it answers, whose code is shown if this session key signed it for this Golem and owner; if not, nothing is signed.
   */
  issueLease: params({
    golem: Id,
    name: Name,
    chainId: ChainId,
    grant: Context,
    sessionKey: Address,
    cap: Amount,
    replicantCap: Amount,
    expiresAt: Time,
    payees: list(Address, 1, 8),
    maxAgeSeconds: whole(1, 4_294_967_295),
    request: orAbsent(RunwayProof),
  }),
  /** A guardian's word for the Golem's record in the VitalityOracle. `score` in basis points. */
  signOracle: params({
    golem: Id,
    chainId: ChainId,
    act: oneOf(['register', 'setReporter', 'heal'] as const),
    reporter: orAbsent(Address),
    phase: orAbsent(whole(0, 4)),
    score: orAbsent(whole(0, 10_000)),
  }),
} as const;

/** `reason`: why nothing was asked, or what the Snap refuses; absent when the owner said no. */
type Refused = { approved: false; reason?: string };

type LeaseAnswer =
  | Refused
  | {
      approved: true;
      guardian: Hex;
      /** Lease and grant: redeemable by the session key. */
      context: Hex;
      generation: number;
      budgetId: string;
      /** Ends every earlier lease of this budget at once; null when there was none. */
      raise: RaiseOrderBody | null;
      /** Opens the Golem's oracle record, or hands it to the session key; null when it has it already. */
      oracle: OracleOrderBody | null;
    };

type OracleAnswer = Refused | { approved: true; order: OracleOrderBody };

type RevokeAnswer = {
  approved: boolean;
  golems: string[];
  /** Of these, Golems whose Stop and Raise the control plane took. Ended they are when the chain shows it. */
  delivered: string[];
  reason?: string;
};

/** Answers that have a type of their own; the others are plain documents. */
export type RpcAnswers = {
  showApprovalDialog: { approved: boolean };
  showPlanSummary: { approved: boolean };
  triggerRevoke: RevokeAnswer;
  updateAuthToken: { accepted: boolean; owner: Hex };
  getGuardian: { guardian: Hex };
  issueLease: LeaseAnswer;
  signOracle: OracleAnswer;
};

export type RpcMethod = keyof typeof RPC_PARAMS;
export type RpcParams<M extends RpcMethod> = Infer<(typeof RPC_PARAMS)[M]>;
export type Plan = RpcParams<'showPlanSummary'>['plan'];

export function isRpcMethod(name: string): name is RpcMethod {
  return Object.hasOwn(RPC_PARAMS, name);
}
