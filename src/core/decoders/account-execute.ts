// Smart accounts' own calls: what a batch from the wallet (ERC-5792) arrives as, with `to` = the
// account itself. The calls inside run FROM that account and are judged one by one; here only what
// the wrapper adds is said.

import { decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import type { Json } from '../bytes/json';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import {
  decodeExecutions,
  decodeMode,
  EXECUTION_PARAM,
  type Execution,
  modeWords,
} from '../chain/execution';
import { address, type Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import type { Decoder, FunctionReader, Reading } from './decoder';

const MODE_PARAMS = abiParameters('bytes32 mode, bytes executionCalldata');

export const accountExecute: Decoder = {
  contract: 'Smart account',
  functions: [
    {
      selector: '0x5c1c6dcd',
      signature: 'execute((address,uint256,bytes))',
      read: (call) => {
        const [execution] = decodeStrict([EXECUTION_PARAM], argsOf(call));
        const args = { execution: executionJson(execution) };
        return {
          args,
          calls: innerCalls(accountOf(call), [execution], call),
          explain: (scene) => explainSender(call, scene),
        };
      },
    },
    modeReader('0xe9ae5c53', 'execute(bytes32,bytes)', explainSender),
    modeReader('0xd691c964', 'executeFromExecutor(bytes32,bytes)', explainExecutor),
  ],
};

function modeReader(
  selector: FunctionReader['selector'],
  signature: string,
  explainCaller: typeof explainSender,
): FunctionReader {
  return { selector, signature, read: (call) => readWithMode(call, explainCaller) };
}

function readWithMode(call: Call, explainCaller: typeof explainSender): Reading {
  const [word, data] = decodeStrict(MODE_PARAMS, argsOf(call));
  const mode = decodeMode(word);
  const executions = decodeExecutions(mode, data);
  return {
    args: { mode: modeWords(mode), executions: executions.map(executionJson) },
    calls: innerCalls(accountOf(call), executions, {
      ...call,
      skippable: call.skippable === true || mode.onFailure === 'try',
    }),
    explain: (scene) => explainCaller(call, scene),
  };
}

/** The calls of an account as the chain would run them. */
export function innerCalls(
  from: Call['from'],
  executions: readonly Execution[],
  {
    chainId,
    delegated = false,
    unbounded = false,
    skippable = false,
  }: Omit<Call, 'from' | 'to' | 'value' | 'data'>,
): Call[] {
  return executions.map(({ target, value, data }) => ({
    chainId,
    from,
    to: target,
    value,
    data,
    ...(delegated ? { delegated } : {}),
    ...(unbounded ? { unbounded } : {}),
    ...(skippable ? { skippable } : {}),
  }));
}

export function executionJson({ target, value, data }: Execution): { [key: string]: Json } {
  return { target, value: value.toString(), data };
}

/** MetaMask's account runs its own calls only: a batch that another account sends to it fails. */
function explainSender(call: Call, scene: Scene): Finding[] {
  return sameAddress(call.from, call.to)
    ? []
    : refusedBy(call, scene, 'The calls inside run only if your account sends them itself.');
}

function explainExecutor(call: Call, scene: Scene): Finding[] {
  return refusedBy(call, scene, 'It takes this one only from the DelegationManager.');
}

function refusedBy(call: Call, scene: Scene, line: string): Finding[] {
  if (!sameAddress(call.to, scene.watched?.owner)) return [];
  const title = "MetaMask's smart account refuses calls sent to it this way";
  return [{ level: 'warning', title, lines: [line], facts: [address('Sent by', call.from)] }];
}

function accountOf(call: Call): Call['from'] {
  if (call.to === null) throw new Unreadable('it is not sent to an account');
  return call.to;
}

function argsOf(call: Call): Call['data'] {
  return `0x${call.data.slice(10)}`;
}
