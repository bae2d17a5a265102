// Multicall3: anybody's calls in one, run FROM the contract itself. It holds no power of its own, but hands in what
// others have signed (permits, payments) and passes money on.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import type { Call } from '../chain/call';
import { MAX_EXECUTIONS } from '../chain/execution';
import { MULTICALL3 } from '../chain/multicall';
import type { Payment } from '../findings/effect';
import { type Decoder, type FunctionReader, functionReader, type Values } from './decoder';

const PLAIN = '(address target, bytes callData)[] calls';

type One = { target: Address; callData: Hex; allowFailure?: boolean; value?: bigint };

export const multicall3: Decoder = {
  contract: 'Multicall3',
  targets: () => [MULTICALL3],
  exclusive: true,
  functions: [
    list(
      '0x82ad56cb',
      'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      ([calls]) => calls,
    ),
    list(
      '0x174dea71',
      'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
      ([calls]) => calls,
    ),
    list('0x252dba42', `aggregate(${PLAIN})`, ([calls]) => calls),
    list('0xc3077fa9', `blockAndAggregate(${PLAIN})`, ([calls]) => calls),
    list('0xbce38bd7', `tryAggregate(bool requireSuccess, ${PLAIN})`, ([all, calls]) =>
      calls.map((one) => ({ ...one, allowFailure: !all })),
    ),
    list('0x399542e9', `tryBlockAndAggregate(bool requireSuccess, ${PLAIN})`, ([all, calls]) =>
      calls.map((one) => ({ ...one, allowFailure: !all })),
    ),
  ],
};

function list<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>) => readonly One[],
): FunctionReader {
  return functionReader(selector, text, {
    calls: (values, call) => {
      const calls = read(values);
      if (calls.length > MAX_EXECUTIONS) throw new Unreadable('it carries too many calls');
      return calls.map((one) => runBy(one, call));
    },
    effects: (values, call) => read(values).flatMap((one) => passedOn(one, call)),
  });
}

/** Its value is the caller's, and counted there. */
function runBy({ target, callData, allowFailure = false }: One, call: Call): Call {
  const skippable = allowFailure || call.skippable === true;
  return {
    ...{ chainId: call.chainId, from: call.to ?? call.from, to: target, value: 0n, data: callData },
    ...(skippable ? { skippable } : {}),
  };
}

function passedOn({ target, value = 0n }: One, { from }: Call): Payment[] {
  return value > 0n ? [{ kind: 'pays', payer: from, token: null, amount: value, to: target }] : [];
}
