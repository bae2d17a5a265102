// The best single truth: would the manager let this key pay one unit to a payee right now? Asked with
// `eth_call` from the session key, so nothing happens, and every rule of every link has its say.
import type { Address, Hex } from 'viem';
import { decodeStrict } from '../bytes/abi';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { FRAMEWORK } from '../chain/addresses';
import { encodeMode, encodeSingle } from '../chain/execution';
import type { GrantedChain } from '../delegations/delegation-chain';
import { SELECTORS, wordsFor } from '../delegations/refusals';
import type { Proof } from '../memory/claim';

export type ProbeCall = { from: Address; to: Address; data: Hex };

/** What a call that changes nothing came to. */
export type ProbeRead =
  | { ok: true }
  | { ok: false; reverted: true; data: Hex | null }
  | { ok: false; reverted: false; reason: string };

const PARAMS = [{ type: 'bytes[]' }, { type: 'bytes32[]' }, { type: 'bytes[]' }] as const;

const NO_REASON = 'a contract refused without a reason';
const NOT_SMART =
  'your account is no smart account that obeys MetaMask’s manager: upgrade it on the site';

/** null when nobody is named whom it could pay. */
export function probeOf(held: GrantedChain): ProbeCall | null {
  const payee = held.lease?.terms.payees[0] ?? null;
  if (!payee) return null;
  const amount = held.lease ? 10n ** BigInt(held.lease.terms.unitExponent) : 1n;
  const { token } = held.grant;
  const execution =
    token === null
      ? { target: payee, value: amount, data: '0x' as const }
      : { target: token, value: 0n, data: transfer(payee, amount) };
  const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
  const args = encodeAbiParameters(PARAMS, [[held.context], [mode], [encodeSingle(execution)]]);
  return {
    from: held.redeemer,
    to: FRAMEWORK.delegationManager,
    data: `0xcef6d209${args.slice(2)}`,
  };
}

/** `isSmart`: the account that pays names a manager that it obeys. */
export function verdictOf(read: ProbeRead, isSmart: boolean): NonNullable<Proof['probe']> {
  if (read.ok) return { can: 'yes', words: 'yes' };
  if (!read.reverted) return { can: 'unknown', words: `not known: ${read.reason}` };
  return { can: 'no', words: `no: ${refusalWords(read.data, isSmart)}` };
}

function refusalWords(data: Hex | null, isSmart: boolean): string {
  // A call to an account without code is refused by the manager's own compiler, which gives no reason.
  if (data === null || data === '0x') return isSmart ? NO_REASON : NOT_SMART;
  const code = SELECTORS[data.slice(2, 10)] ?? null;
  const reason = code === 'Error' ? textOf(data) : code;
  if (reason === null) return `a contract refused with the error ${data.slice(0, 10)}`;
  return wordsFor(reason) ?? 'a rule of the permission refused';
}

function textOf(data: Hex): string | null {
  try {
    return decodeStrict([{ type: 'string' }], `0x${data.slice(10)}`)[0];
  } catch {
    return null;
  }
}

function transfer(payee: Address, amount: bigint): Hex {
  const to = payee.slice(2).toLowerCase().padStart(64, '0');
  return `0xa9059cbb${to}${amount.toString(16).padStart(64, '0')}`;
}
