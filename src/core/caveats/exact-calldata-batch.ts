// ExactCalldataBatchEnforcer: a batch of as many calls as the terms list, each with exactly that calldata. The
// terms also hold a target and a value for each call, which the contract does NOT compare.
//
// terms: abi.encode((address target, uint256 value, bytes calldata)[])
import { byteLength } from '../bytes/abi';
import { decodeExecutions, type Execution, encodeBatch, type Mode } from '../chain/execution';
import { type CaveatWords, caveat } from './caveat';

export type ExactCalldataBatchTerms = { executions: readonly Execution[] };

const BATCH: Mode = { calls: 'batch', onFailure: 'revert' };

export const exactCalldataBatch = caveat<ExactCalldataBatchTerms>({
  name: 'ExactCalldataBatchEnforcer',
  address: '0x982fd5c86bbf425d7d1451f974192d4525113dfd',
  decode: (terms) => ({ executions: decodeExecutions(BATCH, terms) }),
  encode: (terms) => encodeBatch(terms.executions),
  words: ({ executions }) => batchWords(executions),
  bounds: ({ executions }) => {
    if (executions.length === 0) return { calls: true, value: 'none', tokens: 'none' };
    return executions.every(({ data }) => data === '0x')
      ? { calls: true, tokens: 'none' }
      : { calls: true };
  },
});

function batchWords(executions: readonly Execution[]): CaveatWords {
  if (executions.length === 0) return { text: 'only batches of no calls at all', level: 'warning' };
  const calls = executions.map(({ data }) => dataWords(data)).join('; ');
  const count =
    executions.length === 1 ? 'a batch of 1 call' : `a batch of ${executions.length} calls`;
  return { text: `only ${count}, to any address and with any value: ${calls}` };
}

function dataWords(data: Execution['data']): string {
  if (data === '0x') return 'a plain transfer';
  const bytes = data.length <= 138 ? data : `${data.slice(0, 138)}…`;
  return `exactly these ${byteLength(data)} bytes: ${bytes}`;
}
