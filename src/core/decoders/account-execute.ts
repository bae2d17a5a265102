// Smart accounts' own calls: what a batch from the wallet (ERC-5792) arrives as, with `to` = the
// account itself. The calls inside run FROM that account and are judged one by one; here only what
// the wrapper adds is said.
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import type { Finding } from '../insight/finding';
import type { Scene } from '../insight/scene';
import {
  decodeExecutions,
  decodeMode,
  EXECUTION_PARAM,
  type Execution,
  type Mode,
  modeWords,
} from '../permissions/execution';
import { decodeStrict, Unreadable } from './abi';
import type { Call, Decoder, FunctionReader, Json, Reading } from './decoder';

const MODE_PARAMS = [
  { name: 'mode', type: 'bytes32' },
  { name: 'executionCalldata', type: 'bytes' },
] as const;

export const accountExecute: Decoder = {
  contract: 'Smart account',
  functions: [
    {
      selector: '0x5c1c6dcd',
      signature: 'execute((address,uint256,bytes))',
      read: (call) => {
        const [execution] = decodeStrict([EXECUTION_PARAM], argsOf(call));
        const args = { execution: executionJson(execution) };
        return { args, calls: innerCalls(accountOf(call), [execution], call), explain: () => [] };
      },
    },
    modeReader('0xe9ae5c53', 'execute(bytes32,bytes)'),
    modeReader('0xd691c964', 'executeFromExecutor(bytes32,bytes)'),
  ],
};

function modeReader(selector: FunctionReader['selector'], signature: string): FunctionReader {
  return { selector, signature, read: readWithMode };
}

function readWithMode(call: Call): Reading {
  const [word, data] = decodeStrict(MODE_PARAMS, argsOf(call));
  const mode = decodeMode(word);
  const executions = decodeExecutions(mode, data);
  return {
    args: { mode: modeWords(mode), executions: executions.map(executionJson) },
    calls: innerCalls(accountOf(call), executions, call),
    explain: (scene) => explainTry(mode, executions, scene),
  };
}

/** The calls of an account as the chain would run them. */
export function innerCalls(
  from: Call['from'],
  executions: readonly Execution[],
  { chainId }: Pick<Call, 'chainId'>,
): Call[] {
  return executions.map(({ target, value, data }) => ({ chainId, from, to: target, value, data }));
}

export function executionJson({ target, value, data }: Execution): { [key: string]: Json } {
  return { target, value: value.toString(), data };
}

/** An ending inside a batch that swallows failures may not happen at all, and nothing would say so. */
function explainTry(mode: Mode, executions: readonly Execution[], scene: Scene): Finding[] {
  const ends = executions.some(
    ({ target }) =>
      sameAddress(target, FRAMEWORK.delegationManager) ||
      sameAddress(target, FRAMEWORK.nonceEnforcer),
  );
  if (mode.onFailure !== 'try' || !ends || !scene.watched) return [];
  return [
    {
      level: 'warning',
      title: 'A permission may stay as it is: failed calls are skipped here',
      lines: ['The batch goes on when one of its calls fails. Check the result afterwards.'],
      facts: [],
    },
  ];
}

function accountOf(call: Call): Call['from'] {
  if (call.to === null) throw new Unreadable('it is not sent to an account');
  return call.to;
}

function argsOf(call: Call): Call['data'] {
  return `0x${call.data.slice(10)}`;
}
