// Which calls a link lets through, as far as its rules say. How much can leave depends on it: an account
// that can be made to call itself, or to redeem an empty context at the DelegationManager, acts with all its
// power, and no limit on the value or the tokens of that outer call means anything.
import type { Address, Hex } from 'viem';
import { lower } from '../bytes/hex';
import { FRAMEWORK, sameAddress } from '../chain/addresses';

/** One call of a fixed sequence; null = left open. */
export type Step = {
  target: Address | null;
  value: bigint | null;
  data: Hex;
  /** Only what the call moves is fixed; its other arguments are left open. */
  pattern?: true;
};

/** Bytes that the calldata of every call must have at a place. */
export type Pin = { start: number; value: Hex };

export type Calls = {
  /** The rule reads every call and lets payments of its own kind through, nothing else. */
  contained: boolean;
  /** null = any contract. */
  targets: readonly Address[] | null;
  /** null = any function. */
  selectors: readonly Hex[] | null;
  /** Every use is these calls together; null = not fixed. */
  steps: readonly Step[] | null;
  pins: readonly Pin[];
};

export const ANY_CALLS: Calls = {
  contained: false,
  targets: null,
  selectors: null,
  steps: null,
  pins: [],
};
export const CONTAINED: Calls = { ...ANY_CALLS, contained: true };

/** The calls that pass two rules. */
export function narrowed(a: Calls, b: Calls): Calls {
  return {
    contained: a.contained || b.contained,
    targets: common(a.targets, b.targets),
    selectors: common(a.selectors, b.selectors),
    steps: a.steps && b.steps ? fitted(a.steps, b.steps) : (a.steps ?? b.steps),
    pins: [...a.pins, ...b.pins],
  };
}

/** Nothing can be called at all. */
export function isEmpty({ targets, selectors }: Calls): boolean {
  return targets?.length === 0 || selectors?.length === 0;
}

/** Whether one of these calls could make the account do anything. */
export function escalates({ contained, targets, selectors, steps }: Calls, account: Address) {
  if (contained) return false;
  if (!steps) return isPowerful(targets, selectors, account);
  return steps.some(
    ({ target, data }) =>
      data !== '0x' && isPowerful(target ? [target] : targets, [selectorOf(data)], account),
  );
}

export function selectorOf(data: Hex): Hex {
  return lower(`0x${data.slice(2, 10)}`);
}

const DISABLE = '0x49934047';

/** Functions of the manager and of MetaMask's accounts that run calls, change signers or code, or revive grants. */
const POWERFUL: readonly Hex[] = [
  '0xcef6d209', // redeemDelegations
  '0x5c1c6dcd', // execute of one call
  '0xe9ae5c53', // execute by mode
  '0x3ed01015', // enableDelegation
  '0x7f07bfdc', // withdrawDeposit
  '0x4f1ef286', // upgradeToAndCall
  '0xa24c8f32', // upgradeToAndCallAndRetainStorage
  '0xc8561e73', // addKey
  '0xd5d33b55', // removeKey
  '0xf2fde38b', // transferOwnership
  '0x715018a6', // renounceOwnership
  '0x074feff3', // updateSigners
  '0xe3d9109f', // replaceSigner
  '0xeb12d61e', // addSigner
  '0x0e316ab7', // removeSigner
  '0xd7d7442f', // updateThreshold
  '0x65ee81d8', // updateMultiSigParameters
  '0x78979a80', // reinitialize of a multi-signature account
  '0x7d2baac6', // reinitialize of a Hybrid account
];

function isPowerful(
  targets: Calls['targets'],
  selectors: Calls['selectors'],
  account: Address,
): boolean {
  if (targets === null) {
    return selectors === null || selectors.some((one) => POWERFUL.includes(one));
  }
  const here = targets.some(
    (one) => sameAddress(one, FRAMEWORK.delegationManager) || sameAddress(one, account),
  );
  // Of these two contracts every function counts, but the one that only ends a delegation.
  return here && (selectors === null || selectors.some((one) => one !== DISABLE));
}

/** Both must match the same calls: what one leaves open, the other may fix. */
function fitted(a: readonly Step[], b: readonly Step[]): readonly Step[] {
  if (a.length !== b.length) return a;
  return a.map(({ target, value, ...step }, index) => ({
    ...step,
    target: target ?? b[index]?.target ?? null,
    value: value ?? b[index]?.value ?? null,
  }));
}

function common<T extends string>(a: readonly T[] | null, b: readonly T[] | null) {
  if (a === null || b === null) return a ?? b;
  return a.filter((one) => b.some((other) => one.toLowerCase() === other.toLowerCase()));
}
