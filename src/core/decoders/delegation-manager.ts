// MetaMask's DelegationManager, and the smart accounts that pass the same three calls on to it.
// Redeeming runs calls FROM the root delegator; disabling ends a delegation and all that hangs on it;
// enabling opens it again with its counters as they were.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import { FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { decodeExecutions, decodeMode, MAX_EXECUTIONS, modeWords } from '../chain/execution';
import {
  bounded,
  DELEGATION_PARAM,
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../delegations/delegation';
import { delegationJson } from '../findings/delegation';
import { executionJson, innerCalls } from './account-execute';
import type { Decoder, Reading } from './decoder';
import { explainDisable, explainEnable, obstacleTo, type Switch } from './delegation-switch';
import { explainRedemptions } from './redemption';
import type { Redemption } from './redemption-facts';

const REDEEM_PARAMS = abiParameters(
  'bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas',
);

/** All contexts of one call: a real one has 1.5 to 3 KB. */
const MAX_CONTEXTS = 64 * 1024;

export const delegationManager: Decoder = {
  contract: 'DelegationManager',
  targets: (chainId) => (hasFramework(chainId) ? [FRAMEWORK.delegationManager] : []),
  functions: [
    {
      selector: '0xcef6d209',
      signature: 'redeemDelegations(bytes[],bytes32[],bytes[])',
      read: readRedeem,
    },
    {
      selector: '0x49934047',
      signature:
        'disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
      read: (call) => readSwitch(call, 'disables', explainDisable),
    },
    {
      selector: '0x3ed01015',
      signature:
        'enableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
      read: (call) => readSwitch(call, 'enables', explainEnable),
    },
  ],
};

function readRedeem(call: Call): Reading {
  const [contexts, modes, datas] = decodeStrict(REDEEM_PARAMS, bodyOf(call));
  if (contexts.length !== modes.length || contexts.length !== datas.length) {
    throw new Unreadable('its lists of permissions, modes and calls differ in length');
  }
  const bytes = contexts.reduce((sum, context) => sum + byteLength(context), 0);
  if (bytes > MAX_CONTEXTS) throw new Unreadable('its permissions are longer than 64 KB');
  if (contexts.length > MAX_EXECUTIONS) {
    throw new Unreadable(`it carries more than ${MAX_EXECUTIONS} calls`);
  }
  const redeemer = managerCaller(call);
  const redemptions = contexts.map((context, index) =>
    redemptionOf(context, modes[index] ?? '0x', datas[index] ?? '0x', redeemer),
  );
  const total = redemptions.reduce((sum, one) => sum + one.executions.length, 0);
  if (total > MAX_EXECUTIONS) throw new Unreadable(`it carries more than ${MAX_EXECUTIONS} calls`);
  return {
    args: {
      permissionContexts: redemptions.map(({ links }) =>
        links.map((link) => delegationJson(link, call.chainId)),
      ),
      modes: redemptions.map(({ mode }) => modeWords(mode)),
      executionCallDatas: redemptions.map(({ executions }) => executions.map(executionJson)),
    },
    calls: redemptions.flatMap(({ account, executions, links, mode }) =>
      innerCalls(account, executions, {
        chainId: call.chainId,
        delegated: call.delegated === true || links.length > 0,
        unbounded: links.length === 0,
        skippable: call.skippable === true || mode.onFailure === 'try',
      }),
    ),
    explain: (scene, inner) => explainRedemptions(redemptions, { call, scene, inner }),
  };
}

function redemptionOf(context: Hex, word: Hex, data: Hex, redeemer: Address): Redemption {
  const links = decodeContext(context);
  const mode = decodeMode(word);
  const executions = decodeExecutions(mode, data);
  return { links, mode, executions, redeemer, account: links.at(-1)?.delegator ?? redeemer };
}

function readSwitch(call: Call, kind: 'disables' | 'enables', explain: Switch): Reading {
  const [decoded] = decodeStrict([DELEGATION_PARAM], bodyOf(call));
  const delegation: Delegation = bounded(decoded);
  const works = obstacleTo(delegation, call) === null;
  return {
    args: { delegation: delegationJson(delegation, call.chainId) },
    calls: [],
    effects: works ? [{ kind, hash: hashDelegation(delegation) }] : [],
    explain: (scene) => explain(delegation, call, scene),
  };
}

/** Who the manager sees: the sender, or the smart account that passes the call on. */
function managerCaller(call: Call): Address {
  const direct = sameAddress(call.to, FRAMEWORK.delegationManager);
  return direct || call.to === null ? call.from : call.to;
}

function bodyOf(call: Call): Hex {
  return `0x${call.data.slice(10)}`;
}
