// Executions as ERC-7579 accounts take them: a mode word that says how, and calldata that says what.
//
// mode, 32 bytes: call type 1 (00 single, 01 batch) · on failure 1 (00 revert all, 01 try) · unused 4
//   · selector 4 (0, or ERC-7821's 78210001) · payload 22
// single: packed target 20 · value 32 · data rest
// batch: abi.encode((address target, uint256 value, bytes data)[]), in ERC-7821 optionally followed by `bytes opData`
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, MAX_BYTES, Unreadable } from '../bytes/abi';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { abiParameters } from '../bytes/abi-text';
import { getAddress } from '../bytes/hash';
import { concat, numberToHex } from '../bytes/hex';

export type Execution = { target: Address; value: bigint; data: Hex };

/** `try`: a call that fails does not undo or stop the others. */
export type Mode = { calls: 'single' | 'batch'; onFailure: 'revert' | 'try' };

/** Real batches hold a handful; a bound keeps a hostile one from stalling the wallet. */
export const MAX_EXECUTIONS = 64;

const EXECUTION = '(address target, uint256 value, bytes data)';
export const [EXECUTION_PARAM] = abiParameters(`${EXECUTION} execution`);
const BATCH = abiParameters(`${EXECUTION}[] executions`);
const BATCH_AND_DATA = abiParameters(`${EXECUTION}[] executions, bytes opData`);

/** Throws `Unreadable` for a mode Bardo cannot promise to read as the account does. */
export function decodeMode(mode: Hex): Mode {
  const word = mode.toLowerCase();
  const calls = { '00': 'single', '01': 'batch' } as const;
  const onFailure = { '00': 'revert', '01': 'try' } as const;
  const callType = calls[word.slice(2, 4) as keyof typeof calls];
  const failType = onFailure[word.slice(4, 6) as keyof typeof onFailure];
  const selector = word.slice(14, 22);
  if (selector === '78210002') throw new Unreadable('it is a batch of batches');
  const known = ['00000000', '78210001'].includes(selector) && /^0{8}$/.test(word.slice(6, 14));
  if (!callType || !failType || !known || word.length !== 66) {
    throw new Unreadable('it runs in a mode Bardo does not know');
  }
  return { calls: callType, onFailure: failType };
}

export function encodeMode(mode: Mode): Hex {
  const calls = mode.calls === 'batch' ? '01' : '00';
  const onFailure = mode.onFailure === 'try' ? '01' : '00';
  return `0x${calls}${onFailure}${'00'.repeat(30)}`;
}

export function modeWords(mode: Mode): string {
  if (mode.calls === 'single') return mode.onFailure === 'try' ? 'one call, may fail' : 'one call';
  return mode.onFailure === 'try'
    ? 'several calls, each may fail'
    : 'several calls, all or nothing';
}

/** Throws `Unreadable` unless the bytes are exactly the executions of this mode. */
export function decodeExecutions(mode: Mode, data: Hex): readonly Execution[] {
  if (mode.calls === 'single') return [decodeSingle(data)];
  const executions = decodeBatch(data);
  if (executions.length > MAX_EXECUTIONS) {
    throw new Unreadable(
      `it is a batch of ${executions.length} calls, Bardo reads ${MAX_EXECUTIONS}`,
    );
  }
  return executions;
}

export function encodeSingle({ target, value, data }: Execution): Hex {
  return concat([target, numberToHex(value, { size: 32 }), data]);
}

export function encodeBatch(executions: readonly Execution[]): Hex {
  return encodeAbiParameters(BATCH, [executions]);
}

function decodeSingle(data: Hex): Execution {
  const bytes = byteLength(data);
  if (!/^0x([0-9a-f]{2})*$/i.test(data) || bytes < 52 || bytes > MAX_BYTES) {
    throw new Unreadable('its single call is cut short or malformed');
  }
  return {
    target: getAddress(data.slice(0, 42)),
    value: BigInt(`0x${data.slice(42, 106)}`),
    data: `0x${data.slice(106)}`,
  };
}

/** The offset of the list tells the two forms apart: 0x20 = the list alone, 0x40 = list and opData. */
function decodeBatch(data: Hex): readonly Execution[] {
  return /^0x0{62}40/.test(data)
    ? decodeStrict(BATCH_AND_DATA, data)[0]
    : decodeStrict(BATCH, data)[0];
}
