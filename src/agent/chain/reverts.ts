// Why the chain said no, in words. Three dialects: custom errors of MetaMask's manager and accounts,
// `Contract:reason` strings of enforcers, and custom errors of Bardo's oracles and of tokens.
import {
  BaseError,
  decodeErrorResult,
  type Hex,
  HttpRequestError,
  parseAbi,
  type RawContractError,
  RpcRequestError,
  TimeoutError,
} from 'viem';
import { isHex } from '../../core/bytes/hex';
import { vitalityOracleAbi } from '../../core/chain/bardo-abis.generated';
import { REFUSALS, wordsFor } from '../../core/delegations/refusals';
import { type Foreign, foreign } from './foreign';

/**
 * `code` is stable and for programs: an error's name, the enforcer's own string, or `Error` for a string nobody knows: any
 * contract on the way can choose one, so it is `said`, and never part of a sentence of ours.
 */
export type Refusal = { code: string; words: string; said: Foreign | null };

const ERRORS = [
  ...parseAbi([
    'error Error(string)',
    'error Panic(uint256)',
    'error AlreadyDisabled()',
    'error AlreadyEnabled()',
    'error BatchDataLengthMismatch()',
    'error CannotUseADisabledDelegation()',
    'error ECDSAInvalidSignature()',
    'error EmptySignature()',
    'error EnforcedPause()',
    'error ExecutionFailed()',
    'error InvalidAuthority()',
    'error InvalidDelegate()',
    'error InvalidDelegator()',
    'error InvalidEOASignature()',
    'error InvalidERC1271Signature()',
    'error NotDelegationManager()',
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InvalidReceiver(address receiver)',
  ]),
  ...vitalityOracleAbi.filter((entry) => entry.type === 'error'),
] as const;

/** The core's words, and those for rules that only mandates carry. */
const WORDS: { [code: string]: string } = {
  ...REFUSALS,
  'GolemPhaseEnforcer:blocked-by-phase':
    'the Golem’s phase no longer allows that, or it has been silent on chain for too long',
  'GolemPhaseEnforcer:call-not-allowed': 'the mandate does not allow that call in any phase',
  'GolemPhaseEnforcer:wrong-recipient': 'the mandate pays the owner’s account only',
  'MaxSlippageEnforcer:allowance-left': 'the swap would leave an allowance behind',
  'MaxSlippageEnforcer:call-not-allowed': 'the mandate allows one swap and its approval only',
  'MaxSlippageEnforcer:no-price': 'the price feed has no price',
  'MaxSlippageEnforcer:price-stale': 'the price feed has been silent for too long',
  'MaxSlippageEnforcer:too-little-bought':
    'the swap would lose more against the price feed than allowed',
  'MortalityTimeWindowEnforcer:expired': 'the mandate has expired',
  'MortalityTimeWindowEnforcer:not-yet': 'the mandate has not started yet',
  'VaultNAVEnforcer:call-not-allowed': 'the mandate allows going in and out of one vault only',
  'VaultNAVEnforcer:cap-exceeded': 'more would be lost in 24 hours than the mandate allows',
};

/** null when the error is not a refusal of the chain: no connection, no gas, a bug. */
export function refusalOf(error: unknown): Refusal | null {
  const data = revertData(error);
  if (data === null) return null;
  if (data === '0x') {
    return { code: 'unknown', words: 'a contract refused without a reason', said: null };
  }
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data });
    return errorName === 'Error' ? refusalSaying(String(args?.[0])) : named(errorName);
  } catch {
    const code = data.slice(0, 10);
    return { code, words: `a contract refused with the error ${code}`, said: null };
  }
}

function named(code: string): Refusal {
  return { code, words: wordsFor(code, WORDS) ?? `a contract refused: ${code}`, said: null };
}

/** `Contract:reason` of the enforcers we know; whatever else a contract says is its own. */
function refusalSaying(text: string): Refusal {
  const words = wordsFor(text, WORDS);
  if (words) return { code: text, words, said: null };
  const own = 'a contract refused, and says why in its own words';
  return { code: 'Error', words: own, said: foreign('contract', text) };
}

/** Words for any error, never with a payload in them. */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return refusal.words;
  if (isOutOfGas(error)) return 'the session key has too little gas money';
  if (error instanceof BaseError) return nodeTrouble(error);
  return error instanceof Error ? error.message : 'something failed';
}

/** A library's own sentences name its functions, its version and the whole request: nobody is helped by them. */
function nodeTrouble(error: BaseError): string {
  const is = (kind: abstract new (...args: never[]) => Error) =>
    error.walk((one) => one instanceof kind) !== null;
  if (is(TimeoutError)) return 'the chain’s node did not answer in time';
  if (is(HttpRequestError)) {
    return 'the chain’s node cannot be reached: check its address, and that it runs';
  }
  const refused = error.walk((one) => one instanceof RpcRequestError) as RpcRequestError | null;
  if (refused) return `the chain’s node refused the question (code ${refused.code})`;
  return 'the chain’s node gave an answer that cannot be used';
}

/** The chain will say the same again; anything else may pass. */
export function isFinal(error: unknown): boolean {
  return refusalOf(error) !== null || isOutOfGas(error);
}

export function isOutOfGas(error: unknown): boolean {
  const text = error instanceof BaseError ? `${error.details} ${error.message}` : `${error}`;
  return /insufficient funds|exceeds the balance of the account|gas required exceeds allowance/i.test(
    text,
  );
}

function revertData(error: unknown): Hex | null {
  if (!(error instanceof BaseError)) return null;
  const bearer = error.walk((one) => dataOf(one) !== null);
  return bearer ? dataOf(bearer) : reverted(error) ? '0x' : null;
}

function dataOf(error: unknown): Hex | null {
  const data = (error as RawContractError | null)?.data as unknown;
  const hex = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data;
  return isHex(hex) && hex.length >= 10 && hex.length % 2 === 0 ? hex : null;
}

function reverted(error: BaseError): boolean {
  return /execution reverted/i.test(`${error.details} ${error.shortMessage}`);
}
