// The four tools, bound to the Golems of this process, under the names a model calls them by.
import {
  type CheckPermissionHealthParams,
  checkPermissionHealth,
  type PermissionHealthResult,
} from './tools/check-permission-health';
import {
  type RedeemRunwayParams,
  type RedeemRunwayResult,
  redeemRunway,
} from './tools/redeem-runway';
import { type RequestRunwayResult, requestRunway } from './tools/request-runway';
import {
  type RevokePermissionsParams,
  type RevokePermissionsResult,
  revokePermissions,
} from './tools/revoke-permissions';
import type { RequestRunwayParams } from './tools/runway-ask';
import type { Clade } from './tools/tool';

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

/** `pollMs`: how often the owner's answer is looked for. */
export function createTools(clade: Clade, { pollMs = 3000 }: { pollMs?: number } = {}): Tools {
  return {
    metamask_request_runway: (params) => requestRunway(clade, params, pollMs),
    metamask_redeem_runway: (params) => redeemRunway(clade, params),
    metamask_revoke_permissions: (params) => revokePermissions(clade, params),
    metamask_check_permission_health: (params) => checkPermissionHealth(clade, params),
  };
}
