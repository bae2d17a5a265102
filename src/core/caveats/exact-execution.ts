// ExactExecutionEnforcer: one given call and no other. MetaMask signs it when it relays a transaction
// for its user, together with a limit of one use.
//
// terms, at least 52 bytes: target 20 · value 32 · calldata rest (a packed single execution)
import {
  decodeExecutions,
  type Execution,
  encodeSingle,
  type Mode,
} from '../permissions/execution';
import { caveat } from './caveat';
import { executionBounds, executionWords } from './execution-words';

export type ExactExecutionTerms = { execution: Execution };

const SINGLE: Mode = { calls: 'single', onFailure: 'revert' };

export const exactExecution = caveat<ExactExecutionTerms>({
  name: 'ExactExecutionEnforcer',
  address: '0x146713078d39ecc1f5338309c28405ccf85abfbb',
  decode: (terms) => {
    const [execution] = decodeExecutions(SINGLE, terms);
    return { execution: execution as Execution };
  },
  encode: (terms) => encodeSingle(terms.execution),
  words: (terms, scene) => ({ text: `only this call: ${executionWords(terms.execution, scene)}` }),
  json: ({ execution: { target, value, data } }) => ({ target, value: value.toString(), data }),
  bounds: (terms) => executionBounds([terms.execution]),
});
