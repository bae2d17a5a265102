// The EntryPoint of ERC-4337, in the forms of version 0.6 and of 0.7 and later. Handing in operations runs calls from
// the accounts that signed them; what an account has deposited here is its money too.
import type { Address, Hex } from 'viem';
import { decodeStrict } from '../bytes/abi';
import { abiFunction } from '../bytes/abi-text';
import { namedJson } from '../bytes/json';
import type { Call } from '../chain/call';
import {
  ENTRY_POINTS,
  OPERATION_06,
  type Operation06,
  operation06,
  operationCall,
  PACKED_OPERATION,
  type Packed,
  packedOperation,
  type UserOperation,
} from '../chain/user-operation';
import type { Payment } from '../findings/effect';
import { gasCeiling } from '../findings/gas-ceiling';
import { type Decoder, type FunctionReader, functionReader } from './decoder';
import { explainOperation } from './operation-words';

const PACKED = `(${PACKED_OPERATION}, bytes signature)[]`;
const OLDER = `(${OPERATION_06}, bytes signature)[]`;
const GROUP = 'address aggregator, bytes signature';
const PAID = 'address beneficiary';

type Group<Operation> = { userOps: readonly Operation[] };

export const entryPoint: Decoder = {
  contract: 'EntryPoint',
  targets: () => ENTRY_POINTS,
  exclusive: true,
  functions: [
    handing('0x765e827f', `handleOps(${PACKED} ops, ${PAID})`, (list: readonly Packed[]) =>
      list.map(packedOperation),
    ),
    handing('0x1fad948c', `handleOps(${OLDER} ops, ${PAID})`, (list: readonly Operation06[]) =>
      list.map(operation06),
    ),
    handing(
      '0xdbed18e0',
      `handleAggregatedOps((${PACKED} userOps, ${GROUP})[] opsPerAggregator, ${PAID})`,
      (groups: readonly Group<Packed>[]) =>
        groups.flatMap(({ userOps }) => userOps.map(packedOperation)),
    ),
    handing(
      '0x4b1d7cf5',
      `handleAggregatedOps((${OLDER} userOps, ${GROUP})[] opsPerAggregator, ${PAID})`,
      (groups: readonly Group<Operation06>[]) =>
        groups.flatMap(({ userOps }) => userOps.map(operation06)),
    ),
    functionReader('0xb760faf9', 'depositTo(address account)', {
      effects: ([to], { from, value }) => (value > 0n ? [coins(from, to, value)] : []),
    }),
    functionReader('0x205c2878', 'withdrawTo(address withdrawAddress, uint256 withdrawAmount)', {
      effects: ([to, amount], { from }) => [coins(from, to, amount)],
    }),
    functionReader('0x0bd28e3b', 'incrementNonce(uint192 key)'),
    functionReader('0x0396cb60', 'addStake(uint32 unstakeDelaySec)'),
    functionReader('0xbb9fe6bf', 'unlockStake()'),
    functionReader('0xc23a5cea', 'withdrawStake(address withdrawAddress)'),
  ],
};

function handing<List>(
  selector: Hex,
  text: string,
  operationsOf: (list: List) => UserOperation[],
): FunctionReader {
  const { params, signature } = abiFunction(text);
  return {
    selector,
    signature,
    read: (call) => {
      const values = decodeStrict(params, `0x${call.data.slice(10)}`) as readonly unknown[];
      const [list, beneficiary] = values as [List, Address];
      const operations = operationsOf(list);
      return {
        args: namedJson(params, values),
        // One that fails does not stop the others; its gas is paid all the same.
        calls: operations.map((one) => ({ ...runBy(one, call), skippable: true })),
        effects: operations.flatMap((one) => gasPaid(one, beneficiary, call)),
        explain: (scene, inner) =>
          operations.flatMap((one, at) => {
            const outcome = inner[at];
            return outcome ? explainOperation(one, outcome, 'handed in', scene) : [];
          }),
      };
    },
  };
}

function runBy(operation: UserOperation, { to, chainId }: Call): Call {
  return operationCall(operation, to ?? operation.sender, chainId);
}

/** What gas can cost is no payment; beyond that the price is a way to take the account's money. */
function gasPaid({ sender, mostGas }: UserOperation, to: Address, { chainId }: Call): Payment[] {
  return mostGas !== null && mostGas > gasCeiling(chainId) ? [coins(sender, to, mostGas)] : [];
}

function coins(payer: Address, to: Address, amount: bigint): Payment {
  return { kind: 'pays', payer, token: null, amount, to };
}
