// What the Portal may ask of the Snap: names and parameter schemas, shared by both sides.
import type { Infer } from '@metamask/superstruct';
import { list, orAbsent, params, text } from './schema';

const Line = text(/^[\s\S]{1,120}$/);
const Paragraph = text(/^[\s\S]{1,2000}$/);
const GolemId = text(/^[a-z0-9-]{1,64}$/);

const PlanStepStruct = params({ label: Line, detail: orAbsent(Paragraph) });

export const RPC_PARAMS = {
  /** Any question in the Portal's words, headed by who asks. → `{approved}` */
  showApprovalDialog: params({ title: Line, body: Paragraph }),
  /** A plan of at most 20 steps. → `{approved}` */
  showPlanSummary: params({ plan: params({ title: Line, steps: list(PlanStepStruct, 1, 20) }) }),
  /** Shows what ends; on approval the Snap remembers it and the Portal sends the owner's revocation. → `{approved, golems}` */
  triggerRevoke: params({ golems: list(GolemId, 1, 500) }),
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
} as const;

export type RpcMethod = keyof typeof RPC_PARAMS;
export type RpcParams<M extends RpcMethod> = Infer<(typeof RPC_PARAMS)[M]>;
export type Plan = RpcParams<'showPlanSummary'>['plan'];

export function isRpcMethod(name: string): name is RpcMethod {
  return Object.hasOwn(RPC_PARAMS, name);
}
