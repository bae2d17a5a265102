// What the Portal may ask. The wallet already limits the origin; it is checked again here, per method,
// because a manifest is easier to get wrong than this file.
import type { Json, OnRpcRequestHandler } from '@metamask/snaps-sdk';
import { check } from '../core/protocol/check';
import {
  isRpcMethod,
  RPC_PARAMS,
  type RpcAnswers,
  type RpcMethod,
  type RpcParams,
} from '../core/protocol/rpc';
import type { Struct } from '../core/protocol/schema';
import { PROTOCOL_VERSION } from '../core/protocol/status';
import { summaryOf } from '../core/watch/summary';
import { nowSeconds } from '../host/clock';
import { SnapError } from '../host/errors';
import { PORTAL_HOST, PORTAL_ORIGIN, VERSION } from '../host/portal';
import { loadState } from '../host/state';
import { confirm } from '../host/ui';
import { ApprovalDialog, PlanDialog } from '../views/dialogs';
import { runCheck } from './check/check';
import { guardianFor } from './guardian/address';
import { issueLease } from './guardian/lease';
import { signOracle } from './guardian/oracle';
import { restoreLeases } from './guardian/restore';
import { type RevokeResult, revoke } from './guardian/revoke';
import { asking } from './owner/asking';
import { connect } from './owner/connect';

type Answer<M> = M extends keyof RpcAnswers ? RpcAnswers[M] : Json;
type Methods = { [M in RpcMethod]: (params: RpcParams<M>) => Promise<Answer<M>> };

const METHODS: Methods = {
  showApprovalDialog: ({ title, body }) =>
    asking(async () => ({
      approved: await confirm(<ApprovalDialog asker={PORTAL_HOST} title={title} body={body} />),
    })),
  showPlanSummary: ({ plan }) =>
    asking(async () => ({
      approved: await confirm(<PlanDialog asker={PORTAL_HOST} plan={plan} />),
    })),
  triggerRevoke: ({ golems }) =>
    asking(async () => revokeAnswer(await revoke(PORTAL_HOST, golems))),
  getGolemsStatus: async () => summaryOf(await loadState(), nowSeconds()),
  updateAuthToken: ({ token }) => connect(token),
  handshake: async () => {
    const state = await loadState();
    return {
      ...version(),
      connected: state.auth_token !== null,
      owner: state.owner,
      lastFetchAt: state.last_fetch_at,
    };
  },
  refresh: async () => {
    await runCheck('refresh');
    return summaryOf(await restoreLeases(), nowSeconds());
  },
  getVersion: async () => version(),
  getGuardian: async (params) => ({ guardian: await guardianFor(params) }),
  issueLease: (params) => asking(() => issueLease(params)),
  signOracle: (params) => asking(() => signOracle(params)),
};

export const onRequest: OnRpcRequestHandler = async ({ origin, request }) => {
  if (!isPortal(origin)) throw new SnapError('unauthorized', 'Bardo answers its own site only.');
  const { method } = request;
  if (!isRpcMethod(method))
    throw new SnapError('methodNotFound', 'Bardo does not know this method.');
  return run(method, request.params ?? {});
};

/** An origin as the wallet writes it: one with a user name, a path or a `blob:` before it is not ours. */
function isPortal(origin: string): boolean {
  try {
    return new URL(origin).origin === PORTAL_ORIGIN && origin === PORTAL_ORIGIN;
  } catch {
    return false;
  }
}

async function run<M extends RpcMethod>(method: M, input: unknown): Promise<Json> {
  const struct = RPC_PARAMS[method] as Struct<RpcParams<M>>;
  const params = check(input, struct);
  if (!params.ok) {
    const field = params.path.join('.') || 'params';
    throw new SnapError(
      'invalidParams',
      `${method}: "${field}" is missing, unknown or not as expected.`,
    );
  }
  return METHODS[method](params.value) as Promise<Json>;
}

function revokeAnswer(result: RevokeResult): RpcAnswers['triggerRevoke'] {
  return result.kind === 'confirmed'
    ? { approved: true, golems: result.golems, delivered: result.delivered }
    : { approved: false, golems: [], delivered: [], reason: result.kind };
}

function version() {
  return { version: VERSION, protocol: PROTOCOL_VERSION };
}
