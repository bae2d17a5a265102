// A user operation to be signed (ERC-4337): in the domain of MetaMask's smart accounts, or of EntryPoint 0.8 and
// later. The wallet shows its calls as bytes, and whoever gets the signature runs them with all the account's power.
import type { Address } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { isHex } from '../bytes/hex';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import {
  isEntryPoint,
  operationCall,
  PACKED_OPERATION,
  type Packed,
  packedOperation,
  type UserOperation,
} from '../chain/user-operation';
import { decodeCall } from '../decoders';
import { explainOperation } from '../decoders/operation-words';
import type { Outcome } from '../decoders/outcome';
import { isOwn } from '../findings/delegation';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { NO_CHAIN, type Reader } from '../signatures/reader';
import type { TypedMessage } from '../signatures/typed-message';
import { argsOf, declares, fieldsOf, readAtom } from '../signatures/typed-values';
import { nestedJson } from './decoded-json';
import { judge } from './judgement';

const FIELDS = abiParameters(PACKED_OPERATION);

export const userOperationReader: Reader = {
  contract: 'ERC-4337',
  recognises: (typed) =>
    /UserOperation$/.test(typed.primaryType) ||
    isEntryPoint(typed.domain.verifyingContract) ||
    (atom(typed, 'sender', 'address') !== null && atom(typed, 'callData', 'bytes') !== null),
  read: (typed) => {
    const operation = operationIn(typed);
    const outcome = operation && decodeCall(runBy(typed, operation));
    return {
      name: typed.primaryType,
      args: argsOf(typed),
      calls: outcome && operation.callData !== '0x' ? [nestedJson(outcome)] : [],
      explain: (scene) =>
        outcome ? explained(typed, operation, outcome, scene) : unreadable(typed, scene),
    };
  },
};

function explained(
  typed: TypedMessage,
  operation: UserOperation,
  outcome: Outcome,
  scene: Scene,
): Finding[] {
  const told = [
    ...explainOperation(operation, outcome, 'signed', scene),
    ...(isOwn(scene, operation.sender) ? doubtFindings(typed, operation.sender) : []),
  ];
  const { findings, totals } = judge(outcome, { told, updates: false }, scene);
  return findings.map((one, at) => (at === 0 ? { ...one, facts: [...totals, ...one.facts] } : one));
}

/** What no contract that Bardo knows would take: somebody wants the signature for something else. */
function doubtFindings(typed: TypedMessage, sender: Address): Finding[] {
  const { domain, types, primaryType } = typed;
  const proper = { [primaryType]: FIELDS };
  const lines = [
    ...(declares(types, proper) ? [] : ['Its fields are not those of a user operation.']),
    ...(sameAddress(domain.verifyingContract, sender) || isEntryPoint(domain.verifyingContract)
      ? []
      : ['It is for another contract than the account it names.']),
    ...(domain.chainId === undefined ? ['It names no chain.'] : []),
  ];
  if (lines.length === 0) return [];
  const title = 'Not a user operation as your account takes it: do not sign';
  return [{ level: 'critical', title, lines, facts: [] }];
}

function unreadable(typed: TypedMessage, scene: Scene): Finding[] {
  const { verifyingContract = '' } = typed.domain;
  const sender = atom(typed, 'sender', 'address');
  const concerns = [verifyingContract, String(sender)].some((one) => isOwn(scene, one));
  if (!concerns && !isEntryPoint(verifyingContract)) return [];
  const title = 'A user operation Bardo cannot read: do not sign it';
  const lines = ['It could do everything that your account can.'];
  return [{ level: 'critical', title, lines, facts: [] }];
}

function operationIn(typed: TypedMessage): UserOperation | null {
  const values = Object.fromEntries(
    FIELDS.map(({ name, type }) => [name, atom(typed, name, type)] as const),
  );
  const { sender, callData, initCode } = values;
  if (sender === null || callData === null) return null;
  if (Object.values(values).every((value) => value !== null)) {
    return packedOperation(values as unknown as Packed);
  }
  // Another form of operation: nothing is claimed about its gas.
  return { ...({ sender, callData, initCode: initCode ?? '0x' } as Packed), mostGas: null };
}

function runBy(typed: TypedMessage, operation: UserOperation) {
  const { verifyingContract, chainId = NO_CHAIN } = typed.domain;
  const named = atom(typed, 'entryPoint', 'address');
  const known = isEntryPoint(verifyingContract) ? verifyingContract : null;
  return operationCall(
    operation,
    [named, known].find((one) => isHex(one)) ?? FRAMEWORK.entryPoint,
    chainId,
  );
}

/** A field that is declared with this type and holds such a value. */
function atom(typed: TypedMessage, name: string, type: string) {
  const declared = fieldsOf(typed.types, typed.primaryType)?.find((field) => field.name === name);
  return declared?.type === type && Object.hasOwn(typed.message, name)
    ? readAtom(type, typed.message[name])
    : null;
}
