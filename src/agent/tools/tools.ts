// The four tools, bound to the Golems of this process, under the names a model calls them by.
import {
  type CheckPermissionHealthParams,
  checkPermissionHealth,
  type PermissionHealthResult,
} from './check-permission-health';
import { TOOL_DEFINITIONS } from './definitions';
import type { RedeemRunwayParams, RedeemRunwayResult } from './redeem-result';
import { redeemRunway } from './redeem-runway';
import { type RequestRunwayResult, requestRunway } from './request-runway';
import {
  type RevokePermissionsParams,
  type RevokePermissionsResult,
  revokePermissions,
} from './revoke-permissions';
import type { RequestRunwayParams } from './runway-ask';
import { problemOf } from './schema';
import { type Clade, ToolRefused } from './tool';

export type Tools = {
  metamask_request_runway: (params: RequestRunwayParams) => Promise<RequestRunwayResult>;
  metamask_redeem_runway: (params: RedeemRunwayParams) => Promise<RedeemRunwayResult>;
  metamask_revoke_permissions: (
    params: RevokePermissionsParams,
  ) => Promise<RevokePermissionsResult>;
  metamask_check_permission_health: (
    params: CheckPermissionHealthParams,
  ) => Promise<PermissionHealthResult>;
};

/** `pollMs`: how often the owner's answer is looked for. Params that a tool's own schema does not allow are refused. */
export function createTools(clade: Clade, { pollMs = 3000 }: { pollMs?: number } = {}): Tools {
  return {
    metamask_request_runway: checked('metamask_request_runway', (params) =>
      requestRunway(clade, params, pollMs),
    ),
    metamask_redeem_runway: checked('metamask_redeem_runway', (params) =>
      redeemRunway(clade, params),
    ),
    metamask_revoke_permissions: checked('metamask_revoke_permissions', (params) =>
      revokePermissions(clade, params),
    ),
    metamask_check_permission_health: checked('metamask_check_permission_health', (params) =>
      checkPermissionHealth(clade, params),
    ),
  };
}

function checked<Name extends keyof Tools>(name: Name, run: Tools[Name]): Tools[Name] {
  const schema = TOOL_DEFINITIONS.find((one) => one.name === name)?.parameters ?? {};
  const guarded = async (params: unknown) => {
    const given = plain(name, params);
    const problem = problemOf(schema, given);
    if (problem) throw new ToolRefused(`${name}: ${problem}.`);
    return (run as (given: never) => Promise<unknown>)(given as never);
  };
  return guarded as Tools[Name];
}

/** Read once: what is checked is what is used, also when the caller changes it, or it changes by itself. */
function plain(name: string, params: unknown): unknown {
  try {
    return structuredClone(params);
  } catch {
    throw new ToolRefused(`${name}: the parameters must be plain data, as JSON has it.`);
  }
}
