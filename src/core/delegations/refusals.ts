// Why the chain says no, in words, by the error's name or the enforcer's own `Contract:reason` string.

/** A contract may give any text as its reason, `constructor` too. */
export function wordsFor(code: string, words: { [code: string]: string } = REFUSALS) {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

export const REFUSALS: { [code: string]: string } = {
  AlreadyDisabled: 'this delegation is disabled already',
  CannotUseADisabledDelegation: 'a link of the permission was disabled',
  EmptySignature: 'a link of the permission is not signed',
  EnforcedPause: 'MetaMask has paused all redemptions',
  ExecutionFailed: 'the payment itself failed',
  InvalidAuthority: 'a link names another parent than it has',
  InvalidDelegate: 'the permission was given to another key',
  InvalidDelegator: 'only the delegator may do this',
  InvalidEOASignature: 'a link is not signed by its delegator, or the account is not upgraded yet',
  InvalidERC1271Signature: 'the owner’s account does not accept the signature of the grant',
  ERC20InsufficientBalance: 'the owner’s account holds less than that',
  'ERC20: transfer amount exceeds balance': 'the owner’s account holds less than that',
  'ERC20PeriodTransferEnforcer:transfer-amount-exceeded':
    'the grant’s cap for this period is used up',
  'ERC20PeriodTransferEnforcer:transfer-not-started': 'the grant has not started yet',
  'NativeTokenPeriodTransferEnforcer:transfer-amount-exceeded':
    'the gas grant’s cap for this period is used up',
  'TimestampEnforcer:expired-delegation': 'the permission has expired',
  'TimestampEnforcer:early-delegation': 'the permission has not started yet',
  'NonceEnforcer:invalid-nonce': 'the owner ended all grants at once',
  'AllowedCalldataEnforcer:invalid-calldata': 'the grant pays another payee only',
  'AllowedTargetsEnforcer:target-address-not-allowed': 'the permission does not reach that address',
  'RedeemerEnforcer:unauthorized-redeemer': 'the grant names other redeemers',
  'GolemPolicyEnforcer:asset-changed': 'the budget counts another asset',
  'GolemPolicyEnforcer:cap-exceeded': 'the lease’s cap for any 24 hours is used up',
  'GolemPolicyEnforcer:dangerous-target': 'the lease never calls that contract',
  'GolemPolicyEnforcer:epoch-ended': 'the owner ended all leases at once',
  'GolemPolicyEnforcer:expired': 'the lease has expired',
  'GolemPolicyEnforcer:not-a-payment': 'the lease lets plain payments through, nothing else',
  'GolemPolicyEnforcer:replicant-cap-exceeded': 'the Replicants’ part of the lease is used up',
  'GolemPolicyEnforcer:superseded': 'a newer lease replaced this one, or it was ended',
  'GolemPolicyEnforcer:terminal': 'the Golem is terminal; its lease moves nothing',
  'GolemPolicyEnforcer:vitality-stale': 'the Golem has been silent on chain for too long',
  'GolemPolicyEnforcer:wrong-payee': 'the lease does not pay that payee',
  'GolemPolicyEnforcer:zero-amount': 'there is nothing to pay',
  'Phases:unregistered': 'the Golem has no record on chain yet',
  'ReplicantBudgetEnforcer:total-exceeded': 'the Replicants’ total is used up',
  NotRegistered: 'the Golem has no record on chain yet',
  NotReporter: 'another key reports for this Golem',
  PhaseNotWorse: 'a Golem’s own reports only ever get worse',
};

/** Selectors of custom errors, without the `0x`: hashing is slow in the wallet's sandbox. */
export const SELECTORS: { [selector: string]: string } = {
  '08c379a0': 'Error',
  '05baa052': 'CannotUseADisabledDelegation',
  ac241e11: 'EmptySignature',
  d93c0665: 'EnforcedPause',
  acfdb444: 'ExecutionFailed',
  ded4370e: 'InvalidAuthority',
  b5863604: 'InvalidDelegate',
  b9f0f171: 'InvalidDelegator',
  '3db6791c': 'InvalidEOASignature',
  '155ff427': 'InvalidERC1271Signature',
  e450d38c: 'ERC20InsufficientBalance',
};
