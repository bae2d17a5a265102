// Smart accounts' own calls: what a batch from the wallet (ERC-5792) arrives as, with `to` = the
// account itself. The calls inside run FROM that account and are judged one by one; here only what
// the wrapper adds is said.

import type { Address, Hex } from 'viem';
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
  MAX_EXECUTIONS,
  modeWords,
} from '../chain/execution';
import { isCommand } from '../chain/user-operation';
import { address, type Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import {
  type Decoder,
  type FunctionReader,
  functionReader,
  type Reading,
  type Values,
} from './decoder';

const ONE = 'address target, uint256 value, bytes data';
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
    // The older forms, of accounts other than MetaMask's.
    foreign('0xb61d27f6', `execute(${ONE})`, ([target, value, data]) => [{ target, value, data }]),
    foreign('0x34fcd5be', `executeBatch((${ONE})[] calls)`, ([calls]) => calls),
    foreign(
      '0x47e1da2a',
      'executeBatch(address[] targets, uint256[] values, bytes[] datas)',
      ([targets, values, datas]) => zipped(targets, datas, values),
    ),
    foreign('0x18dfb3c7', 'executeBatch(address[] targets, bytes[] datas)', ([targets, datas]) =>
      zipped(targets, datas, []),
    ),
  ],
};

function foreign<const Text extends string>(
  selector: FunctionReader['selector'],
  text: Text,
  executionsOf: (values: Values<Text>) => readonly Execution[],
): FunctionReader {
  return functionReader(selector, text, {
    calls: (values, call) => {
      const executions = executionsOf(values);
      if (executions.length > MAX_EXECUTIONS) throw new Unreadable('it carries too many calls');
      return innerCalls(accountOf(call), executions, call);
    },
    explain: (_values, call, scene) =>
      refusedBy(call, scene, 'It does not have this function; only an account of others does.'),
  });
}

/** No values at all mean zero for each. */
function zipped(
  targets: readonly Address[],
  datas: readonly Hex[],
  values: readonly bigint[],
): Execution[] {
  if (targets.length !== datas.length || ![0, targets.length].includes(values.length)) {
    throw new Unreadable('its lists of calls differ in length');
  }
  return targets.map((target, at) => ({
    target,
    value: values[at] ?? 0n,
    data: datas[at] ?? '0x',
  }));
}

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

/** A batch that another account sends to MetaMask's account fails. */
function explainSender(call: Call, scene: Scene): Finding[] {
  return isCommand(call)
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
