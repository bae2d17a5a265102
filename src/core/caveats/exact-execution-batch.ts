// ExactExecutionBatchEnforcer: these calls, all of them, in this order, and no others.
//
// terms: abi.encode((address target, uint256 value, bytes calldata)[])
import { decodeExecutions, type Execution, encodeBatch, type Mode } from '../chain/execution';
import { caveat } from './caveat';
import { executionBounds, executionWords } from './execution-words';

export type ExactExecutionBatchTerms = { executions: readonly Execution[] };

const BATCH: Mode = { calls: 'batch', onFailure: 'revert' };

export const exactExecutionBatch = caveat<ExactExecutionBatchTerms>({
  name: 'ExactExecutionBatchEnforcer',
  address: '0x1e141e455d08721dd5bcda1baa6ea5633afd5017',
  decode: (terms) => ({ executions: decodeExecutions(BATCH, terms) }),
  encode: (terms) => encodeBatch(terms.executions),
  words: ({ executions }, scene) => {
    const calls = executions.map((execution) => executionWords(execution, scene));
    return { text: `only these ${calls.length} calls together: ${calls.join('; ')}` };
  },
  bounds: (terms) => executionBounds(terms.executions),
});
