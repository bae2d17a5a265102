// ExactExecutionEnforcer: one given call and no other. MetaMask signs it when it relays a transaction
// for its user, together with a limit of one use.
//
// terms, at least 52 bytes: target 20 · value 32 · calldata rest (a packed single execution)
import { decodeExecutions, type Execution, encodeSingle, type Mode } from '../chain/execution';
import { caveat } from './caveat';
import { executionBounds, executionWords } from './execution-words';

const SINGLE: Mode = { calls: 'single', onFailure: 'revert' };

export const exactExecution = caveat<Execution>({
  name: 'ExactExecutionEnforcer',
  address: '0x146713078d39ecc1f5338309c28405ccf85abfbb',
  decode: (terms) => {
    const [execution] = decodeExecutions(SINGLE, terms);
    return execution as Execution;
  },
  encode: encodeSingle,
  words: (execution, scene) => ({ text: `only this call: ${executionWords(execution, scene)}` }),
  bounds: (execution) => executionBounds([execution]),
});
